import test from 'ava';
import fc from 'fast-check';
import { bandBit, bandMaskOf, bandNames, satelliteBands, type Downlink } from '../../src/catalogue/bands.js';
import { ALL_BANDS_MASK, BANDS } from '../../src/spec.js';

const ghz = (low: number, high: number | null = null) => ({
  lowHz: Math.round(low * 1e9),
  highHz: high === null ? null : Math.round(high * 1e9),
});
const namesOf = (...ranges: { lowHz: number; highHz: number | null }[]) => bandNames(bandMaskOf(ranges));

test('a range transmits in every band that it overlaps', (t) => {
  t.deepEqual(namesOf(ghz(10.7, 12.7)), ['X', 'Ku']);
  t.deepEqual(namesOf(ghz(71, 76)), ['V', 'W']);
  t.deepEqual(namesOf(ghz(0.03, 110)), bandNames(ALL_BANDS_MASK));
});

test('a name that no band has is refused with those that there are', (t) => {
  for (const name of ['ku', 'Q', undefined]) {
    t.throws(() => bandBit(name as never), { instanceOf: RangeError, message: /: VHF or .* or W is needed$/ });
  }
});

test('a frequency on an edge belongs to the upper band only', (t) => {
  for (const [k, band] of BANDS.entries()) {
    const below = BANDS[k - 1];
    t.deepEqual(namesOf(ghz(band.minGhz)), [band.name]);
    t.deepEqual(namesOf({ lowHz: Math.round(band.minGhz * 1e9) - 1, highHz: null }), below ? [below.name] : []);
  }
  t.deepEqual(namesOf(ghz(110)), []);
});

test('a range that ends on an edge stays below it, one hertz more reaches over', (t) => {
  t.deepEqual(namesOf(ghz(11.7, 12)), ['X']);
  t.deepEqual(namesOf({ lowHz: 11_700_000_000, highHz: 12_000_000_001 }), ['X', 'Ku']);
  t.deepEqual(namesOf(ghz(0.137, 0.3)), ['VHF']);
  t.deepEqual(namesOf(ghz(18, 26.5)), ['K']);
});

test('no end, or an end equal to the start, is a single frequency', (t) => {
  t.deepEqual(namesOf(ghz(12)), ['Ku']);
  t.deepEqual(namesOf(ghz(12, 12)), ['Ku']);
});

test('property: a range is the sum of its parts', (t) => {
  const hz = fc.integer({ min: 1, max: 150_000_000_000 });
  const check = fc.property(fc.uniqueArray(hz, { minLength: 3, maxLength: 3 }), (points) => {
    const [low = 0, middle = 0, high = 0] = points.toSorted((a, b) => a - b);
    const whole = bandMaskOf([{ lowHz: low, highHz: high }]);
    const parts = [
      { lowHz: low, highHz: middle },
      { lowHz: middle, highHz: high },
    ];
    return whole === bandMaskOf(parts);
  });
  t.notThrows(() => fc.assert(check));
});

test('a range that runs backwards or is not in whole hertz is refused by its values', (t) => {
  const refused = (lowHz: number, highHz: number | null) => t.throws(() => bandMaskOf([{ lowHz, highHz }]));
  t.is(
    refused(2e9, 1e9)?.message,
    'downlink 2000000000 to 1000000000 Hz: whole hertz expected, the end not below the start',
  );
  t.true(refused(0.5, null) instanceof RangeError);
  t.true(refused(1, Number.NaN) instanceof RangeError);
});

const imported = (lowHz: number, minElevationDeg: number | null): Downlink => ({
  lowHz,
  highHz: null,
  minElevationDeg,
  source: 'a file',
});
const rule = { key: 'k', downlinks: [ghz(10.7, 12.7)], minElevationDeg: 25, source: 'a filing' };

test('bands are the union of imported transmitters and the table, each with its source', (t) => {
  const { mask, sources } = satelliteBands([imported(401e6, null), imported(2.2e9, null)], rule);
  t.deepEqual(bandNames(mask), ['UHF', 'S', 'X', 'Ku']);
  t.deepEqual(sources, ['a file', 'built-in table, k: a filing']);
});

test('the minimum elevation is the lowest that a source specifies', (t) => {
  t.is(satelliteBands([], rule).minElevationDeg, 25);
  t.is(satelliteBands([imported(401e6, null)], rule).minElevationDeg, 25);
  t.is(satelliteBands([imported(401e6, 30), imported(402e6, 5)], rule).minElevationDeg, 5);
  t.is(satelliteBands([imported(401e6, null)], undefined).minElevationDeg, null);
});
