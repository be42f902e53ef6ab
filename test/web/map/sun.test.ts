import test from 'ava';
import { subsolarPoint } from '../../../src/web/map/sun.js';

test('the sun stands where almanacs have it', (t) => {
  // Solstices and an equinox (USNO), at which the declination is 23.44, 0 and -23.44 degrees; the equation of time
  // gives the longitude at 12:00 UTC.
  for (const [time, latDeg, lonDeg] of [
    ['2024-06-20T20:51:00Z', 23.44, undefined],
    ['2024-03-20T03:06:00Z', 0, undefined],
    ['2025-12-21T15:03:00Z', -23.44, undefined],
    // 16.4 minutes ahead early in November, 14.2 behind in the middle of February.
    ['2025-11-03T12:00:00Z', undefined, -4.1],
    ['2026-02-11T12:00:00Z', undefined, 3.56],
  ] as const) {
    const found = subsolarPoint(Date.parse(time));
    if (latDeg !== undefined) t.true(Math.abs(found.latDeg - latDeg) < 0.02, `${time}: ${found.latDeg}`);
    if (lonDeg !== undefined) t.true(Math.abs(found.lonDeg - lonDeg) < 0.05, `${time}: ${found.lonDeg}`);
  }
});
