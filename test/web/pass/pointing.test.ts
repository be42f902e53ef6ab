import test from 'ava';
import { EPOCH_MS } from '../../../src/spec.js';
import { lookFrom } from '../../../src/web/data/look.js';
import { dopplerHz, pointings, readMhz } from '../../../src/web/pass/pointing.js';
import { onOrbit } from '../orbit.js';
import { trackOf } from '../trackOf.js';

const SITE = { latDeg: 0.5, lonDeg: 0.5, heightM: 0 };
/** Orbit that passes the site in the tenth minute. */
const orbit = (minute: number) => onOrbit(6878, 97, 94.6, minute - 10);
const track = trackOf(20, orbit);

test('pointings come at round steps within the stretch, with the look angles of the orbit', (t) => {
  const stretch = { fromMs: track.startMs + 6.01 * EPOCH_MS, toMs: track.startMs + 8 * EPOCH_MS };
  const found = pointings(track, SITE, stretch, 10_000);
  t.is(found.length, 12);
  const look = lookFrom(SITE);
  for (const { ms, azimuthDeg, elevationDeg, rangeKm } of found) {
    t.is(ms % 10_000, 0);
    const right = look(orbit((ms - track.startMs) / EPOCH_MS));
    t.true(Math.abs(right.azimuthDeg - azimuthDeg) < 0.001);
    t.true(Math.abs(right.elevationDeg - elevationDeg) < 0.001);
    t.true(Math.abs(right.rangeKm - rangeKm) < 0.0015);
  }
  t.deepEqual(pointings(track, SITE, { fromMs: 0, toMs: 60_000 }, 10_000), [], 'none outside the track');
});

test('a carrier is received higher until the satellite is nearest, then lower, and falls fastest there', (t) => {
  const stretch = { fromMs: track.startMs + 5 * EPOCH_MS, toMs: track.startMs + 15 * EPOCH_MS };
  const found = pointings(track, SITE, stretch, 1000);
  const ranges = found.map(({ rangeKm }) => rangeKm);
  const nearest = ranges.indexOf(Math.min(...ranges));
  const shifts = found.map(({ rangeRateKmS }) => dopplerHz(8e9, rangeRateKmS));
  const changes = found.map(({ rangeAccelerationKmS2 }) => dopplerHz(8e9, rangeAccelerationKmS2));
  t.true(shifts.slice(0, nearest - 1).every((hz) => hz > 0));
  t.true(shifts.slice(nearest + 2).every((hz) => hz < 0));
  t.true(Math.abs(changes.indexOf(Math.min(...changes)) - nearest) <= 2);
  for (const [index, change] of changes.slice(1, -1).entries()) {
    const apart = ((shifts[index + 2] ?? 0) - (shifts[index] ?? 0)) / 2;
    t.true(Math.abs(apart - change) < 0.001 * Math.abs(change) + 1e-3, `${change} Hz/s, not ${apart}`);
  }
});

test('a carrier is read from a text in MHz, if it is one', (t) => {
  const wrong = ['', '0', '-1', 'x', '1e9'];
  t.deepEqual(['8212.5', ' 437 '].map(readMhz), [8_212_500_000, 437_000_000]);
  t.deepEqual(
    wrong.map(readMhz),
    wrong.map(() => undefined),
  );
});
