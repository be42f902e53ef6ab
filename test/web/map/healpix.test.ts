import assert from 'node:assert';
import { readFile } from 'node:fs/promises';
import test from 'ava';
import fc from 'fast-check';
import { cellCentre, cellOf as cellOfCore } from '../../../src/core/healpix.js';
import { cellOf, cellOutline, placeInCell, quartersOf, wrapLon } from '../../../src/web/map/healpix.js';
import { kernels } from '../../helpers/kernels.js';

const { core, alloc, memory } = kernels(2);
const bytes = new DataView(memory.buffer);
const scratch = alloc(16);
const NSIDES = [1, 2, 32, 64, 128, 256, 8192];

const nsides = fc.constantFrom(...NSIDES);
/** Rounding decides the cell of a point on an edge: these are at least a hundred millionth of a degree beside one. */
const places = fc.record({
  latDeg: fc.integer({ min: -89_999_999, max: 89_999_999 }).map((millionths) => millionths / 1e6 + 1.234e-8),
  lonDeg: fc.integer({ min: -400_000_000, max: 400_000_000 }).map((millionths) => millionths / 1e6 + 4.321e-8),
});

test('a place has the cell that the core gives it', (t) => {
  fc.assert(
    fc.property(nsides, places, (nside, place) => {
      assert.equal(cellOf(nside, place), cellOfCore(core, nside, place.latDeg, place.lonDeg));
    }),
    { numRuns: 20_000 },
  );
  t.pass();
});

test('points of the whole sky have healpy’s cells, or the cell beside where they lie on an edge', async (t) => {
  interface Sky {
    lonDeg: string;
    latDeg: string;
    sets: { nside: number; nest: string; nestMisplaced: number[] }[];
  }
  const file = new URL('../../golden/healpix/sky.json', import.meta.url);
  const sky = JSON.parse(await readFile(file, 'utf8')) as Sky;
  const f64 = (base64: string): Float64Array => new Float64Array(new Uint8Array(Buffer.from(base64, 'base64')).buffer);
  const i32 = (base64: string): Int32Array => new Int32Array(new Uint8Array(Buffer.from(base64, 'base64')).buffer);
  const lat = f64(sky.latDeg);
  const lon = f64(sky.lonDeg);
  const NUDGES = [0, 1e-9, -1e-9];
  t.true(lat.length > 2000);
  for (const { nside, nest, nestMisplaced } of sky.sets.filter((set) => NSIDES.includes(set.nside))) {
    const expected = i32(nest);
    const wrong = [...expected].filter((ipix, k) => {
      // The golden lists the points that healpy itself puts into a cell that does not exist or is far away.
      if (nestMisplaced.includes(k)) return false;
      const around = NUDGES.flatMap((north) =>
        NUDGES.map((east) => ({
          latDeg: Math.max(-90, Math.min(90, (lat[k] ?? 0) + north)),
          lonDeg: (lon[k] ?? 0) + east,
        })),
      );
      return !around.some((place) => cellOf(nside, place) === ipix);
    });
    t.deepEqual(wrong, [], `nside ${nside}`);
  }
});

test('the centre of a cell is where the core has it', (t) => {
  fc.assert(
    fc.property(nsides, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (nside, part) => {
      const ipix = Math.floor(part * 12 * nside * nside);
      const found = placeInCell(nside, ipix);
      const expected = cellCentre(core, bytes, scratch, nside, ipix);
      assert.ok(Math.abs(found.latDeg - expected.latDeg) < 1e-6, `latitude ${found.latDeg}, ${expected.latDeg}`);
      assert.ok(
        Math.abs(wrapLon(found.lonDeg - expected.lonDeg)) < 1e-9,
        `longitude ${found.lonDeg}, ${expected.lonDeg}`,
      );
    }),
  );
  t.pass();
});

test('every point inside a cell is in that cell', (t) => {
  const inside = fc.double({ min: 0.001, max: 0.999, noNaN: true });
  fc.assert(
    fc.property(fc.constantFrom(1, 64, 256), fc.nat(), inside, inside, (nside, seed, x, y) => {
      const ipix = seed % (12 * nside * nside);
      assert.equal(cellOf(nside, placeInCell(nside, ipix, x, y)), ipix);
    }),
    { numRuns: 2000 },
  );
  t.pass();
});

test('a cell’s outline runs along its edges: a little inwards is the cell, a little outwards a neighbour', (t) => {
  for (const ipix of [0, 4095, 4096 * 4 + 77, 49_151, 40_960]) {
    const centre = placeInCell(64, ipix);
    const outline = cellOutline(64, ipix);
    t.is(outline.length, 32);
    // Corners touch three neighbours, and a pole has no longitude: only the points between are moved.
    const between = outline.filter((_, k) => k % 8 !== 0);
    const moved = (part: number) =>
      between.map(({ latDeg, lonDeg }) => ({
        latDeg: centre.latDeg + part * (latDeg - centre.latDeg),
        lonDeg: centre.lonDeg + part * wrapLon(lonDeg - centre.lonDeg),
      }));
    t.true(moved(0.97).every((place) => cellOf(64, place) === ipix));
    t.true(moved(1.03).every((place) => cellOf(64, place) !== ipix));
  }
});

test('longitudes come out as 0 to 4 quarters and -180 to 180 degrees', (t) => {
  t.deepEqual([0, 90, 360, -90, -0.000001, 765].map(quartersOf), [0, 1, 0, 3, 4 - 0.000001 / 90, 0.5]);
  t.is(quartersOf(-1e-300), 0);
  t.deepEqual([180, -180, 540, -181, 12.5].map(wrapLon), [-180, -180, -180, 179, 12.5]);
});
