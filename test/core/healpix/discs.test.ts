import test from 'ava';
import fc from 'fast-check';
import { createCore } from '../../../src/core/index.js';
import { places, share } from './places.js';
import { slowCells, slowDisc, vectorOf } from './slowDiscs.js';

const core = await createCore({ maxMegabytes: 16 });
const NSIDES = [1, 2, 4, 8];
const CELLS = new Map(NSIDES.map((nside) => [nside, slowCells(nside)]));
const radii = fc.oneof(
  share.map((u) => 180 * u),
  share.map((u) => 10 * u),
  fc.constantFrom(0, 90, 180, 45),
);

test('a disc has the cells with their centres in it, or all that it touches, as a look at every cell finds', (t) => {
  let decided = 0;
  fc.assert(
    fc.property(fc.constantFrom(...NSIDES), places, radii, (nside, { lon, lat }, radius) => {
      const hp = core.healpix(nside);
      const cells = hp.disc(lon, lat, radius, { inclusive: true });
      const strict = new Set(hp.disc(lon, lat, radius));
      const touched = new Set(cells);
      const own = hp.lonLat2pix(lon, lat);
      const wrong: string[] = [];
      CELLS.get(nside)?.forEach((cell, pix) => {
        const expected = slowDisc(cell, vectorOf(lon, lat), (radius * Math.PI) / 180, pix === own);
        if ((expected.strict ?? strict.has(pix)) !== strict.has(pix)) wrong.push(`centre of ${pix}`);
        if ((expected.touched ?? touched.has(pix)) !== touched.has(pix)) wrong.push(`cell ${pix}`);
        if (expected.touched !== undefined) decided++;
      });
      t.deepEqual(wrong, [], `nside ${nside}`);
      t.true(cells.every((cell, k) => k === 0 || cell > (cells[k - 1] as number)));
      const rings = core.healpix(nside, 'ring').disc(lon, lat, radius, { inclusive: true });
      t.deepEqual(rings, hp.toRing(cells).sort(), `rings of nside ${nside}`);
    }),
    { numRuns: 40 },
  );
  t.true(decided > 1500);
});

test('small discs at nside 8192 are found as large ones are', (t) => {
  const hp = core.healpix(8192);
  const size = hp.resolutionDeg;
  for (const [lon, lat] of [
    [13.4, 52.5],
    [0, 90],
    [90, -89.9999],
    [45, 0],
    [180, 41.8103148957786],
  ] as const) {
    const own = hp.lonLat2pix(lon, lat);
    const [x, y] = hp.pix2lonLat(own);
    t.deepEqual([...hp.disc(x, y, 0.2 * size)], [own]);
    t.deepEqual([...hp.disc(x, y, 0.2 * size, { inclusive: true })], [own]);
    const touched = new Set(hp.disc(x, y, size, { inclusive: true }));
    const [middle, north, east] = [vectorOf(x, y), vectorOf(x, y + 90), vectorOf(x + 90, 0)];
    const around = Array.from({ length: 64 }, (_, k) => {
      const [u, v] = [Math.cos(k) * 0.999 * size * (Math.PI / 180), Math.sin(k) * 0.999 * size * (Math.PI / 180)];
      const at = (i: 0 | 1 | 2): number => middle[i] + u * north[i] + v * east[i];
      return [
        (Math.atan2(at(1), at(0)) * 180) / Math.PI,
        (Math.atan2(at(2), Math.hypot(at(0), at(1))) * 180) / Math.PI,
      ];
    });
    const cells = new Set(hp.lonLat2pix(around.flat()));
    t.true(cells.size >= 4 && [...cells].every((cell) => touched.has(cell)));
    t.true([...touched].every((cell) => cell === own || hp.neighbours(own).includes(cell)));
  }
});

test('a disc of many ranges is complete', (t) => {
  const hp = core.healpix(1024);
  const cells = hp.disc(13.4, 52.5, 60);
  t.true(Math.abs(cells.length / hp.cellCount - 0.25) < 1e-3);
  t.true(cells.every((cell, k) => k === 0 || cell > (cells[k - 1] as number)));
});
