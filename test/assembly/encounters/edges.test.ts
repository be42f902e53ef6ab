import test from 'ava';
import { createOwnedCore } from '../../../src/core/instance.js';
import { lookAround } from '../../../src/core/looks.js';
import { WHEREVER } from '../../../src/core/records/station.js';
import type { Place } from '../../../src/core/records/seriesRecord.js';
import { geodeticOf } from '../../../src/web/data/geodetic.js';
import { encounterFinder } from '../../helpers/encounterGolden.js';
import { orbitAt } from '../../helpers/elements.js';
import { block, f64, placeWindow } from '../../helpers/memory.js';
import { debugCore } from '../../helpers/kernels.js';

const START_US = Date.UTC(2026, 6, 10) * 1000;
const EPOCHS = 2_880;
const core = await createOwnedCore(64, debugCore);
const find = encounterFinder(core, START_US, EPOCHS);

const POLAR = orbitAt(START_US, {
  meanMotionRevPerDay: 14.6,
  eccentricity: 0.0001,
  inclinationDeg: 97.8,
  raanDeg: 100,
  argPerigeeDeg: 90,
  bstar: 0.0001,
});
/** Satellite in the same orbit, 0.5 degrees (62 km) behind. */
const BEHIND = { ...POLAR, meanAnomalyDeg: -0.5 };
/** Satellite that falls below 90 km on the second day, after which it cannot be propagated. */
const FALLING = { ...POLAR, meanMotionRevPerDay: 16.2, bstar: 0.01 };
const skyOf = (list: (typeof POLAR)[], place: Place, maxSeparationDeg = 10, minElevationDeg = 5) => ({
  satellites: list.map((elements) => ({ elements, minElevationDeg })),
  place,
  maxSeparationDeg,
});

/**
 * Looks at two satellites, however low they stand, from a place; by default from the point below the first satellite.
 */
function lookAt(list: (typeof POLAR)[], tUs: number, place?: Place) {
  const satellites = list.map((elements) => ({ elements, minElevationDeg: 0 }));
  const window = placeWindow(core, { startUs: START_US, epochCount: EPOCHS, satellites });
  const bytes = core.layout.LOOK_QUERY_LOOKS + 2 * core.layout.LOOK_BYTES;
  const room = block(core, 1024 + bytes);
  const [tracked = 0, other = 0] = window.indexOf;
  const epoch = Math.round((tUs - START_US) / 60e6);
  core.kernels.writeEphemeris(window.pointer, tracked, epoch, epoch + 1, room + 1024, room);
  const [x = 0, y = 0, z = 0] = f64(core, room, 3);
  const below = { ...geodeticOf(x, y, z), heightKm: 0 };
  core.view.setUint32(room, other, true);
  const asked = { window: window.pointer, satellite: tracked, place: place ?? below, minElevations: WHEREVER };
  const looks = lookAround(core, { ...asked, tUs, others: room, otherCount: 1 }, { pointer: room + 1024, bytes });
  core.arena.free(room);
  window.free();
  return { looks, below, heightKm: geodeticOf(x, y, z).heightKm };
}

test('a satellite on the same way through the zenith is farthest off at the top, and meets the other before and after', (t) => {
  const tUs = START_US + 60e6 * 500;
  const { looks, below, heightKm } = lookAt([POLAR, BEHIND], tUs);
  t.true((looks?.tracked.elevationDeg ?? 0) > 89.999);
  t.true(Math.abs((looks?.tracked.rangeKm ?? 0) - heightKm) < 0.01);
  const along = (0.5 * Math.PI * (6371 + heightKm)) / 180;
  const offDeg = (Math.atan2(along, heightKm) * 180) / Math.PI;
  t.true(Math.abs((looks?.others[0]?.separationDeg ?? 0) - offDeg) < 0.05, `${looks?.others[0]?.separationDeg}`);
  const passes = find(skyOf([POLAR, BEHIND], below, 5));
  const overhead = passes.find(({ pass }) => pass.maxElevationDeg > 89.9);
  t.is(overhead?.encounters.length, 2);
  const [before, behind] = overhead?.encounters ?? [];
  t.true(before!.leavesUs < tUs && behind!.entersUs > tUs);
  t.true(behind?.leavesCut ?? false);
});

test('nobody meets a satellite that has come down', (t) => {
  const place = { latDeg: 90, lonDeg: 0, heightKm: 0 };
  const endOf = (elements: typeof POLAR): number => {
    for (let epoch = 0; epoch < EPOCHS; epoch += 15) {
      if (lookAt([elements, POLAR], START_US + 60e6 * epoch, place).looks === undefined) return START_US + 60e6 * epoch;
    }
    return Infinity;
  };
  const endUs = endOf(FALLING);
  t.true(endUs > START_US + 60e6 * 300 && endUs < START_US + 60e6 * EPOCHS);
  // Only one of the two loses height: they drift apart, and meet whenever one overtakes the other.
  const steady = { ...FALLING, bstar: 0 };
  const ofSteady = find(skyOf([steady, FALLING], place, 60)).flatMap(({ encounters }) => encounters);
  const ofFalling = find(skyOf([FALLING, steady], place, 60)).flatMap(({ encounters }) => encounters);
  for (const list of [ofSteady, ofFalling]) {
    t.true(list.length > 3, `${list.length}, ${(endUs - START_US) / 60e6}`);
    for (const { entersUs, leavesUs, closestUs } of list) {
      t.true(entersUs < endUs && closestUs < endUs && leavesUs <= endUs + 60e6);
    }
  }
  t.true(find(skyOf([steady, FALLING], place, 60)).some(({ pass }) => pass.aosUs > endUs));
});

test('docked satellites, which have the same elements, meet all through each pass at distance 0', (t) => {
  const passes = find(skyOf([POLAR, POLAR], { latDeg: 52, lonDeg: 13, heightKm: 0 }));
  t.true(passes.length > 5);
  for (const { pass, encounters } of passes) {
    const [it] = encounters;
    t.is(encounters.length, 1);
    t.true(it!.closestDeg < 1e-6 && it!.farthestDeg < 1e-6);
    t.true(it!.entersUs - pass.aosUs < 20_000 && pass.losUs - it!.leavesUs < 20_000);
  }
});
