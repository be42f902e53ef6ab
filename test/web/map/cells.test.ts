import assert from 'node:assert';
import test from 'ava';
import fc from 'fast-check';
import { coloursOf, intensitiesOf, OUTSIDE, spanOf } from '../../../src/web/map/cells.js';
import { footprintEdges } from '../../../src/web/map/edges.js';
import { cellOf, nestedInRings, neighbourOf, placeInCell, wrapLon } from '../../../src/web/map/healpix.js';

/** Cells of ring 2 of nside 2 from its sixth on, around its end, and one of ring 5. */
const given = { nside: 2, runs: Uint16Array.of(2, 6, 4, 5, 1, 1), values: Uint16Array.of(7, 0, 900, 3, 5) };
const inRing = (ring: number, index: number): number => {
  const { rings, nested } = nestedInRings(2);
  return nested[(rings[ring - 1] ?? 0) + index] ?? -1;
};

test('each cell has the intensity that its run gives it, 0 too, and all others are outside', (t) => {
  const intensities = intensitiesOf(given);
  const told = [inRing(2, 6), inRing(2, 7), inRing(2, 0), inRing(2, 1), inRing(5, 1)].map((ipix) => intensities[ipix]);
  t.deepEqual(told, [7, 0, 900, 3, 5]);
  t.is(intensities.filter((intensity) => intensity === OUTSIDE).length, 48 - 5);
});

test('each cell in view has the colour of its intensity, high ones the last; outside is transparent', (t) => {
  const colours = coloursOf(Int32Array.of(OUTSIDE, 0, 1, 900), Uint32Array.of(11, 22, 33));
  t.deepEqual([...colours], [0, 11, 22, 33, 0]);
});

test('the span is the smallest, the middle and the largest intensity, and there is none without cells', (t) => {
  t.deepEqual(spanOf(given), { low: 0, median: 5, high: 900 });
  t.is(spanOf({ nside: 1, runs: new Uint16Array(), values: new Uint16Array() }), undefined);
});

test('every cell stands once in the order of rings, from north to south and from west to east', (t) => {
  const { rings, nested } = nestedInRings(8);
  t.is(new Set(nested).size, 768);
  for (const [ring, start] of rings.slice(0, -1).entries()) {
    const places = Array.from(nested.subarray(start, rings[ring + 1]), (ipix) => placeInCell(8, ipix));
    const lons = places.map(({ lonDeg }) => (lonDeg + 360) % 360);
    t.true(lons.every((lon, i) => i === 0 || lon > (lons[i - 1] ?? 0)));
    const above = placeInCell(8, nested[start - 1] ?? 0).latDeg;
    t.true(
      places.every(
        ({ latDeg }) => Math.abs(latDeg - (places[0]?.latDeg ?? 0)) < 1e-9 && (ring === 0 || latDeg < above),
      ),
    );
  }
});

test('a cell is the neighbour of those beside it, on every face and between faces', (t) => {
  const steps = [
    [1, 0],
    [-1, 0],
    [0, 1],
    [0, -1],
  ] as const;
  for (const nside of [4, 64]) {
    fc.assert(
      fc.property(fc.nat(12 * nside * nside - 1), (ipix) => {
        const beside = steps.map(([x, y]) => neighbourOf(nside, ipix, x, y));
        assert.equal(new Set([ipix, ...beside]).size, 5);
        for (const [i, other] of beside.entries()) {
          assert.ok(
            steps.some(([x, y]) => neighbourOf(nside, other, x, y) === ipix),
            `${ipix}, ${other}`,
          );
          const [x, y] = steps[i] ?? [0, 0];
          // Just beyond the middle of the side is a place of the neighbour, unless a pole or a face's corner is near.
          const at = placeInCell(nside, ipix, 0.5 + 0.499 * x, 0.5 + 0.499 * y);
          const back = placeInCell(nside, other);
          assert.ok(Math.abs(at.latDeg - back.latDeg) < 90 / nside, `${ipix}, ${other}`);
          assert.ok(Math.abs(wrapLon(at.lonDeg - back.lonDeg)) * Math.cos((at.latDeg * Math.PI) / 180) < 90 / nside);
        }
      }),
      { numRuns: 300 },
    );
  }
  t.pass();
});

test('the edges of a footprint lie between cells inside and outside, without a gap', (t) => {
  const nside = 16;
  const intensities = new Int32Array(12 * nside * nside).fill(OUTSIDE);
  const isIn = (ipix: number): boolean => intensities[ipix] !== OUTSIDE;
  for (let ipix = 0; ipix < intensities.length; ipix++) {
    const { latDeg, lonDeg } = placeInCell(nside, ipix);
    if (Math.hypot(latDeg - 50, wrapLon(lonDeg - 20) * Math.cos((latDeg * Math.PI) / 180)) < 25) intensities[ipix] = 1;
  }
  const edges = footprintEdges(nside, intensities);
  const name = (i: number): string => `${edges[i]?.toFixed(4)} ${edges[i + 1]?.toFixed(4)}`;
  const ends = new Map<string, number>();
  for (let i = 0; i < edges.length; i += 4) {
    for (const end of [name(i), name(i + 2)]) ends.set(end, (ends.get(end) ?? 0) + 1);
    const middle = {
      latDeg: ((edges[i] ?? 0) + (edges[i + 2] ?? 0)) / 2,
      lonDeg: ((edges[i + 1] ?? 0) + (edges[i + 3] ?? 0)) / 2,
    };
    const around = [0.3, -0.3].flatMap((north) =>
      [0.3, -0.3].map((east) => isIn(cellOf(nside, { latDeg: middle.latDeg + north, lonDeg: middle.lonDeg + east }))),
    );
    t.is(new Set(around).size, 2);
  }
  t.true(ends.size > 30);
  t.deepEqual(
    [...ends].filter(([, times]) => times % 2 !== 0),
    [],
    'the edges close',
  );
});
