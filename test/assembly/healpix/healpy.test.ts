import { readFile } from 'node:fs/promises';
import test, { type ExecutionContext } from 'ava';
import { kernels } from '../../helpers/kernels.js';

/** test/golden/healpix: written by scripts/goldens/healpix.py, which tells more; arrays are base64, angles degrees. */
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
interface Points {
  lonDeg: string;
  latDeg: string;
}

const NSIDES = Array.from({ length: 14 }, (_, order) => 2 ** order);
const [NESTED, RING] = [0, 1];
const { core, alloc, f64, i32 } = kernels(4);
const points = alloc(16 * 4096);
const cells = alloc(4 * 4096);
const results = alloc(4 * 4096);

async function golden<T>(name: string): Promise<T> {
  const file = new URL(`../../golden/healpix/${name}.json`, import.meta.url);
  const content: T = JSON.parse(await readFile(file, 'utf8'));
  return content;
}

function f64s(base64: string): number[] {
  const bytes = Buffer.from(base64, 'base64');
  return Array.from({ length: bytes.length / 8 }, (_, k) => bytes.readDoubleLE(8 * k));
}

function i32s(base64: string): number[] {
  const bytes = Buffer.from(base64, 'base64');
  return Array.from({ length: bytes.length / 4 }, (_, k) => bytes.readInt32LE(4 * k));
}

function interleaved(lonDeg: string, latDeg: string): number[] {
  const lat = f64s(latDeg);
  return f64s(lonDeg).flatMap((lon, k) => [lon, lat[k] ?? Number.NaN]);
}

/** Writes the points to the kernels' memory; gives their number. */
function load({ lonDeg, latDeg }: Points): number {
  const degrees = interleaved(lonDeg, latDeg);
  f64(points, degrees.length).set(degrees);
  return degrees.length / 2;
}

/** What differs, a line each: a failure that can be read. */
function wrong(found: Int32Array, healpy: number[], except: number[]): string[] {
  const point = (k: number): string => [...f64(points + 16 * k, 2)].join(' ');
  const exceptions = new Set(except);
  return healpy.flatMap((cell, k) =>
    found[k] === cell || exceptions.has(k) ? [] : [`${point(k)}: ${found[k]}, healpy ${cell}`],
  );
}

function compare(t: ExecutionContext, count: number, cellsOfSet: Cells): void {
  const { nside, nest, ring, nestMisplaced, ringMisplaced, cosineMisrounded } = cellsOfSet;
  const exceptions = new Set([...nestMisplaced, ...ringMisplaced, ...cosineMisrounded]).size;
  t.true(exceptions < 0.01 * count, `${exceptions} exceptions among ${count}`);
  t.is(core.cellsOfPoints(nside, NESTED, points, count, results), -1);
  const differentNest = wrong(i32(results, count), i32s(nest), [...nestMisplaced, ...cosineMisrounded]);
  t.deepEqual(differentNest, [], `NESTED, nside ${nside}`);
  // On some edges healpy's two schemes have different cells, of which the core has the NESTED one.
  i32(cells, count).set(i32s(ring));
  core.renumberCells(nside, RING, NESTED, cells, count, cells);
  const nestOfRing = i32(cells, count);
  const ambiguous = i32s(nest).flatMap((cell, k) => (cell === nestOfRing[k] ? [] : [k]));
  t.true(ambiguous.length < 0.02 * count, `${ambiguous.length} ambiguous among ${count}`);
  core.cellsOfPoints(nside, RING, points, count, results);
  const differentRing = wrong(i32(results, count), i32s(ring), [...ringMisplaced, ...cosineMisrounded, ...ambiguous]);
  t.deepEqual(differentRing, [], `RING, nside ${nside}`);
}

test('poles, equator, rims, seams, an ulp beside them, and random points lie in healpy’s cells', async (t) => {
  const { sets, ...places } = await golden<Points & { sets: Cells[] }>('sky');
  const count = load(places);
  t.true(count > 2000);
  t.deepEqual(
    sets.map(({ nside }) => nside),
    NSIDES,
  );
  for (const set of sets) compare(t, count, set);
});

test('corners and edges of cells, and points an ulp beside them, lie in healpy’s cells', async (t) => {
  const { sets } = await golden<{ sets: (Points & Cells)[] }>('edges');
  t.deepEqual(
    sets.map(({ nside }) => nside),
    NSIDES,
  );
  for (const set of sets) compare(t, load(set), set);
});

test('centres are healpy’s to 2e-13 degrees, in both numberings, and both numberings are healpy’s', async (t) => {
  const { sets } = await golden<{ sets: (Points & Numbers)[] }>('centres');
  t.deepEqual(
    sets.map(({ nside }) => nside),
    NSIDES,
  );
  for (const { nside, lonDeg, latDeg, ...numbers } of sets) {
    const nest = i32s(numbers.nest);
    const ring = i32s(numbers.ring);
    const count = nest.length;
    i32(cells, count).set(nest);
    core.renumberCells(nside, NESTED, RING, cells, count, results);
    t.deepEqual([...i32(results, count)], ring);
    core.centresOfCells(nside, NESTED, cells, count, points);
    const centres = [...f64(points, 2 * count)];
    const healpy = interleaved(lonDeg, latDeg);
    const farthest = Math.max(...centres.map((deg, k) => Math.abs(deg - (healpy[k] ?? Number.NaN))));
    t.true(farthest <= 2e-13, `nside ${nside}: ${farthest} degrees`);

    i32(cells, count).set(ring);
    core.renumberCells(nside, RING, NESTED, cells, count, results);
    t.deepEqual([...i32(results, count)], nest);
    core.centresOfCells(nside, RING, cells, count, points);
    t.deepEqual([...f64(points, 2 * count)], centres);
  }
});
