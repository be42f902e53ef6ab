import test from 'ava';
import { encountersAt } from '../../../src/web/data/encounters.js';
import { encounter } from '../encounter.js';

const MINUTE = 60_000;

test('encounters of a minute are those under way at any time of it', (t) => {
  const encounters = [
    encounter({ noradNumber: 1, entersMs: 0, leavesMs: 90_000 }),
    encounter({ noradNumber: 2, entersMs: 119_999, leavesMs: 130_000 }),
    encounter({ noradNumber: 3, entersMs: 120_000, leavesMs: 130_000 }),
  ];
  const passes = [{ aosMs: 0, losMs: 5 * MINUTE, encounterCount: 3, encounters }];
  const at = (ms: number) => encountersAt({ passes }, ms).map(({ noradNumber }) => noradNumber);
  t.deepEqual([0, MINUTE, 2 * MINUTE, 3 * MINUTE].map(at), [[1], [1, 2], [2, 3], []]);
});
