import test from 'ava';
import fc from 'fast-check';
import { bandMaskOf, satelliteBands } from '../../../src/catalogue/bands.js';
import { CONSTELLATIONS } from '../../../src/catalogue/constellations.js';
import {
  type Carrier,
  decodeRanges,
  encodeRanges,
  insideBands,
  satelliteRanges,
} from '../../../src/catalogue/frequencies/ranges.js';
import { ALL_BANDS_MASK, BANDS } from '../../../src/spec.js';
import { assumedWidth, bandWidthHz } from '../../../src/catalogue/frequencies/bandwidth.js';

const carrier = (differences: Partial<Carrier> = {}): Carrier => ({
  lowHz: 8_200_000_000,
  highHz: null,
  bandwidthHz: null,
  baud: null,
  mode: '',
  source: 'satnogs',
  ...differences,
});
const row = (lowHz: number, highHz: number | null) => ({ downlinks: [{ lowHz, highHz }] });
const rangesOf = (...args: Partial<Parameters<typeof satelliteRanges>>) => {
  const [carriers = [], rule, mask = ALL_BANDS_MASK] = args;
  return satelliteRanges(carriers, rule, mask);
};

test('both ends count as they are, whatever else is told', (t) => {
  const given = carrier({ highHz: 8_300_000_000, bandwidthHz: 5, baud: 7, mode: 'CW' });
  t.deepEqual(rangesOf([given]).ranges, [
    { lowHz: 8_200_000_000, highHz: 8_300_000_000, source: 'satnogs', rule: 'given', assumed: false },
  ]);
});

test('a centre alone gets a width by its symbol rate, else its mode, else its band, marked as assumed', (t) => {
  const one = (differences: Partial<Carrier>) => rangesOf([carrier(differences)]).ranges[0];
  t.like(one({ baud: 1e6, mode: 'QPSK' }), {
    lowHz: 8_199_325_000,
    highHz: 8_200_675_000,
    rule: 'baud',
    assumed: true,
  });
  t.like(one({ mode: 'CW' }), { lowHz: 8_199_999_750, highHz: 8_200_000_250, rule: 'mode', assumed: true });
  t.like(one({}), { lowHz: 8_125_000_000, highHz: 8_275_000_000, rule: 'band', assumed: true });
  t.like(one({ highHz: 8_200_000_000 }), { rule: 'band', assumed: true });
});

test('an imported carrier takes the place of the rows that it intersects, and of no others', (t) => {
  const rule = {
    downlinks: [row(8_025_000_000, 8_400_000_000), row(2_200_000_000, 2_290_000_000)].flatMap((r) => r.downlinks),
  };
  const { ranges, setAside } = rangesOf([carrier({ bandwidthHz: 100e6 })], rule);
  t.deepEqual(setAside, [{ lowHz: 8_025_000_000, highHz: 8_400_000_000 }]);
  t.deepEqual(
    ranges.map(({ lowHz, source }) => [lowHz, source]),
    [
      [2_200_000_000, 'table'],
      [8_150_000_000, 'satnogs'],
    ],
  );
});

test('a beacon counts, or television, and does not take the place of what the table tells', (t) => {
  for (const one of [{ mode: 'CW' }, { source: 'television' }, { source: 'slot' }] as const) {
    const { ranges, setAside } = rangesOf([carrier(one)], row(8_025_000_000, 8_400_000_000));
    t.deepEqual(setAside, []);
    t.deepEqual(new Set(ranges.map(({ source }) => source)), new Set(['table', carrier(one).source]));
  }
});

test('ranges count inside the bands of the satellite alone; where bands touch they stay whole', (t) => {
  const ku = carrier({ lowHz: 10_700_000_000, highHz: 12_700_000_000 });
  t.like(rangesOf([ku]).ranges[0], { lowHz: 10_700_000_000, highHz: 12_700_000_000 });
  t.is(rangesOf([ku]).ranges.length, 1);
  t.like(rangesOf([ku], undefined, bandMaskOf([{ lowHz: 11e9, highHz: null }])).ranges[0], { highHz: 12_000_000_000 });
  t.deepEqual(rangesOf([ku], undefined, 0).ranges, []);
  t.deepEqual(rangesOf([carrier({ lowHz: 20_000_000 })]).ranges, []);
  const edge = carrier({ lowHz: 8_010_000_000 });
  t.like(rangesOf([edge], undefined, bandMaskOf([edge])).ranges[0], { lowHz: 8_000_000_000, highHz: 8_085_000_000 });
});

test('a range over bands with one that is not the satellite’s between them is cut in two', (t) => {
  const [s, x] = [bandMaskOf([{ lowHz: 3e9, highHz: null }]), bandMaskOf([{ lowHz: 9e9, highHz: null }])];
  t.deepEqual(insideBands({ lowHz: 3e9, highHz: 9e9 }, s | x), [
    { lowHz: 3e9, highHz: 4e9 },
    { lowHz: 8e9, highHz: 9e9 },
  ]);
});

test('ranges come back as they were encoded, through the blanks of a database too', (t) => {
  const { ranges } = rangesOf([carrier(), carrier({ baud: 5, source: 'csv' })], row(12e9, 13e9));
  t.deepEqual(decodeRanges(encodeRanges(ranges)), ranges);
  t.deepEqual(decodeRanges(encodeRanges(ranges).replaceAll(',', ', ')), ranges);
});

test('property: ranges lie in bands of the satellite, and without imports each of its bands has one', (t) => {
  const carriers = fc.array(
    fc.record({
      lowHz: fc.integer({ min: 1, max: 120e9 }),
      width: fc.option(fc.integer({ min: 1, max: 3e9 })),
      baud: fc.option(fc.integer({ min: 1, max: 500e6 })),
      mode: fc.constantFrom('', 'CW', 'BPSK', 'FM', 'GMSK'),
    }),
    { maxLength: 4 },
  );
  const check = fc.property(carriers, fc.option(fc.constantFrom(...CONSTELLATIONS)), (drawn, rule) => {
    const imported = drawn.map(({ lowHz, width, ...rest }) =>
      carrier({ lowHz, highHz: width === null ? null : lowHz + width, ...rest }),
    );
    const { mask } = satelliteBands(
      imported.map((one) => ({ ...one, minElevationDeg: null })),
      rule ?? undefined,
    );
    const { ranges } = satelliteRanges(imported, rule ?? undefined, mask);
    t.is(bandMaskOf(ranges) & ~mask, 0);
    if (imported.length === 0) t.is(bandMaskOf(ranges), mask);
    t.true(ranges.every(({ lowHz, highHz }) => Number.isSafeInteger(lowHz) && lowHz < highHz));
  });
  t.notThrows(() => fc.assert(check));
});

test('a width follows from the mode where that is narrow, else from the symbol rate, else from the band', (t) => {
  const cases: [mode: string, baud: number | null, hz: number, rule: string][] = [
    ['CW', null, 500, 'mode'],
    ['CW', 20, 500, 'mode'],
    ['USB', null, 2_700, 'mode'],
    ['FMN', 12_500, 11_000, 'mode'],
    // LoRa gets the narrowest of its usual bandwidths that the symbol rate fits into.
    ['LoRa', null, 125_000, 'mode'],
    ['LoRa', 250_000, 250_000, 'mode'],
    ['LoRa', 800_000, 800_000, 'mode'],
    // Widths are whole hertz, and at least one hertz.
    ['BPSK', 0.1, 1, 'baud'],
    ['BPSK', 1.5, 3, 'baud'],
    // An unknown modulation gets the width of frequency-shift keying, the widest one.
    ['', 10_000, 22_000, 'baud'],
    ['FM', 10_000, 22_000, 'baud'],
    ['', null, 25_000, 'band'],
    ['BPSK', null, 25_000, 'band'],
    // AFSK sends tones over an FM voice channel, whatever the symbol rate.
    ['AFSK', 1_200, 25_000, 'band'],
  ];
  for (const [mode, baud, hz, rule] of cases) {
    t.deepEqual(assumedWidth(437e6, { baud, mode }), { hz, rule } as never, `${mode} ${baud}`);
  }
});

test('every band has a width below its own, and so has what lies outside', (t) => {
  for (const { minGhz, maxGhz } of BANDS) {
    const centreHz = Math.round((minGhz + maxGhz) * 5e8);
    t.true(bandWidthHz(centreHz) > 0 && bandWidthHz(centreHz) < (maxGhz - minGhz) * 1e9);
  }
  t.is(bandWidthHz(20e6), 25_000);
  t.is(bandWidthHz(200e9), 25_000);
});
