import assert from 'node:assert';
import test from 'ava';
import fc from 'fast-check';
import type { Stretch } from '../../../src/web/data/interferer.js';
import { frequencyTicks, spectrumOf, stretchesText } from '../../../src/web/stage/spectrum.js';
import { interferer } from '../interferer.js';

const BANDS = [
  { name: 'UHF', min_ghz: 0.3, max_ghz: 1, range_ghz: '0.3-1.0 GHz' },
  { name: 'S', min_ghz: 2, max_ghz: 4, range_ghz: '2.0-4.0 GHz' },
  { name: 'all', min_ghz: null, max_ghz: null },
] as const;

const OWN: Stretch = { lowHz: 2.2e9, highHz: 2.21e9, source: 'satnogs', isAssumed: false };

/** Satellite that shares 5 MHz from a frequency on. */
function sharing(lowHz: number, parts: Parameters<typeof interferer>[0] = {}) {
  return interferer({ overlap: { lowHz, hz: 5e6, source: 'table', isAssumed: false }, ...parts });
}

test('few satellites have a row each, many one for each operator: those in the beam first, then the most', (t) => {
  const few = [sharing(2.2e9, { name: 'FAR' }), sharing(2.2e9, { name: 'NEAR', separationDeg: 1 })];
  t.deepEqual(
    spectrumOf(BANDS, [OWN], few, 5)[0]?.rows.map(({ name, inBeam }) => [name, inBeam]),
    [
      ['NEAR', 1],
      ['FAR', 0],
    ],
  );
  const many = [
    ...Array.from({ length: 12 }, (_none, i) => sharing(2.2e9, { name: `SAT ${i}` })),
    sharing(2.2e9, { operator: undefined }),
    sharing(2.205e9, { operator: 'CNSA', separationDeg: 1 }),
  ];
  const [rows = []] = spectrumOf(BANDS, [OWN], many, 5).map((band) => band.rows);
  t.deepEqual(
    rows.map(({ name, satellites, inBeam, stretches }) => [name, satellites, inBeam, stretches.length]),
    [
      ['CNSA', 1, 1, 1],
      ['SES', 12, 0, 1],
      ['Unknown', 1, 0, 1],
    ],
  );
});

test('each band has its own axis, and satellites without known frequencies have no row', (t) => {
  const bands = spectrumOf(BANDS, [OWN], [sharing(437e6), sharing(2.204e9), interferer({})], 5);
  t.deepEqual(
    bands.map(({ name, rows }) => [name, rows.length]),
    [
      ['UHF', 1],
      ['S', 1],
    ],
  );
  t.deepEqual(bands[1]?.axis, { lowHz: 2.1995e9, highHz: 2.2105e9 });
  t.deepEqual(spectrumOf(BANDS, [{ ...OWN, lowHz: 2.1e9, highHz: 3.9e9 }], [], 5)[0]?.axis, {
    lowHz: 2e9,
    highHz: 4e9,
  });
  t.deepEqual(spectrumOf(BANDS, [], [interferer({})], 5), []);
});

test('while its own frequencies are not known, a satellite has those that others share', (t) => {
  const [band] = spectrumOf(BANDS, [], [sharing(2.2e9), sharing(2.203e9), sharing(2.3e9)], 5);
  t.deepEqual(
    band?.own.map(({ lowHz, highHz }) => [lowHz, highHz]),
    [
      [2.2e9, 2.208e9],
      [2.3e9, 2.305e9],
    ],
  );
  t.false(band?.own.some((one) => 'isInBeam' in one));
});

test('an axis names few round frequencies', (t) => {
  const textsOf = (lowHz: number, highHz: number) => {
    const { unit, ticks } = frequencyTicks({ lowHz, highHz }, 4);
    return [...ticks.map(({ text }) => text), unit];
  };
  t.deepEqual(textsOf(2e9, 4e9), ['2.0', '2.5', '3.0', '3.5', '4.0', 'GHz']);
  t.deepEqual(textsOf(2.1995e9, 2.2105e9), ['2200', '2205', '2210', 'MHz']);
  t.deepEqual(textsOf(437.79e6, 437.81e6), ['437.790', '437.795', '437.800', '437.805', '437.810', 'MHz']);
  fc.assert(
    fc.property(fc.integer({ min: 3e7, max: 1e11 }), fc.integer({ min: 1000, max: 4e9 }), (lowHz, width) => {
      const { ticks } = frequencyTicks({ lowHz, highHz: lowHz + width }, 4);
      assert.ok(ticks.length >= 1 && ticks.length <= 5, JSON.stringify(ticks));
      assert.ok(ticks.every(({ hz }) => hz >= lowHz && hz <= lowHz + width));
      assert.equal(new Set(ticks.map(({ text }) => text)).size, ticks.length);
    }),
  );
});

test('stretches are told by the widest of them, their sources, and whether a width is assumed', (t) => {
  t.is(stretchesText([OWN]), '10 MHz, SatNOGS DB');
  const other = { ...OWN, highHz: 2.2005e9, source: 'table', isAssumed: true };
  t.is(stretchesText([OWN, other]), 'up to 10 MHz, SatNOGS DB, built-in table, width assumed');
});
