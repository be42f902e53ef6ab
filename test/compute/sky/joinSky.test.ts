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
    entersCut: entersUs === MIDNIGHT,
    leavesCut: leavesUs === MIDNIGHT,
  };
}

function pass(aosUs: number, losUs: number, maxElevationDeg: number, encounters: JoinedPass['encounters']): JoinedPass {
  const maxElevationUs = (aosUs + losUs) / 2;
  return {
    aosUs,
    losUs,
    maxElevationUs,
    maxElevationDeg,
    complete: false,
    encounters,
    colocated: [encounters.length],
    inBeamUs: 0,
    clear: undefined,
  };
}

test('two parts of a pass become one, with the encounters that midnight cuts, and its clear stretch across midnight', (t) => {
  const { add, end } = createSkyJoiner();
  const before = [met(1, 100, 400, 2), met(2, 700, MIDNIGHT, 3), met(3, 900, MIDNIGHT, 1)];
  const after = [met(3, MIDNIGHT, 1010, 0.5), met(4, 1900, 1950, 4)];
  t.deepEqual(add([pass(50, MIDNIGHT, 20, before)], 0, MIDNIGHT), []);
  const [joined] = add([pass(MIDNIGHT, 2000, 70, after)], MIDNIGHT, 3000);
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
  t.deepEqual(end(), []);
});
