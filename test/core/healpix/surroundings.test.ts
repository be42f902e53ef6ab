import test from 'ava';
import fc from 'fast-check';
import { createCore } from '../../../src/core/index.js';
import { cellsIn, f64s, GOLDEN } from './golden.js';

const core = await createCore({ maxMegabytes: 8 });
const NONE = 2n ** 64n - 1n;
const cellsOf = fc
  .integer({ min: 0, max: 29 })
  .chain((order) =>
    fc.record({ order: fc.constant(order), pix: fc.bigInt({ min: 0n, max: 12n * 4n ** BigInt(order) - 1n }) }),
  );

const sorted = (cells: Iterable<number>): number[] => [...cells].sort((a, b) => a - b);

/** Cells that touch each other, by the corners that they have in common. */
function touching(nside: number): Map<number, Set<number>> {
  const hp = core.healpix(nside, 'ring', 'int32');
  const byCorner = new Map<string, number[]>();
  for (let pix = 0; pix < hp.cellCount; pix++) {
    const corners = hp.boundaries(pix, { as: 'vec' });
    for (let k = 0; k < 12; k += 3) {
      const name = corners
        .slice(k, k + 3)
        .map((value) => Math.round(value * 1e9) + 0)
        .join(' ');
      byCorner.set(name, [...(byCorner.get(name) ?? []), pix]);
    }
  }
  const near = new Map<number, Set<number>>();
  for (const cells of byCorner.values()) {
    for (const a of cells) for (const b of cells) if (a !== b) near.set(a, (near.get(a) ?? new Set()).add(b));
  }
  return near;
}

test('neighbours are healpy’s, in its order, in both schemes', (t) => {
  for (const { nside, ring, neighbours } of GOLDEN) {
    const [rings, nested] = [core.healpix(nside, 'ring', 'bigint'), core.healpix(nside, 'nested', 'bigint')];
    const cells = cellsIn(ring);
    const expected = cellsIn(neighbours);
    t.deepEqual(rings.neighbours(cells), expected, `nside ${nside}`);
    const around = nested.neighbours(rings.toNested(cells));
    t.deepEqual(
      around.map((cell) => (cell === NONE ? NONE : nested.toRing(cell))),
      expected,
    );
  }
});

test('neighbours are the cells that have a corner in common', (t) => {
  for (const nside of [1, 2, 4, 8, 16]) {
    const hp = core.healpix(nside, 'ring', 'int32');
    for (const [pix, expected] of touching(nside)) {
      const found = new Set([...hp.neighbours(pix)].filter((cell) => cell !== -1));
      t.deepEqual(sorted(found), sorted(expected), `cell ${pix} of nside ${nside}`);
    }
  }
});

test('a neighbour’s neighbour is the cell itself, at every order; none is missing but at eight corners', (t) => {
  fc.assert(
    fc.property(cellsOf, ({ order, pix }) => {
      const hp = core.healpix(2 ** order, 'ring', 'bigint');
      const around = [...hp.neighbours(pix)];
      t.true(around.filter((cell) => cell === NONE).length <= (order === 0 ? 2 : 1));
      for (const cell of around) if (cell !== NONE) t.true(hp.neighbours(cell).includes(pix));
    }),
    { numRuns: 300 },
  );
});

test('numbers of every form tell that a neighbour is missing', (t) => {
  t.deepEqual([...core.healpix(2, 'ring', 'int32').neighbours(12)].indexOf(-1), 3);
  t.deepEqual([...core.healpix(2, 'ring', 'float64').neighbours(12)].indexOf(-1), 3);
  t.deepEqual([...core.healpix(2, 'ring', 'bigint').neighbours(12n)].indexOf(NONE), 3);
});

test('boundaries are healpy’s to 1e-15, in all forms of points', (t) => {
  for (const { nside, ring, boundaries } of GOLDEN) {
    const hp = core.healpix(nside, 'ring', 'bigint');
    const cells = cellsIn(ring).filter((_, k) => k % 3 === 0);
    const found = hp.boundaries(cells, { step: 2, as: 'vec' });
    const expected = f64s(boundaries);
    t.is(found.length, expected.length);
    t.true(Math.max(...found.map((value, k) => Math.abs(value - (expected[k] as number)))) < 1e-15);
    const ang = hp.boundaries(cells, { step: 2, as: 'ang' });
    const lonLat = hp.boundaries(cells, { step: 2 });
    for (let k = 0; k < ang.length / 2; k++) {
      const [theta, phi] = ang.slice(2 * k, 2 * k + 2) as unknown as [number, number];
      const [lon, lat] = lonLat.slice(2 * k, 2 * k + 2) as unknown as [number, number];
      t.true(Math.abs(theta - ((90 - lat) * Math.PI) / 180) < 1e-15 && Math.abs(phi - (lon * Math.PI) / 180) < 2e-15);
      const x = Math.sin(theta) * Math.cos(phi);
      t.true(Math.abs(x - (found[3 * k] as number)) < 2e-15);
    }
  }
});

test('points a little inside of a cell’s edges are in the cell, and a little outside in its neighbours', (t) => {
  fc.assert(
    fc.property(cellsOf, fc.integer({ min: 1, max: 5 }), ({ order, pix }, step) => {
      const hp = core.healpix(2 ** order, 'nested', 'bigint');
      const centre = hp.pix2vec(pix);
      const edge = hp.boundaries(pix, { step, as: 'vec' });
      const moved = (share: number): Float64Array =>
        edge.map((value, k) => value + share * ((centre[k % 3] as number) - value));
      if (order < 22) t.deepEqual([...new Set(hp.vec2pix(moved(1e-6)))], [pix]);
      const around = new Set(hp.neighbours(pix));
      if (order > 0 && order < 22) for (const cell of hp.vec2pix(moved(-1e-6))) t.true(around.has(cell));
    }),
    { numRuns: 300 },
  );
});

test('a step out of range is refused, and a form of points that there is not', (t) => {
  const hp = core.healpix(4);
  for (const step of [0, 1.5, 65_537]) {
    t.throws(() => hp.boundaries(1, { step }), { message: `step ${step}: a whole number from 1 to 65536 is needed` });
  }
  t.throws(() => hp.boundaries(1, { as: 'xyz' as 'vec' }), { message: 'points as xyz: lonLat, ang or vec is needed' });
  t.is(hp.boundaries([1, 2], { step: 65_536 }).length, 2 * 4 * 65_536 * 2);
});
