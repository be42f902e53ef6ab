import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { createOwnedCore } from '../../../src/core/instance.js';
import { encounterFinder } from '../../helpers/encounterGolden.js';
import { lastingElements } from '../../helpers/elements.js';
import { debugCore } from '../../helpers/kernels.js';
import { passFinder } from '../../helpers/passGolden.js';
import { longestOutside, masks } from '../horizonMasks.js';

const START_US = Date.UTC(2026, 6, 10) * 1000;
const EPOCHS = 1_440;
const core = await createOwnedCore(64, debugCore);
const find = encounterFinder(core, START_US, EPOCHS);
const passesOf = passFinder(core, START_US, EPOCHS);

/** A shorter encounter, pass, or gap between two encounters or passes may be missed. */
const SHORTEST_US = 500_000;

const scenes = fc.record({
  tracked: lastingElements(START_US),
  behindDeg: fc.double({ min: 0.5, max: 20, noNaN: true }),
  place: fc.record({
    latDeg: fc.double({ min: -80, max: 80, noNaN: true }),
    lonDeg: fc.double({ min: -180, max: 180, noNaN: true }),
    heightKm: fc.constant(0.1),
    horizonMask: masks,
  }),
});

test('in a beam as wide as the sky two satellites meet when both are up over the mask', (t) => {
  let met = 0;
  fc.assert(
    fc.property(scenes, ({ tracked, behindDeg, place }) => {
      const other = { ...tracked, meanAnomalyDeg: tracked.meanAnomalyDeg - behindDeg };
      const satellites = [tracked, other].map((elements) => ({ elements, minElevationDeg: 5 }));
      const encounters = find({ satellites, place, maxSeparationDeg: 180 }).flatMap((found) => found.encounters);
      const [own = [], others = []] = satellites.map((one) => passesOf(one, place));
      const both = own.flatMap(({ aosUs, losUs }) =>
        others
          .filter((pass) => pass.aosUs < losUs && pass.losUs > aosUs)
          .map((pass) => [Math.max(aosUs, pass.aosUs), Math.min(losUs, pass.losUs)] as const),
      );
      const meetings = encounters.map(({ entersUs, leavesUs }) => [entersUs, leavesUs] as const);
      assert.ok(longestOutside(meetings, both) < SHORTEST_US && longestOutside(both, meetings) < SHORTEST_US);
      met += meetings.length;
    }),
    { numRuns: 40 },
  );
  t.true(met > 100, `${met}`);
});
