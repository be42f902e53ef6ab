import test, { type ExecutionContext } from 'ava';
import { golden } from '../../helpers/files.js';
import { createCore } from '../../../src/core/index.js';
import { vectorsOf } from './slowDiscs.js';

/** Points in degrees, as scripts/goldens/healpix.py writes them: base64 of float64 arrays. */
interface Points {
  lonDeg: string;
  latDeg: string;
}
interface Numbers {
  nside: number;
  nest: string;
  ring: string;
}
interface Cells extends Numbers {
  nestMisplaced: number[];
  ringMisplaced: number[];
  cosineMisrounded: number[];
}

/** Answers for one nside in grids.json, which scripts/goldens/healpixGrids.py writes. */
interface Grid extends Numbers {
  lonLat: { points: string; cells: string; edges: number[]; misplaced: number[] };
  centresAngles: string;
  neighbours: string;
  boundaries: string;
}

const NSIDES = Array.from({ length: 14 }, (_, order) => 2 ** order);
const core = await createCore({ maxMegabytes: 8 });

const bytesOf = (base64: string): ArrayBuffer => Uint8Array.from(Buffer.from(base64, 'base64')).buffer;
const f64s = (base64: string): Float64Array => new Float64Array(bytesOf(base64));
const i32s = (base64: string): Int32Array => new Int32Array(bytesOf(base64));
/** Reads cell numbers of grids.json, which are 64-bit integers there. */
const cellsIn = (base64: string): Int32Array => Int32Array.from(new BigInt64Array(bytesOf(base64)), Number);
/** Golden grids with an nside that the core supports. */
const GRIDS = (golden('healpix/grids') as { sets: Grid[] }).sets.filter(({ nside }) => nside <= 8192);

/** Longitudes and latitudes of points, alternating. */
function lonLatOf({ lonDeg, latDeg }: Points): Float64Array {
  const lat = f64s(latDeg);
  return Float64Array.from([...f64s(lonDeg)].flatMap((lon, k) => [lon, lat[k] ?? Number.NaN]));
}

/** Lists the points found in another cell than healpy's, one text each, except the points numbered in `except`. */
function wrong(points: Float64Array, found: Int32Array, healpy: Int32Array, except: Iterable<number>): string[] {
  const exceptions = new Set(except);
  return [...healpy].flatMap((cell, k) =>
    found[k] === cell || exceptions.has(k)
      ? []
      : [`${points.slice(2 * k, 2 * k + 2).join(' ')}: ${found[k]}, healpy ${cell}`],
  );
}

function compare(t: ExecutionContext, points: Float64Array, set: Cells): void {
  const { nside, nestMisplaced, ringMisplaced, cosineMisrounded } = set;
  const [nested, rings] = [core.healpix(nside), core.healpix(nside, 'ring')];
  const [nest, ring] = [i32s(set.nest), i32s(set.ring)];
  const exceptions = new Set([...nestMisplaced, ...ringMisplaced, ...cosineMisrounded]).size;
  t.true(exceptions < 0.01 * nest.length, `${exceptions} exceptions among ${nest.length}`);
  const misplaced = wrong(points, nested.lonLat2pix(points), nest, [...nestMisplaced, ...cosineMisrounded]);
  t.deepEqual(misplaced, [], `NESTED, nside ${nside}`);
  // On some edges healpy gives one cell by NESTED and another by RING; the core gives the NESTED one for both.
  const nestOfRing = rings.toNested(ring);
  const ambiguous = [...nest].flatMap((cell, k) => (cell === nestOfRing[k] ? [] : [k]));
  t.true(ambiguous.length < 0.02 * nest.length, `${ambiguous.length} ambiguous among ${nest.length}`);
  const except = [...ringMisplaced, ...cosineMisrounded, ...ambiguous];
  t.deepEqual(wrong(points, rings.lonLat2pix(points), ring, except), [], `RING, nside ${nside}`);
}

test('poles, equator, rims, seams, an ulp beside them, and random points lie in healpy’s cells', (t) => {
  const { sets, ...places } = golden('healpix/sky') as Points & { sets: Cells[] };
  const points = lonLatOf(places);
  t.true(points.length > 4000);
  t.deepEqual(
    sets.map(({ nside }) => nside),
    NSIDES,
  );
  for (const set of sets) compare(t, points, set);
});

test('corners and edges of cells, and points an ulp beside them, lie in healpy’s cells', (t) => {
  const { sets } = golden('healpix/edges') as { sets: (Points & Cells)[] };
  t.deepEqual(
    sets.map(({ nside }) => nside),
    NSIDES,
  );
  for (const set of sets) compare(t, lonLatOf(set), set);
});

test('other points lie in healpy’s cells: all but those within 2e-15 nside of an edge', (t) => {
  for (const { nside, lonLat } of GRIDS) {
    const points = f64s(lonLat.points);
    const found = core.healpix(nside).lonLat2pix(points);
    const except = new Set([...lonLat.edges, ...lonLat.misplaced]);
    t.true(found.length >= 400 && except.size < 0.75 * found.length, `${except.size} of ${found.length}`);
    t.deepEqual(wrong(points, found, cellsIn(lonLat.cells), except), [], `nside ${nside}`);
  }
});

test('centres are healpy’s to 2e-13 degrees, and lie in their cells; both numberings are healpy’s', (t) => {
  const centresOf = ({ centresAngles }: Grid): Float64Array =>
    f64s(centresAngles).map((_, k, angles) => {
      const rad = k % 2 === 0 ? (angles[k + 1] as number) : Math.PI / 2 - (angles[k - 1] as number);
      return (rad * 180) / Math.PI;
    });
  const sets = [
    ...GRIDS.map((set) => ({
      nside: set.nside,
      nest: cellsIn(set.nest),
      ring: cellsIn(set.ring),
      centres: centresOf(set),
    })),
    ...(golden('healpix/centres') as { sets: (Points & Numbers)[] }).sets.map((set) => {
      return { nside: set.nside, nest: i32s(set.nest), ring: i32s(set.ring), centres: lonLatOf(set) };
    }),
  ];
  t.deepEqual(
    sets.slice(GRIDS.length).map(({ nside }) => nside),
    NSIDES,
  );
  for (const { nside, nest, ring, centres } of sets) {
    const [nested, rings] = [core.healpix(nside), core.healpix(nside, 'ring')];
    t.deepEqual(nested.toRing(nest), ring);
    t.deepEqual(rings.toNested(ring), nest);
    const found = nested.pix2lonLat(nest);
    const farthest = Math.max(...found.map((deg, k) => Math.abs(deg - (centres[k] ?? Number.NaN))));
    t.true(farthest < 2e-13, `nside ${nside}: ${farthest} degrees`);
    t.deepEqual(rings.pix2lonLat(ring), found);
    t.deepEqual(nested.lonLat2pix(found), nest);
  }
});

test('neighbours are healpy’s, in its order, in both schemes', (t) => {
  for (const { nside, ring, neighbours } of GRIDS) {
    const [rings, nested] = [core.healpix(nside, 'ring'), core.healpix(nside)];
    const cells = cellsIn(ring);
    const expected = cellsIn(neighbours);
    t.deepEqual(rings.neighbours(cells), expected, `nside ${nside}`);
    const around = nested.neighbours(rings.toNested(cells));
    t.deepEqual(
      around.map((cell) => (cell === -1 ? -1 : nested.toRing(cell))),
      expected,
    );
  }
});

test('boundaries are healpy’s to 2e-15, in both schemes', (t) => {
  for (const { nside, ring, boundaries } of GRIDS) {
    const rings = core.healpix(nside, 'ring');
    const cells = cellsIn(ring).filter((_, k) => k % 3 === 0);
    const found = rings.boundaries(cells, { step: 2 });
    t.deepEqual(core.healpix(nside).boundaries(rings.toNested(cells), { step: 2 }), found);
    const expected = f64s(boundaries);
    const vectors = vectorsOf(found).flat();
    t.is(vectors.length, expected.length);
    t.true(Math.max(...vectors.map((value, k) => Math.abs(value - (expected[k] as number)))) < 2e-15);
  }
});
