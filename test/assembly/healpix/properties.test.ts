import test from 'ava';
import fc from 'fast-check';
import { kernels } from '../../helpers/kernels.js';
import { allCentres, cellInPlane, ringNumbers, unproject } from './projectionPlane.js';

const { core, memory, alloc } = kernels(4);
const view = new DataView(memory.buffer);
const out = alloc(16);

const nsides = fc.integer({ min: 0, max: 13 }).map((order) => 2 ** order);
const cellsOf = (nside: fc.Arbitrary<number>) =>
  nside.chain((n) => fc.record({ nside: fc.constant(n), ipix: fc.integer({ min: 0, max: 12 * n * n - 1 }) }));
/** Evenly spread from 0 to below 1; fc.double would favour numbers close to 0. */
const share = fc.integer({ min: 0, max: 2 ** 31 - 1 }).map((k) => k / 2 ** 31);
/**
 * Points evenly spread over the sphere, often on the poles, on edges of the base cells, or on the border between polar
 * caps and equatorial belt.
 */
const points = fc.record({
  lonRad: fc.oneof(
    share.map((u) => 21 * u - 7),
    fc.integer({ min: -8, max: 16 }).map((k) => (k * Math.PI) / 4),
    // Longitudes of cells' corners on that border, less the last digit of a double; the next line has them exactly.
    fc.integer({ min: 1, max: 256 }).map((k) => ((k * 90) / 64) * (1 - Number.EPSILON / 2) * (Math.PI / 180)),
    fc.integer({ min: 0, max: 256 }).map((k) => ((k * 90) / 64) * (Math.PI / 180)),
  ),
  latRad: fc.oneof(
    share.map((u) => Math.asin(2 * u - 1)),
    fc.constantFrom(...[90, -90, 0, 41.81031489577859, -41.81031489577859].map((deg) => deg * (Math.PI / 180))),
    share.map((u) => Math.PI / 2 - 0.02 * u),
  ),
});

function centreOf(nside: number, ipix: number) {
  core.pix2angNest(nside, ipix, out);
  return { lonRad: view.getFloat64(out, true), latRad: view.getFloat64(out + 8, true) };
}

type Angles = ReturnType<typeof centreOf>;

/** Great-circle distance between two directions in radians (haversine). */
function distance(a: Angles, b: Angles): number {
  const h =
    Math.sin((a.latRad - b.latRad) / 2) ** 2 +
    Math.cos(a.latRad) * Math.cos(b.latRad) * Math.sin((a.lonRad - b.lonRad) / 2) ** 2;
  return 2 * Math.asin(Math.min(1, Math.sqrt(h)));
}

test('a point lies in the cell that is drawn around it in the projection plane', (t) => {
  let compared = 0;
  fc.assert(
    fc.property(nsides, points, (nside, { lonRad, latRad }) => {
      const { ipix, clearance } = cellInPlane(nside, lonRad, latRad);
      if (clearance < 1e-9) return;
      compared++;
      t.is(core.ang2pixNest(nside, lonRad, latRad), ipix);
    }),
    { numRuns: 600, examples: [1, 64, 8192].map((nside) => [nside, { lonRad: 1, latRad: 0.4 }]) },
  );
  t.true(compared >= 3);
});

test('RING numbers count the cells from north to south and eastwards, and lead back to the NESTED ones', (t) => {
  for (const nside of [1, 2, 4, 8, 16, 32]) {
    const expected = ringNumbers(nside);
    const cells = [...expected.keys()];
    t.deepEqual(
      cells.map((nest) => core.nest2ring(nside, nest)),
      expected,
    );
    t.deepEqual(
      expected.map((ring) => core.ring2nest(nside, ring)),
      cells,
    );
  }
  fc.assert(
    fc.property(cellsOf(nsides), ({ nside, ipix }) => {
      t.is(core.nest2ring(nside, core.ring2nest(nside, ipix)), ipix);
      t.is(core.ring2nest(nside, core.nest2ring(nside, ipix)), ipix);
    }),
  );
});

test('centres are those of the squares in the projection plane', (t) => {
  for (const nside of [1, 2, 4, 8, 16]) {
    const farthest = allCentres(nside).map((centre, nest) => distance(unproject(centre), centreOf(nside, nest)));
    t.is(farthest.length, 12 * nside * nside);
    t.true(Math.max(...farthest) < 1e-14);
  }
});
