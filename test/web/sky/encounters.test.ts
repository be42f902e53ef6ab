import test from 'ava';
import { passRows } from '../../../src/web/place/passOrder.js';
import type { Pass } from '../../../src/web/place/passes.js';
import {
  clearSeconds,
  encounteredIn,
  encounterNear,
  passAt,
  type EncounteredPass,
  type Encounter,
} from '../../../src/web/sky/encounters.js';
import { compareClear, type ClearRow } from '../../../src/web/week/clearRow.js';

const MINUTE = 60_000;

function encounter(entersMs: number, leavesMs: number): Encounter {
  const closestMs = (entersMs + leavesMs) / 2;
  const who = { noradNumber: 1, name: 'SAT', operator: undefined, overlap: undefined };
  return { ...who, entersMs, leavesMs, closestMs, closestDeg: 1, sigmaDeg: 0.1 };
}

function encountered(aosMs: number, losMs: number, parts: Partial<EncounteredPass> = {}): EncounteredPass {
  const nothing = { inBeamSeconds: 0, clear: undefined, encounterCount: 0, encounters: [], colocated: [] };
  return { aosMs, losMs, maxElevationMs: (aosMs + losMs) / 2, ...nothing, ...parts };
}

const passes = [
  encountered(0, 10 * MINUTE, { clear: { startMs: MINUTE, endMs: 3 * MINUTE }, encounters: [encounter(0, 4_000)] }),
  encountered(60 * MINUTE, 70 * MINUTE, { encounters: [encounter(65 * MINUTE, 65 * MINUTE + 2_000)] }),
];
const week = { isDownlinkKnown: true, beamDeg: 5, beamSource: 'dish', passes };

test('the pass of an instant is the one it is in, else the next, else the last', (t) => {
  t.is(passAt(passes, 5 * MINUTE), passes[0]);
  t.is(passAt(passes, 10 * MINUTE), passes[1]);
  t.is(passAt(passes, 90 * MINUTE), passes[1]);
  t.is(passAt([], 0), undefined);
});

test('a pass is found again though its bounds differ with the minimum elevation', (t) => {
  t.is(encounteredIn(week, { aosMs: -MINUTE, losMs: 11 * MINUTE }), passes[0]);
  t.is(encounteredIn(week, { aosMs: 20 * MINUTE, losMs: 30 * MINUTE }), undefined);
});

test('the encounter that is pointed at is the nearest in time, none beyond the reach', (t) => {
  t.is(encounterNear(week, 2_000, MINUTE)?.entersMs, 0);
  t.is(encounterNear(week, 64.5 * MINUTE, MINUTE)?.entersMs, 65 * MINUTE);
  t.is(encounterNear(week, 30 * MINUTE, MINUTE), undefined);
});

test('passes are ranked by their longest clear stretch; those never clear, or not known, are last', (t) => {
  const pass = (aosMs: number, maxElevationDeg: number): Pass => ({
    aosMs,
    losMs: aosMs + 10 * MINUTE,
    maxElevationDeg,
    maxElevationMs: aosMs,
    intensity: undefined,
    complete: true,
  });
  const three = [pass(60 * MINUTE, 20), pass(0, 40), pass(120 * MINUTE, 80)];
  const rises = (key: Parameters<typeof passRows>[2]['key'], descending = false) =>
    passRows(three, week, { key, descending }).map((row) => row.pass.aosMs / MINUTE);
  t.deepEqual(rises('rise'), [0, 60, 120]);
  t.deepEqual(rises('clear', true), [0, 60, 120]);
  t.deepEqual(rises('clear'), [120, 60, 0]);
  t.deepEqual(rises('elevation', true), [120, 0, 60]);
  t.deepEqual(rises('peak'), [0, 60, 120]);
  t.is(clearSeconds(passes[0] ?? { clear: undefined }), 120);
  t.deepEqual(
    passRows(three, undefined, { key: 'clear', descending: true }).map((row) => row.encountered),
    [undefined, undefined, undefined],
  );
});

test('over all stations the longest clear stretch comes first, then the earlier pass', (t) => {
  const row = (stationId: number, aosMs: number, clearMs: number) =>
    ({ stationId, aosMs, clearStartMs: aosMs, clearEndMs: aosMs + clearMs }) as ClearRow;
  const rows = [row(1, 50, 100), row(2, 40, 100), row(3, 90, 300)];
  t.deepEqual(
    rows.sort(compareClear).map(({ stationId }) => stationId),
    [3, 2, 1],
  );
});
