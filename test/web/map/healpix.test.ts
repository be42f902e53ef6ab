import assert from 'node:assert';
import test from 'ava';
import fc from 'fast-check';
import { cellCentre, cellOf as cellOfCore } from '../../../src/core/healpix.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { earthFixed, type Place, wrapLon } from '../../../src/web/data/geodetic.js';
import { lookFrom } from '../../../src/web/data/look.js';
import { coloursOf, intensitiesOf, OUTSIDE, spanOf } from '../../../src/web/map/cells.js';
import { cellOf, cellOutline, placeInCell, quartersOf, ringLength, ringStart } from '../../../src/web/map/healpix.js';
import { debugCore } from '../../helpers/kernels.js';
import { block } from '../../helpers/memory.js';

const core = await createOwnedCore(2, debugCore);
const { kernels, view } = core;
const scratch = block(core, 16);
const NSIDES = [1, 2, 32, 64, 128, 256, 8192];

const nsides = fc.constantFrom(...NSIDES);
/** Random places at least a hundred-millionth of a degree from the edges of cells, where rounding would decide. */
const places = fc.record({
  latDeg: fc.integer({ min: -89_999_999, max: 89_999_999 }).map((millionths) => millionths / 1e6 + 1.234e-8),
  lonDeg: fc.integer({ min: -400_000_000, max: 400_000_000 }).map((millionths) => millionths / 1e6 + 4.321e-8),
});

test('a place is in the cell whose centre is that of the core’s cell there', (t) => {
  fc.assert(
    fc.property(nsides, places, (nside, place) => {
      const found = placeInCell(nside, cellOf(nside, place));
      const expected = cellCentre(
        kernels,
        view,
        scratch,
        nside,
        cellOfCore(kernels, nside, place.latDeg, place.lonDeg),
      );
      assert.ok(Math.abs(found.latDeg - expected.latDeg) < 1e-6, `latitude ${found.latDeg}, ${expected.latDeg}`);
      assert.ok(
        Math.abs(wrapLon(found.lonDeg - expected.lonDeg)) < 1e-9,
        `longitude ${found.lonDeg}, ${expected.lonDeg}`,
      );
    }),
    { numRuns: 10_000 },
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
  for (const ipix of [0, 4095, 16_461, 49_151, 40_960]) {
    const centre = placeInCell(64, ipix);
    const outline = cellOutline(64, ipix);
    t.is(outline.length, 32);
    // Leaves out the corners, every eighth point: a corner touches three neighbours, and at a pole the longitude is
    // arbitrary.
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

/**
 * Packed epoch of nside 2: four cells of ring 2, from the sixth on and across the ring's end, and one cell of ring 5.
 */
const given = { nside: 2, runs: Uint16Array.of(2, 6, 4, 5, 1, 1), values: Uint16Array.of(7, 0, 900, 3, 5) };
const inRing = (ring: number, index: number): number => ringStart(2, ring) + index;

test('each cell has the intensity that its run gives it, 0 too, and all others are outside', (t) => {
  const { counted } = intensitiesOf(given);
  const told = [inRing(2, 6), inRing(2, 7), inRing(2, 0), inRing(2, 1), inRing(5, 1)].map((ipix) => counted[ipix]);
  t.deepEqual(told, [7, 0, 900, 3, 5]);
  t.is(counted.filter((intensity) => intensity === OUTSIDE).length, 48 - 5);
});

test('what is painted reaches the outline of a footprint: each cell that it cuts is like one beside it', (t) => {
  const nside = 32;
  const ringOf = new Int32Array(12 * nside * nside);
  const cells = Array.from({ length: 4 * nside - 1 }, (_none, at) => at + 1).flatMap((ring) =>
    Array.from({ length: ringLength(nside, ring) }, (_none, index) => {
      const cell = ringStart(nside, ring) + index;
      ringOf[cell] = ring;
      return { ring, index, place: placeInCell(nside, cell) };
    }),
  );
  const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  const satellites = fc.record({ latDeg: number(-90, 90), lonDeg: number(-180, 180), heightKm: number(400, 40_000) });
  fc.assert(
    fc.property(
      satellites,
      number(0, 40),
      fc.array(places, { minLength: 500, maxLength: 500 }),
      (satellite, least, all) => {
        const fixed = earthFixed(satellite);
        const isUp = (place: Place) => lookFrom({ ...place, heightM: 0 })(fixed).elevationDeg >= least;
        const inView = cells.filter(({ place }) => isUp(place));
        fc.pre(inView.length > 10);
        const runs = Uint16Array.from(inView.flatMap(({ ring, index }) => [ring, index, 1]));
        const { painted } = intensitiesOf({ nside, runs, values: Uint16Array.from(inView, ({ ring }) => ring) });
        for (const place of all.filter(isUp)) {
          const ipix = cellOf(nside, place);
          assert.ok(Math.abs((painted[ipix] as number) - (ringOf[ipix] as number)) <= 1, JSON.stringify(place));
        }
      },
    ),
    { numRuns: 60 },
  );
  t.pass();
});

test('each cell in view has the colour of its intensity, high ones the last; outside is transparent', (t) => {
  const colours = coloursOf(Int32Array.of(OUTSIDE, 0, 1, 900), Uint32Array.of(11, 22, 33));
  t.deepEqual([...colours], [0, 11, 22, 33, 0]);
});

test('the span is the smallest and the largest intensity, and there is none without cells', (t) => {
  t.deepEqual(spanOf(given), { low: 0, high: 900 });
  t.is(spanOf({ nside: 1, runs: new Uint16Array(), values: new Uint16Array() }), undefined);
});
