import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { geodeticOf } from '../../src/web/data/geodetic.js';

const A = 6378.137;
const E2 = 0.0066943799901413165;

test('a place on the ellipsoid and a height are found again', (t) => {
  const degrees = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
  fc.assert(
    fc.property(degrees(90), degrees(180), fc.double({ min: -10, max: 45_000, noNaN: true }), (lat, lon, height) => {
      const [phi, lambda] = [(lat * Math.PI) / 180, (lon * Math.PI) / 180];
      const n = A / Math.sqrt(1 - E2 * Math.sin(phi) ** 2);
      const p = (n + height) * Math.cos(phi);
      const z = (n * (1 - E2) + height) * Math.sin(phi);
      const found = geodeticOf(p * Math.cos(lambda), p * Math.sin(lambda), z);
      assert.ok(Math.abs(found.latDeg - lat) < 1e-7, `${lat}: ${found.latDeg}`);
      assert.ok(Math.abs(found.heightKm - height) < 1e-4, `${height}: ${found.heightKm}`);
      const turned = Math.abs(((found.lonDeg - lon + 540) % 360) - 180);
      assert.ok(turned * Math.cos(phi) < 1e-7, `${lon}: ${found.lonDeg}`);
    }),
  );
  t.pass();
});

test('what is no position is no place', (t) => {
  t.true(Object.values(geodeticOf(Number.NaN, Number.NaN, Number.NaN)).every(Number.isNaN));
});
