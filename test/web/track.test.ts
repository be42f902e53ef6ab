import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { encodeTrack } from '../../src/codec/track.js';
import { epochAt, readTrack } from '../../src/web/data/track.js';
import { earthFixed, geodeticOf } from '../../src/web/data/geodetic.js';
import { onOrbit } from './orbit.js';

function trackBytes(epochs: number, startS: number, positions: readonly number[]): ArrayBuffer {
  const packed = encodeTrack(Float64Array.from(positions));
  const bytes = new Uint8Array(8 + packed.length);
  bytes.set(new Uint8Array(Uint32Array.of(epochs, startS).buffer));
  bytes.set(packed, 8);
  return bytes.buffer;
}

const DAY = Array.from({ length: 1440 }, (_, minute) => minute);

test('a track is read to a centimetre: low, polar, geostationary and far ones, at two to four bytes a coordinate', (t) => {
  for (const [radiusKm, tiltDeg, minutes, mostBytes] of [
    [6780, 51.6, 93, 4],
    [7180, 98.7, 101, 4],
    [42_164, 0, 1436, 3.2],
    [380_000, 5, 40_000, 3.5],
  ] as const) {
    const at = DAY.map((minute) => onOrbit(radiusKm, tiltDeg, minutes, minute));
    const bytes = trackBytes(DAY.length, 1_780_000_020, at.flat());
    const track = readTrack(bytes, 'w');
    t.is(track.startMs, 1_780_000_020_000);
    t.is(track.epochCount, DAY.length);
    t.true(
      bytes.byteLength < mostBytes * DAY.length,
      `${radiusKm} km: ${bytes.byteLength / DAY.length} bytes an epoch`,
    );
    for (const [minute, [x, y, z]] of at.entries()) {
      const [foundX = NaN, foundY = NaN, foundZ = NaN] = track.fixedKm.subarray(3 * minute, 3 * minute + 3);
      t.true(Math.hypot(foundX - x, foundY - y, foundZ - z) < 1e-5, `${radiusKm} km, minute ${minute}`);
    }
  }
});

test('a track has gaps where the satellite cannot be propagated: at its ends, within, or all of it', (t) => {
  const gap = [Number.NaN, Number.NaN, Number.NaN];
  const [a, b] = [
    [7000, 0, 0],
    [0, 0, -7000],
  ];
  for (const known of ['.', 'a', '.a', 'a.', 'a.b', '..ab..a', 'ababbbaab', '...']) {
    const at = Array.from(known, (one) => ({ '.': gap, a, b })[one] ?? gap);
    const { fixedKm } = readTrack(trackBytes(at.length, 0, at.flat()), 'w');
    t.deepEqual([...fixedKm], at.flat(), known);
  }
});

test('a track of another length than its head says is refused', (t) => {
  const known = Array.from({ length: 9 }, () => 7000);
  t.throws(() => readTrack(trackBytes(2, 0, known), 'w'), { instanceOf: RangeError, message: /up to epoch 3/ });
  t.throws(() => readTrack(trackBytes(4, 0, known), 'w'), { instanceOf: RangeError, message: /ends after 3/ });
  t.throws(() => readTrack(trackBytes(3, 0, known).slice(0, -1), 'w'), {
    instanceOf: RangeError,
    message: /ends within a number/,
  });
});

test('an instant belongs to the minute it falls in, outside the window to the nearest', (t) => {
  const window = { startMs: 600_000, epochCount: 3 };
  t.deepEqual(
    [0, 600_000, 659_999, 660_000, 779_999, 900_000].map((ms) => epochAt(window, ms)),
    [0, 0, 0, 1, 2, 2],
  );
});

test('a geodetic place and its height survive conversion to Earth-fixed axes and back', (t) => {
  const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
  fc.assert(
    fc.property(
      degrees(90),
      degrees(180),
      fc.double({ min: -10, max: 45_000, noNaN: true }),
      (latDeg, lonDeg, heightKm) => {
        const found = geodeticOf(...earthFixed({ latDeg, lonDeg, heightKm }));
        assert.ok(Math.abs(found.latDeg - latDeg) < 1e-7, `${latDeg}: ${found.latDeg}`);
        assert.ok(Math.abs(found.heightKm - heightKm) < 1e-4, `${heightKm}: ${found.heightKm}`);
        const turned = Math.abs(((found.lonDeg - lonDeg + 540) % 360) - 180);
        assert.ok(turned * Math.cos((latDeg * Math.PI) / 180) < 1e-7, `${lonDeg}: ${found.lonDeg}`);
      },
    ),
  );
  t.true(Object.values(geodeticOf(Number.NaN, Number.NaN, Number.NaN)).every(Number.isNaN));
});
