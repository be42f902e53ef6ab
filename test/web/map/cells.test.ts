import assert from 'node:assert';
import test from 'ava';
import fc from 'fast-check';
import { coloursOf, intensityIn, peakOf, valueOf } from '../../../src/web/map/cells.js';
import { cellsInView } from '../../../src/web/map/cellsInView.js';
import { cellOf, placeInCell } from '../../../src/web/map/healpix.js';
import { elevationDeg, footprintOutline } from '../../../src/web/map/satellite.js';

const data = fc
  .uniqueArray(fc.tuple(fc.nat(767), fc.integer({ min: 1, max: 65_535 })), { selector: ([cell]) => cell })
  .map((pairs) => {
    const sorted = pairs.sort(([a], [b]) => a - b);
    return {
      nside: 8,
      cells: Uint32Array.from(sorted, ([cell]) => cell),
      values: Uint16Array.from(sorted, ([, value]) => value),
    };
  });

test('each cell has the value that is listed for it, and no other', (t) => {
  fc.assert(
    fc.property(data, (given) => {
      const listed = new Map([...given.cells].map((cell, i) => [cell, given.values[i]]));
      for (let ipix = 0; ipix < 768; ipix++) assert.equal(valueOf(given, ipix), listed.get(ipix));
    }),
  );
  t.pass();
});

test('each cell has the colour of its value, high ones the last; those of clear have only cells in view', (t) => {
  const given = { nside: 1, cells: Uint32Array.of(2, 7), values: Uint16Array.of(1, 900) };
  t.deepEqual(
    [...coloursOf(given, Uint32Array.of(5, 11, 22), Uint32Array.of(1, 2))],
    [0, 5, 11, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0],
  );
});

test('the peak is the largest value, 0 of none', (t) => {
  t.is(peakOf({ nside: 1, cells: Uint32Array.of(2, 7), values: Uint16Array.of(1, 900) }), 900);
  t.is(peakOf({ nside: 1, cells: new Uint32Array(), values: new Uint16Array() }), 0);
});

test('the cells in view are those whose centre sees the satellite, whatever the footprint touches beside them', (t) => {
  const satellite = { latDeg: 12, lonDeg: -179, altitudeKm: 800 };
  const inView = new Set(cellsInView(32, satellite, 10));
  for (let ipix = 0; ipix < 12 * 32 * 32; ipix++) {
    t.is(inView.has(ipix), elevationDeg(placeInCell(32, ipix), satellite) >= 10 + 1e-4, `cell ${ipix}`);
  }
  t.true(inView.size > 50);
  const touched = new Set(footprintOutline(satellite, 10).map((place) => cellOf(32, place)));
  t.true(
    [...touched].some((ipix) => !inView.has(ipix)),
    'some cells are touched only',
  );
});

test('a cell is clear where the satellite alone is in view, and has no value where it is not', (t) => {
  const berlin = cellOf(64, { latDeg: 52.5, lonDeg: 13.4 });
  const paris = cellOf(64, { latDeg: 48.9, lonDeg: 2.3 });
  const quito = cellOf(64, { latDeg: -0.2, lonDeg: -78.5 });
  const given = { nside: 64, cells: Uint32Array.of(berlin), values: Uint16Array.of(4) };
  const satellite = {
    name: 'S',
    track: Float32Array.of(50, 10, 550, Number.NaN, Number.NaN, Number.NaN),
    windowStartS: 0,
    epochIndex: 0,
    minElevationDeg: 10,
  };
  t.deepEqual(
    [berlin, paris, quito].map((ipix) => intensityIn(given, satellite, ipix)),
    [4, 0, undefined],
  );
  t.is(intensityIn(given, { ...satellite, epochIndex: 1 }, paris), undefined);
  t.is(intensityIn(given, { ...satellite, minElevationDeg: 50 }, paris), undefined);
  t.is(intensityIn(undefined, satellite, berlin), undefined);
});
