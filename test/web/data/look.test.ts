import { geoDistance } from 'd3-geo';
import test from 'ava';
import { encodeTrack } from '../../../src/codec/track.js';
import { createPool } from '../../../src/compute/pool.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import {
  type Direction,
  lookFrom,
  motionAt,
  pathThrough,
  positionBetween,
  rangeRateFrom,
} from '../../../src/web/data/look.js';
import { readTrack } from '../../../src/web/data/track.js';
import { EPOCH_MS } from '../../../src/spec.js';
import { anyone, bench, load } from '../../helpers/analysis.js';
import { sampleSatellites } from '../../helpers/sky.js';
import { onOrbit } from '../orbit.js';
import { trackOf } from '../trackOf.js';

/** Angle between two directions in degrees. */
function apartDeg(a: Direction, b: Direction): number {
  return (180 / Math.PI) * geoDistance([a.azimuthDeg, a.elevationDeg], [b.azimuthDeg, b.elevationDeg]);
}

const MUNICH = { latDeg: 48.137, lonDeg: 11.575, heightM: 0 };

const orbit = (minute: number) => onOrbit(6878, 97, 94.6, minute);

/** Velocity of the orbit in km/s, by the difference of two positions. */
function velocityOf(minute: number): number[] {
  const [before, after] = [orbit(minute - 1e-3), orbit(minute + 1e-3)];
  return after.map((km, axis) => (km - (before[axis] ?? 0)) / 0.12);
}

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return 1000 * Math.hypot(...[0, 1, 2].map((axis) => (a[axis] as number) - (b[axis] as number)));
}

test('a low orbit is met to two centimetres and a millimetre a second, at the ends of the track to five of them', (t) => {
  const track = trackOf(600, orbit);
  const errors = (from: number, to: number) => {
    const found = { metres: 0, speed: 0 };
    for (let minute = from; minute <= to; minute += 0.037) {
      const { position, velocity } = motionAt(track, track.startMs + EPOCH_MS * minute);
      const right = velocityOf(minute);
      found.metres = Math.max(found.metres, distance(position, orbit(minute)));
      found.speed = Math.max(found.speed, distance(velocity, right));
    }
    return found;
  };
  const inner = errors(2, 597);
  t.true(inner.metres < 0.02 && inner.speed < 0.001, JSON.stringify(inner));
  const ends = [errors(0, 2), errors(597, 599)];
  t.true(
    ends.every(({ metres, speed }) => metres < 0.05 && speed < 0.005),
    JSON.stringify(ends),
  );
});

test('a path runs from its first instant to its last, without minutes that have no position', (t) => {
  const track = trackOf(30, orbit);
  const [from, to] = [track.startMs + 5.2 * EPOCH_MS, track.startMs + 14.9 * EPOCH_MS];
  const path = pathThrough(track, MUNICH, from, to);
  t.is(path[0]?.ms, from);
  t.is(path.at(-1)?.ms, to);
  t.true(path.length > 200 && path.length < 300);
  track.fixedKm.fill(Number.NaN, 3 * 10, 3 * 12);
  const left = pathThrough(track, MUNICH, from, to);
  t.true(left.length > 0 && left.length < path.length);
  t.deepEqual(pathThrough(track, MUNICH, track.startMs - 10 * EPOCH_MS, track.startMs - EPOCH_MS), []);
  t.true(positionBetween(track, track.startMs + 40 * EPOCH_MS).every(Number.isNaN));
});

const EPOCHS = 600;
/** Milliseconds before and after an instant at which ranges are taken, to find the range rate between. */
const STEP_MS = 50;
const core = await createOwnedCore(64);
const pool = await createPool(core, 1);
const { analysis, windows } = bench(core, pool);
const satellites = sampleSatellites(400);
const window = load(core, satellites, { epochCount: EPOCHS });
windows.publish(window);

test.after.always(() => pool.close());

test('the page has the path and the range rate that the service computes, between minutes too', async (t) => {
  const [latDeg, lonDeg, heightM] = [47.88, 11.08, 600];
  const look = lookFrom({ latDeg, lonDeg, heightM });
  const rateOf = rangeRateFrom({ latDeg, lonDeg, heightM });
  let compared = 0;
  for (const { noradNumber: norad } of satellites) {
    const packed = encodeTrack(await analysis.track({ window, norad }, anyone));
    const head = new Uint8Array(Uint32Array.of(EPOCHS, window.startMs / 1000).buffer);
    const bytes = Uint8Array.from([...head, ...packed]).buffer;
    const track = readTrack(bytes, '');
    for (let epoch = 7.3; epoch < EPOCHS - 1; epoch += 31.7) {
      const ms = window.startMs + 60_000 * epoch;
      const query = { window, norad, place: { latDeg, lonDeg, heightKm: heightM / 1000 }, others: new Uint32Array() };
      const looksAt = (atMs: number) => analysis.looks({ ...query, tUs: 1000 * atMs }, anyone);
      const found = await looksAt(ms);
      const drawn = look(positionBetween(track, ms));
      if (!found || found.tracked.elevationDeg < -5) continue;
      compared++;
      const apart = apartDeg(found.tracked, drawn);
      t.true(apart < 0.001, `${norad} at epoch ${epoch}: ${apart} degrees`);
      t.true(Math.abs(found.tracked.rangeKm - drawn.rangeKm) < 0.001);
      const [before, after] = [await looksAt(ms - STEP_MS), await looksAt(ms + STEP_MS)];
      const rate =
        ((after?.tracked.rangeKm ?? Number.NaN) - (before?.tracked.rangeKm ?? Number.NaN)) / (2e-3 * STEP_MS);
      const off = 1000 * Math.abs(rate - rateOf(motionAt(track, ms)));
      t.true(off < 0.003, `${norad} at epoch ${epoch}: ${off} m/s`);
    }
  }
  t.true(compared > 30, `${compared} compared`);
});
