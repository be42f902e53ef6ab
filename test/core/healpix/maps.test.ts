import test from 'ava';
import fc from 'fast-check';
import { createCore, type Scheme } from '../../../src/core/index.js';
import { cellsIn, f64s, GOLDEN } from './golden.js';

const core = await createCore({ maxMegabytes: 8 });
const share = fc.integer({ min: 0, max: 2 ** 31 - 1 }).map((k) => k / 2 ** 31);

test('cells and weights of an interpolation are healpy’s', (t) => {
  for (const { nside, ...set } of GOLDEN) {
    const hp = core.healpix(nside, 'ring', 'bigint');
    const { pix, weights } = hp.interpolation(f64s(set.interpolated), 'ang');
    const cells = cellsIn(set.interpolationCells);
    const expected = f64s(set.interpolationWeights);
    // A cell's part of an ulp, as healpy has it too.
    const limit = 4e-15 * Math.max(nside, 4);
    for (let i = 0; i < weights.length; i += 4) {
      const found = new Map<bigint, number>();
      for (let k = i; k < i + 4; k++) {
        found.set(pix[k] as bigint, (found.get(pix[k] as bigint) ?? 0) + (weights[k] as number));
        found.set(cells[k] as bigint, (found.get(cells[k] as bigint) ?? 0) - (expected[k] as number));
      }
      t.true(Math.max(...[...found.values()].map(Math.abs)) < limit, `nside ${nside}, point ${i / 4}`);
    }
  }
});

/** The rings of a grid as lists of centres, and straight lines between them. */
function slowly(nside: number, map: readonly number[], theta: number, phi: number): number {
  const hp = core.healpix(nside, 'ring', 'int32');
  const rings = new Map<number, { phi: number; value: number }[]>();
  for (let pix = 0; pix < hp.cellCount; pix++) {
    const [ringTheta, cellPhi] = hp.pix2ang(pix);
    rings.set(ringTheta, [...(rings.get(ringTheta) ?? []), { phi: cellPhi, value: map[pix] as number }]);
  }
  const along = (cells: { phi: number; value: number }[]): number => {
    const step = (2 * Math.PI) / cells.length;
    for (const { phi: west, value } of cells) {
      const part = ((((phi - west) / step) % cells.length) + cells.length) % cells.length;
      if (part >= 1) continue;
      const next = cells.find(
        (cell) => Math.abs(((cell.phi - west - step + 7) % (2 * Math.PI)) - (7 % (2 * Math.PI))) < 1e-9,
      );
      return value * (1 - part) + (next?.value ?? Number.NaN) * part;
    }
    return Number.NaN;
  };
  const mean = (cells: { value: number }[]): number => cells.reduce((sum, { value }) => sum + value / cells.length, 0);
  const lines = [...rings].map(([ringTheta, cells]) => ({ theta: ringTheta, value: along(cells) }));
  const all = [
    { theta: 0, value: mean([...rings.values()][0] ?? []) },
    ...lines,
    { theta: Math.PI, value: mean([...rings.values()].at(-1) ?? []) },
  ];
  const below = all.findIndex((line, k) => k > 0 && theta <= line.theta);
  const [a, b] = [all[below - 1], all[below]] as [{ theta: number; value: number }, { theta: number; value: number }];
  const part = (theta - a.theta) / (b.theta - a.theta);
  return a.value * (1 - part) + b.value * part;
}

test('interpolated values are those of straight lines along rings and between them', (t) => {
  fc.assert(
    fc.property(fc.constantFrom(1, 2, 4), share, share, fc.infiniteStream(share), (nside, u, v, values) => {
      const map = Array.from({ length: 12 * nside ** 2 }, () => values.next().value as number);
      const [theta, phi] = [Math.acos(1 - 2 * u), 2 * Math.PI * v];
      const [value] = core.healpix(nside, 'ring').interpolate(map, [theta, phi], 'ang');
      t.true(Math.abs((value as number) - slowly(nside, map, theta, phi)) < 1e-12);
    }),
    { numRuns: 150 },
  );
});

test('a map is interpolated at all points, in either scheme, and exact at centres', (t) => {
  const [nested, rings] = [core.healpix(16), core.healpix(16, 'ring')];
  const map = Float64Array.from({ length: nested.cellCount }, (_, k) => Math.sin(k));
  const ringMap = map.map((_, ring) => map[rings.toNested(ring)] as number);
  const points = Float64Array.from({ length: 2 * 5000 }, (_, k) => (k % 2 === 0 ? k : ((k * 7) % 180) - 90));
  const values = nested.interpolate(map, points);
  t.deepEqual(values, rings.interpolate(ringMap, points));
  t.is(values.length, 5000);
  const centres = nested.interpolate(map, nested.pix2lonLat(Int32Array.from(map, (_, k) => k)));
  t.true(Math.max(...centres.map((value, k) => Math.abs(value - (map[k] as number)))) < 1e-12);
  points[2 * 4500 + 1] = 91;
  t.throws(() => nested.interpolate(map, points), { message: 'point 4500: latDeg 91 is outside -90 to 90' });
  t.throws(() => nested.interpolate([1, 2, 3], points), {
    message: 'a map of 3 values: 3072 are needed, one for each cell of nside 16',
  });
});

test('a graded map has the parent’s value, or the mean of the children that have one', (t) => {
  const schemes: Scheme[] = ['nested', 'ring'];
  for (const [from, to] of schemes.flatMap((a) => schemes.map((b) => [a, b] as const))) {
    const [coarse, fine] = [core.healpix(2, from), core.healpix(8, to)];
    const map = Float64Array.from({ length: coarse.cellCount }, (_, k) => (k === 3 ? Number.NaN : k));
    const finer = coarse.udGrade(map, fine);
    t.deepEqual(
      [...finer],
      [...finer].map((_, k) => map[coarse.vec2pix(...fine.pix2vec(k))] as number),
    );
    t.deepEqual(fine.udGrade(finer, coarse), map);
    const holed = Float64Array.from(finer, (value, k) => (k % 5 === 0 ? -1.6375e30 : value * (1 + (k % 3))));
    const means = [...map].map((_, k) => {
      const values = [...coarse.children(k, fine)].map((child) => holed[child] as number).filter((v) => v > -1);
      return values.reduce((sum, value) => sum + value, 0) / values.length;
    });
    fine.udGrade(holed, coarse).forEach((value, k) => {
      if (Number.isNaN(means[k])) t.true(Number.isNaN(value));
      else t.true(Math.abs(value - (means[k] as number)) < 1e-12);
    });
    const whole = coarse.udGrade(map, fine, { power: -2 });
    t.is(whole[0], (finer[0] as number) / 16);
    const pessimistic = fine.udGrade(holed, coarse, { pessimistic: true });
    t.deepEqual(
      [...pessimistic].map((value) => Number.isNaN(value)),
      [...map].map((_, k) => [...coarse.children(k, fine)].some((child) => child % 5 === 0) || k === 3),
    );
  }
  t.deepEqual(
    [...core.healpix(1).udGrade(Float32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -1.6375e30), core.healpix(1))].at(-1),
    Number.NaN,
  );
});
