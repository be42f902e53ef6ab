import { geoDistance } from 'd3-geo';
import test from 'ava';
import { encodeTrack } from '../../../src/codec/track.js';
import { createPool } from '../../../src/compute/pool.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { type Direction, elevationsDeg, lookFrom, pathThrough, positionBetween } from '../../../src/web/data/look.js';
import { earthFixed, geodeticOf } from '../../../src/web/data/geodetic.js';
import { readTrack } from '../../../src/web/data/track.js';
import { EPOCH_MS } from '../../../src/spec.js';
import { anyone, bench, load } from '../../helpers/analysis.js';
import { sampleSatellites } from '../../helpers/sky.js';
import { onOrbit } from '../orbit.js';

/** Angle between two directions in degrees. */
function apartDeg(a: Direction, b: Direction): number {
  return (180 / Math.PI) * geoDistance([a.azimuthDeg, a.elevationDeg], [b.azimuthDeg, b.elevationDeg]);
}

const MUNICH = { latDeg: 48.137, lonDeg: 11.575, heightM: 0 };
const START_MS = Date.parse('2026-07-10T00:00:00Z');

const orbit = (minute: number) => onOrbit(6878, 97, 94.6, minute);

/** Track as the page gets it: geodetic coordinates in single precision. */
function trackOf(epochCount: number) {
  const positions = new Float32Array(3 * epochCount);
  for (let epoch = 0; epoch < epochCount; epoch++) {
    const { latDeg, lonDeg, heightKm } = geodeticOf(...orbit(epoch));
    positions.set([latDeg, lonDeg, heightKm], 3 * epoch);
  }
  return { window: '', startMs: START_MS, epochCount, positions };
}

test('satellites north, east, south and west of a site have azimuths of 0, 90, 180 and 270 degrees', (t) => {
  const look = lookFrom(MUNICH);
  for (const [azimuth, north, east] of [
    [0, 1, 0],
    [90, 0, 1],
    [180, -1, 0],
    [270, 0, -1],
  ] as const) {
    const { azimuthDeg, elevationDeg } = look(
      earthFixed({ latDeg: MUNICH.latDeg + north, lonDeg: MUNICH.lonDeg + east, heightKm: 100 }),
    );
    t.true(Math.abs(azimuthDeg - azimuth) < 0.5 || azimuthDeg > 359.5, `${azimuthDeg}, not ${azimuth}`);
    t.true(elevationDeg > 20 && elevationDeg < 60);
  }
  const above = look(earthFixed({ latDeg: MUNICH.latDeg, lonDeg: MUNICH.lonDeg, heightKm: 100 }));
  t.true(above.elevationDeg > 89.999 && Math.abs(above.rangeKm - 100) < 1e-6);
});

test('a higher site is nearer to satellites; a satellite without position has no elevation', (t) => {
  const { elevationDeg, rangeKm } = lookFrom(MUNICH)(earthFixed({ latDeg: 50, lonDeg: 20, heightKm: 500 }));
  const [seen, unseen] = elevationsDeg(MUNICH, Float32Array.of(50, 20, 500, NaN, NaN, NaN));
  t.true(Math.abs(elevationDeg - (seen ?? 0)) < 1e-5 && Number.isNaN(unseen));
  t.true(
    lookFrom({ ...MUNICH, heightM: 3000 })(earthFixed({ latDeg: 50, lonDeg: 20, heightKm: 500 })).rangeKm < rangeKm,
  );
});

test('between the minutes of a track the path is that of the orbit, within 0.01 degrees, also overhead', (t) => {
  const track = trackOf(30);
  let worst = 0;
  for (const minute of [4, 7.5, 11.25]) {
    // The place is near the point below the satellite, where the satellite's direction changes fastest.
    const { latDeg, lonDeg } = geodeticOf(...orbit(minute));
    const look = lookFrom({ latDeg: latDeg + 0.2, lonDeg, heightM: 500 });
    for (let at = minute - 3; at <= minute + 3; at += 0.05) {
      const found = look(positionBetween(track, START_MS + EPOCH_MS * at));
      worst = Math.max(worst, apartDeg(found, look(orbit(at))));
    }
  }
  t.true(worst < 0.01, `${worst} degrees`);
});

test('a path runs from its first instant to its last, without minutes that have no position', (t) => {
  const track = trackOf(30);
  const [from, to] = [START_MS + 5.2 * EPOCH_MS, START_MS + 14.9 * EPOCH_MS];
  const path = pathThrough(track, MUNICH, from, to);
  t.is(path[0]?.ms, from);
  t.is(path.at(-1)?.ms, to);
  t.true(path.length > 200 && path.length < 300);
  track.positions.fill(Number.NaN, 3 * 10, 3 * 12);
  const left = pathThrough(track, MUNICH, from, to);
  t.true(left.length > 0 && left.length < path.length);
  t.deepEqual(pathThrough(track, MUNICH, START_MS - 10 * EPOCH_MS, START_MS - EPOCH_MS), []);
  t.true(positionBetween(track, START_MS + 40 * EPOCH_MS).every(Number.isNaN));
});

const EPOCHS = 600;
const core = await createOwnedCore(64);
const pool = await createPool(core, 1);
const { analysis, windows } = bench(core, pool);
const satellites = sampleSatellites(400);
const window = load(core, satellites, { epochCount: EPOCHS });
windows.publish(window);

test.after.always(() => pool.close());

test('the page draws the path that the service computes, between minutes too, within 0.05 degrees', async (t) => {
  const [latDeg, lonDeg, heightM] = [47.88, 11.08, 600];
  const look = lookFrom({ latDeg, lonDeg, heightM });
  let compared = 0;
  for (const { noradNumber: norad } of satellites) {
    const packed = encodeTrack(await analysis.track({ window, norad }, anyone));
    const head = new Uint8Array(Uint32Array.of(EPOCHS, window.startMs / 1000).buffer);
    const bytes = Uint8Array.from([...head, ...packed]).buffer;
    const track = readTrack(bytes, '');
    for (let epoch = 7.3; epoch < EPOCHS - 1; epoch += 31.7) {
      const ms = window.startMs + 60_000 * epoch;
      const query = { window, norad, place: { latDeg, lonDeg, heightKm: heightM / 1000 }, others: new Uint32Array() };
      const found = await analysis.looks({ ...query, tUs: 1000 * ms }, anyone);
      const drawn = look(positionBetween(track, ms));
      if (!found || found.tracked.elevationDeg < -5) continue;
      compared++;
      const apart = apartDeg(found.tracked, drawn);
      t.true(apart < 0.05, `${norad} at epoch ${epoch}: ${apart} degrees`);
      t.true(Math.abs(found.tracked.rangeKm - drawn.rangeKm) < 0.5);
    }
  }
  t.true(compared > 30, `${compared} compared`);
});
