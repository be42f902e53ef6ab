import test from 'ava';
import { createSkyJoiner, type JoinedPass } from '../../../src/compute/sky/joinSky.js';

const MIDNIGHT = 1000;

function met(norad: number, entersUs: number, leavesUs: number, closestDeg: number) {
  return {
    norad,
    satellite: norad,
    entersUs,
    leavesUs,
    closestUs: (entersUs + leavesUs) / 2,
    closestDeg,
    trackedKm: 800,
    otherKm: 900,
    farthestDeg: closestDeg + 1,
    trackedDegPerKm: 0.05,
    otherDegPerKm: 0.05,
    trackedSecondsPerKm: 0.1,
    otherSecondsPerKm: 0.1,
    entersCut: entersUs === MIDNIGHT,
    leavesCut: leavesUs === MIDNIGHT,
  };
}

type Encounters = JoinedPass['encounters'];

function pass(
  aosUs: number,
  losUs: number,
  maxElevationDeg: number,
  encounters: Encounters,
  near: Encounters = [],
): JoinedPass {
  const maxElevationUs = (aosUs + losUs) / 2;
  return {
    aosUs,
    losUs,
    maxElevationUs,
    maxElevationDeg,
    complete: false,
    encounters,
    near,
    colocated: [encounters.length],
    inBeamUs: 0,
    clear: undefined,
  };
}

test('two parts of a pass become one, with the encounters that midnight cuts, and its clear stretch across midnight', (t) => {
  const joiner = createSkyJoiner();
  const before = [met(1, 100, 400, 2), met(2, 700, MIDNIGHT, 3), met(3, 900, MIDNIGHT, 1)];
  const after = [met(3, MIDNIGHT, 1010, 0.5), met(4, 1900, 1950, 4)];
  t.deepEqual(joiner.add([pass(50, MIDNIGHT, 20, before)], 0, MIDNIGHT), []);
  const [joined] = joiner.add([pass(MIDNIGHT, 2000, 70, after)], MIDNIGHT, 3000);
  t.like(joined, {
    aosUs: 50,
    losUs: 2000,
    maxElevationDeg: 70,
    maxElevationUs: 1500,
    complete: true,
    colocated: [2, 3],
  });
  t.deepEqual(
    joined?.encounters.map(({ norad, entersUs, leavesUs, closestDeg, farthestDeg, leavesCut }) => [
      norad,
      entersUs,
      leavesUs,
      closestDeg,
      farthestDeg,
      leavesCut,
    ]),
    [
      [1, 100, 400, 2, 3, false],
      [2, 700, MIDNIGHT, 3, 4, true],
      [3, 900, 1010, 0.5, 2, false],
      [4, 1900, 1950, 4, 5, false],
    ],
  );
  t.like(joined, { inBeamUs: 300 + 310 + 50, clear: { fromUs: 1010, toUs: 1900 } });
  t.deepEqual(joiner.end(), []);
});

test('satellites that pass by the beam are kept where the joined pass is clear, but for those that midnight cuts', (t) => {
  const joiner = createSkyJoiner();
  const before = [met(1, 100, 200, 6), met(2, 800, 900, 6), { ...met(3, 900, MIDNIGHT, 6), closestUs: MIDNIGHT }];
  const after = [met(4, MIDNIGHT, 1200, 6), met(5, 1600, 1800, 6)];
  joiner.add([pass(50, MIDNIGHT, 20, [met(9, 300, 400, 1)], before)], 0, MIDNIGHT);
  const [joined] = joiner.add([pass(MIDNIGHT, 2000, 70, [met(9, 1400, 1500, 1)], after)], MIDNIGHT, 3000);
  t.like(joined, { clear: { fromUs: 400, toUs: 1400 } });
  t.deepEqual(
    joined?.near.map(({ norad }) => norad),
    [2, 4],
  );
});
