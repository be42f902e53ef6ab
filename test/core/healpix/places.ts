import fc from 'fast-check';

/** Numbers in [0, 1), evenly spread. */
export const share = fc.integer({ min: 0, max: 2 ** 31 - 1 }).map((k) => k / 2 ** 31);

/** Places evenly spread over the sphere, often on edges of cells. */
export const places = fc.record({
  lon: fc.oneof(
    share.map((u) => 800 * u - 400),
    fc.integer({ min: -512, max: 1024 }).map((k) => (k * 45) / 64),
    fc.constantFrom(0, -0, 90, 180, -180, 360, 359.99999999999994, -1e-20, 1e-20, 720),
  ),
  lat: fc.oneof(
    share.map((u) => (Math.asin(2 * u - 1) * 180) / Math.PI),
    fc.integer({ min: -64, max: 64 }).map((k) => (Math.asin(k / 64) * 180) / Math.PI),
    fc.constantFrom(90, -90, 0, 89.99999999999999, 41.81031489577859, 41.8103148957786, -41.81031489577859),
  ),
});
