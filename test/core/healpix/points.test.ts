import test from 'ava';
import fc from 'fast-check';
import { createCore, type Healpix, type Scheme } from '../../../src/core/index.js';
import { cellsIn, f64s, GOLDEN } from './golden.js';

const core = await createCore({ maxMegabytes: 8 });
const big = (nside: number, scheme: Scheme = 'nested'): Healpix<BigUint64Array> =>
  core.healpix(nside, scheme, 'bigint');
const nsides = fc.integer({ min: 0, max: 29 }).map((order) => 2 ** order);
const share = fc.integer({ min: 0, max: 2 ** 31 - 1 }).map((k) => k / 2 ** 31);
/** Even over the sphere, and often on edges of cells. */
const places = fc.record({
  lon: fc.oneof(
    share.map((u) => 800 * u - 400),
    fc.integer({ min: -512, max: 1024 }).map((k) => (k * 45) / 64),
    fc.constantFrom(0, -0, 90, 180, -180, 360, 359.99999999999994, -1e-20, 1e-20, 720),
  ),
  lat: fc.oneof(
    share.map((u) => (Math.asin(2 * u - 1) * 180) / Math.PI),
    fc.integer({ min: -64, max: 64 }).map((k) => (Math.asin(k / 64) * 180) / Math.PI),
    fc.integer({ min: -42, max: 42 }).map((k) => (Math.asin(k / 63) * 180) / Math.PI),
    fc.constantFrom(90, -90, 0, 89.99999999999999, 41.81031489577859, 41.8103148957786, -41.81031489577859),
    share.map((u) => 90 - 1e-9 * u),
  ),
});

test('points lie in healpy’s cells, in all three forms: all but those within 2e-15 nside of an edge', (t) => {
  for (const { nside, ...set } of GOLDEN) {
    const hp = big(nside);
    for (const [{ points, cells, edges, misplaced }, found] of [
      [set.angles, hp.ang2pix(f64s(set.angles.points))],
      [set.lonLat, hp.lonLat2pix(f64s(set.lonLat.points))],
      [set.vectors, hp.vec2pix(f64s(set.vectors.points))],
    ] as const) {
      const except = new Set([...edges, ...misplaced]);
      t.true(found.length >= 400 && except.size < 0.75 * found.length, `${except.size} of ${found.length}`);
      const expected = cellsIn(cells);
      const width = f64s(points).length / found.length;
      const wrong = [...found].flatMap((cell, k) =>
        cell === expected[k] || except.has(k)
          ? []
          : [
              `nside ${nside}, ${f64s(points)
                .slice(k * width, (k + 1) * width)
                .join(' ')}: ${cell}, healpy ${expected[k]}`,
            ],
      );
      t.deepEqual(wrong, []);
    }
  }
});

test('centres are healpy’s to 1e-15, and lie in their cells; both numberings are healpy’s', (t) => {
  for (const { nside, ...set } of GOLDEN) {
    const [hp, rings] = [big(nside), big(nside, 'ring')];
    const [nest, ring] = [cellsIn(set.nest), cellsIn(set.ring)];
    t.deepEqual(hp.toRing(nest), ring);
    t.deepEqual(rings.toNested(ring), nest);
    t.deepEqual(hp.toNested(nest), nest);
    const farthest = (found: Float64Array, healpy: Float64Array): number =>
      Math.max(...found.map((value, k) => Math.abs(value - (healpy[k] ?? Number.NaN))));
    t.true(farthest(hp.pix2ang(nest), f64s(set.centresAngles)) < 1.8e-15);
    t.true(farthest(hp.pix2vec(nest), f64s(set.centresVectors)) < 1e-15);
    const degrees = f64s(set.centresAngles).map((rad, k, all) =>
      k % 2 === 0 ? ((all[k + 1] as number) * 180) / Math.PI : 90 - ((all[k - 1] as number) * 180) / Math.PI,
    );
    t.true(farthest(hp.pix2lonLat(nest), degrees) < 1.2e-13);
    t.deepEqual(rings.pix2ang(ring), hp.pix2ang(nest));
    t.deepEqual(rings.pix2vec(ring), hp.pix2vec(nest));
    t.deepEqual(rings.pix2lonLat(ring), hp.pix2lonLat(nest));
    t.deepEqual(hp.ang2pix(hp.pix2ang(nest)), nest);
    t.deepEqual(hp.vec2pix(hp.pix2vec(nest)), nest);
    t.deepEqual(hp.lonLat2pix(hp.pix2lonLat(nest)), nest);
  }
});

test('a point’s RING number is that of its NESTED cell, on every edge, and its cell is part of those of lower orders', (t) => {
  fc.assert(
    fc.property(nsides, fc.array(places, { minLength: 1, maxLength: 9 }), (nside, points) => {
      const lonLat = points.flatMap(({ lon, lat }) => [lon, lat]);
      const ang = points.flatMap(({ lon, lat }) => [((90 - lat) * Math.PI) / 180, (lon * Math.PI) / 180]);
      const [hp, rings, whole] = [big(nside), big(nside, 'ring'), big(2 ** 29)];
      const nest = hp.lonLat2pix(lonLat);
      t.deepEqual(hp.toRing(nest), rings.lonLat2pix(lonLat));
      t.deepEqual(rings.toNested(rings.lonLat2pix(lonLat)), nest);
      t.deepEqual(hp.toRing(hp.ang2pix(ang)), rings.ang2pix(ang));
      const levels = BigInt(2 * (29 - hp.order));
      t.deepEqual(
        whole.lonLat2pix(lonLat).map((cell) => cell >> levels),
        nest,
      );
    }),
    { numRuns: 400 },
  );
});

test('RING numbers become NESTED ones and back, and tell the same centres: all to nside 32, then those at the ends of rings', (t) => {
  const ringsFirst = (nside: bigint, ring: bigint): bigint => {
    if (ring <= nside) return 2n * ring * (ring - 1n);
    if (ring <= 3n * nside) return 2n * nside * (nside - 1n) + (ring - nside) * 4n * nside;
    return 12n * nside * nside - 2n * (4n * nside - ring) * (4n * nside - ring + 1n);
  };
  for (let order = 0; order <= 29; order++) {
    const nside = 2n ** BigInt(order);
    const [hp, rings] = [big(2 ** order), big(2 ** order, 'ring')];
    const rings0 = Array.from({ length: 30 }, (_, k) => nside - nside / 2n ** BigInt(k));
    const some = [...rings0, ...rings0.map((ring) => ring + 1n), ...rings0.map((ring) => 4n * nside - 1n - ring)];
    const ends = some.flatMap((ring) => [0n, 1n].map((one) => ringsFirst(nside, ring + 1n) - one));
    const cells =
      order <= 5
        ? Array.from({ length: 12 * 4 ** order }, (_, k) => BigInt(k))
        : ends.filter((cell) => cell >= 0n && cell < 12n * nside * nside);
    const nested = rings.toNested(cells);
    t.deepEqual([...hp.toRing(nested)], cells);
    t.deepEqual(rings.pix2ang(cells), hp.pix2ang(nested));
    if (order <= 5) t.is(new Set(nested).size, cells.length);
  }
});

test('numbers of all forms, one point or many, in the core’s memory or outside of it, are the same', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 13 }), fc.array(places, { minLength: 1, maxLength: 5 }), (order, points) => {
      const nside = 2 ** order;
      const lonLat = points.flatMap(({ lon, lat }) => [lon, lat]);
      for (const scheme of ['nested', 'ring'] as const) {
        const cells = [...core.healpix(nside, scheme, 'int32').lonLat2pix(lonLat)];
        t.deepEqual([...core.healpix(nside, scheme, 'float64').lonLat2pix(lonLat)], cells);
        t.deepEqual([...big(nside, scheme).lonLat2pix(lonLat)], cells.map(BigInt));
        const hp = core.healpix(nside, scheme, 'int32');
        t.deepEqual(
          points.map(({ lon, lat }) => hp.lonLat2pix(lon, lat)),
          cells,
        );
        t.deepEqual(
          cells.flatMap((cell) => hp.pix2lonLat(cell)),
          [...hp.pix2lonLat(cells)],
        );
        const inCore = core.allocate(Float64Array, lonLat.length);
        const out = core.allocate(Int32Array, points.length);
        inCore.set(lonLat);
        t.is(hp.lonLat2pix(inCore, out), out);
        t.deepEqual([...out], cells);
        t.deepEqual([...hp.lonLat2pix(inCore)], cells);
        t.is(hp.toNested(out, out), out);
        t.deepEqual([...out], [...hp.toNested(cells)]);
        core.free(inCore);
        core.free(out);
      }
    }),
    { numRuns: 100 },
  );
});

test('batches larger than what passes through the core at once come out whole', (t) => {
  const count = 30_001;
  const hp = core.healpix(1024);
  const lonLat = Float64Array.from({ length: 2 * count }, (_, k) => (k % 2 === 0 ? k * 0.7 : ((k * 7) % 180) - 90));
  const cells = hp.lonLat2pix(lonLat);
  const inCore = core.allocate(Float64Array, 2 * count);
  inCore.set(lonLat);
  t.deepEqual(hp.lonLat2pix(inCore), cells);
  t.is(cells[count - 1], hp.lonLat2pix(lonLat[2 * count - 2] as number, lonLat[2 * count - 1] as number));
  lonLat[2 * 25_000 + 1] = 90.5;
  t.throws(() => hp.lonLat2pix(lonLat), { message: 'point 25000: latDeg 90.5 is outside -90 to 90' });
  core.free(inCore);
});
