import test from 'ava';
import fc from 'fast-check';
import { cellCount, cellResolutionDeg, createCore, type Healpix } from '../../../src/core/index.js';
import { places } from './places.js';
import { vectorOf, vectorsOf } from './slowDiscs.js';

const core = await createCore({ maxMegabytes: 8 });
const cellsOf = fc
  .integer({ min: 0, max: 13 })
  .chain((order) =>
    fc.record({ nside: fc.constant(2 ** order), pix: fc.integer({ min: 0, max: 12 * 4 ** order - 1 }) }),
  );
const sorted = (cells: Iterable<number>): number[] => [...cells].sort((a, b) => a - b);

test('a point’s RING number is that of its NESTED cell, on every edge, and its cell is part of those of lower orders', (t) => {
  const finest = core.healpix(8192);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 13 }), fc.array(places, { minLength: 1, maxLength: 9 }), (order, points) => {
      const lonLat = points.flatMap(({ lon, lat }) => [lon, lat]);
      const [nested, rings] = [core.healpix(2 ** order), core.healpix(2 ** order, 'ring')];
      const nest = nested.lonLat2pix(lonLat);
      t.deepEqual(nested.toRing(nest), rings.lonLat2pix(lonLat));
      t.deepEqual(rings.toNested(rings.lonLat2pix(lonLat)), nest);
      t.deepEqual(
        finest.lonLat2pix(lonLat).map((cell) => cell >> (2 * (13 - order))),
        nest,
      );
    }),
    { numRuns: 100 },
  );
});

test('one point or cell or many, in the core’s memory or outside of it, have the same answers', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 13 }), fc.array(places, { minLength: 1, maxLength: 5 }), (order, points) => {
      const lonLat = points.flatMap(({ lon, lat }) => [lon, lat]);
      for (const scheme of ['nested', 'ring'] as const) {
        const hp = core.healpix(2 ** order, scheme);
        const cells = [...hp.lonLat2pix(lonLat)];
        t.deepEqual(
          points.map(({ lon, lat }) => hp.lonLat2pix(lon, lat)),
          cells,
        );
        t.deepEqual(
          cells.flatMap((cell) => hp.pix2lonLat(cell)),
          [...hp.pix2lonLat(cells)],
        );
        t.deepEqual(
          cells.map((cell) => hp.toNested(cell)),
          [...hp.toNested(cells)],
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
    { numRuns: 30 },
  );
});

test('cell sizes are the specification’s, to four decimals', (t) => {
  t.deepEqual([32, 64, 128, 256].map(cellResolutionDeg), [1.8323, 0.9161, 0.4581, 0.229]);
});

test('batches larger than the stage are complete', (t) => {
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

/** Maps each cell to the cells that share a corner with it. */
function touching(hp: Healpix): Map<number, Set<number>> {
  const byCorner = new Map<string, number[]>();
  for (let pix = 0; pix < hp.cellCount; pix++) {
    for (const corner of vectorsOf(hp.boundaries(pix))) {
      const name = corner.map((value) => Math.round(value * 1e9) + 0).join(' ');
      byCorner.set(name, [...(byCorner.get(name) ?? []), pix]);
    }
  }
  const near = new Map<number, Set<number>>();
  for (const cells of byCorner.values()) {
    for (const a of cells) for (const b of cells) if (a !== b) near.set(a, (near.get(a) ?? new Set()).add(b));
  }
  return near;
}

test('neighbours are the cells that have a corner in common; -1 stands where there is none', (t) => {
  t.is(core.healpix(2, 'ring').neighbours(12).indexOf(-1), 3);
  for (const nside of [1, 2, 4, 8]) {
    const hp = core.healpix(nside, 'ring');
    for (const [pix, expected] of touching(hp)) {
      const found = new Set([...hp.neighbours(pix)].filter((cell) => cell !== -1));
      t.deepEqual(sorted(found), sorted(expected), `cell ${pix} of nside ${nside}`);
    }
  }
});

test('a neighbour’s neighbour is the cell itself, at every order; none is missing but at eight corners', (t) => {
  fc.assert(
    fc.property(cellsOf, ({ nside, pix }) => {
      const hp = core.healpix(nside, 'ring');
      const around = [...hp.neighbours(pix)];
      t.true(around.filter((cell) => cell === -1).length <= (nside === 1 ? 2 : 1));
      for (const cell of around) if (cell !== -1) t.true(hp.neighbours(cell).includes(pix));
    }),
    { numRuns: 100 },
  );
});

test('points a little inside of a cell’s edges are in the cell, and a little outside in its neighbours', (t) => {
  fc.assert(
    fc.property(cellsOf, fc.integer({ min: 1, max: 5 }), ({ nside, pix }, step) => {
      const hp = core.healpix(nside);
      const centre = vectorOf(...hp.pix2lonLat(pix));
      const edge = vectorsOf(hp.boundaries(pix, { step }));
      const moved = (part: number): number[] =>
        edge.flatMap((point) => {
          const [x = 0, y = 0, z = 0] = point.map((value, k) => value + part * ((centre[k] as number) - value));
          return [(Math.atan2(y, x) * 180) / Math.PI, (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI];
        });
      t.deepEqual([...new Set(hp.lonLat2pix(moved(1e-6)))], [pix]);
      const around = new Set(hp.neighbours(pix));
      if (nside > 1) for (const cell of hp.lonLat2pix(moved(-1e-6))) t.true(around.has(cell));
    }),
    { numRuns: 100 },
  );
});

test('values out of range are refused with the range; batches name the index', (t) => {
  const message = (run: () => unknown): string => t.throws(run, { instanceOf: RangeError })?.message ?? '';
  const hp = core.healpix(2);
  for (const nside of [0, -4, 48, 1.5, 16_384, Number.NaN]) {
    t.is(
      message(() => core.healpix(nside)),
      `nside ${nside}: a power of two from 1 to 8192 is needed`,
    );
  }
  const cases: [run: () => unknown, expected: string][] = [
    [() => cellCount(48), 'nside 48: a power of two from 1 to 8192 is needed'],
    [() => cellResolutionDeg(48), 'nside 48: a power of two from 1 to 8192 is needed'],
    [() => core.healpix(2, 'nest' as 'ring'), 'scheme "nest": nested or ring is needed'],
    [() => hp.lonLat2pix(0, 90.5), 'latDeg 90.5 is outside -90 to 90'],
    [() => hp.lonLat2pix(Number.NaN, 0), 'lonDeg NaN is not a finite number of degrees'],
    [() => hp.lonLat2pix([0, 0, 1, Number.NaN]), 'point 1: latDeg NaN is outside -90 to 90'],
    [() => hp.lonLat2pix([0, 0, Infinity, 0, 1, 1]), 'point 1: lonDeg Infinity is not a finite number of degrees'],
    [() => hp.lonLat2pix([0, 0, 1]), '3 numbers are no whole points: each has 2'],
    [() => hp.pix2lonLat(48), 'ipix 48 is not a whole number from 0 to 47, the cells of nside 2'],
    [() => hp.toRing(-1), 'ipix -1 is not a whole number from 0 to 47, the cells of nside 2'],
    [() => hp.neighbours(0.5), 'ipix 0.5 is not a whole number from 0 to 47, the cells of nside 2'],
    [() => hp.pix2lonLat([3, 4.5]), 'cell 1: ipix 4.5 is not a whole number from 0 to 47, the cells of nside 2'],
    [
      () => hp.pix2lonLat(Int32Array.of(1, 2, 3, -7, 99)),
      'cell 3: ipix -7 is not a whole number from 0 to 47, the cells of nside 2',
    ],
    [() => hp.lonLat2pix([1, 2], new Int32Array(2)), 'out has 2 elements: 1 are needed'],
    [() => hp.boundaries(1, { step: 0 }), 'step 0: a whole number from 1 to 1024 is needed'],
    [() => hp.boundaries(1, { step: 1025 }), 'step 1025: a whole number from 1 to 1024 is needed'],
    [() => hp.disc(0, 91, 1), 'latDeg 91 is outside -90 to 90'],
    [() => hp.disc(Number.NaN, 0, 1), 'lonDeg NaN is not a finite number of degrees'],
    [() => hp.disc(0, 0, -1), 'radiusDeg -1: 0 to 180 is needed'],
    [() => hp.disc(0, 0, Number.NaN), 'radiusDeg NaN: 0 to 180 is needed'],
  ];
  for (const [run, expected] of cases) t.is(message(run), expected);
  t.is(hp.boundaries([1, 2], { step: 1024 }).length, 2 * 4 * 1024 * 2);
});

test('arrays in the core’s memory begin as zeros, are freed once, and fail without room', (t) => {
  const array = core.allocate(Int32Array, 5);
  t.deepEqual([...array], [0, 0, 0, 0, 0]);
  array.fill(7);
  core.free(array);
  t.deepEqual([...core.allocate(Int32Array, 5)], [0, 0, 0, 0, 0]);
  t.throws(() => core.free(Int32Array.of(1)), { message: 'the array is none that allocate gave, or is free already' });
  const other = core.allocate(Uint8Array, 1);
  core.free(other);
  t.throws(() => core.free(other), { message: 'the array is none that allocate gave, or is free already' });
  t.throws(() => core.allocate(Float64Array, -1), { message: 'length -1: a whole number from 0 is needed' });
  t.throws(() => core.allocate(Float64Array, 1e7), {
    instanceOf: RangeError,
    message: /^the core's memory has no room for 10000000 elements of Float64Array: \d+ bytes are free$/,
  });
});
