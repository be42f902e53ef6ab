import test from 'ava';
import { countOperators, hertzText } from '../../../src/web/sky/interferer.js';
import { NAMED_SEPARATIONS, nearness, separationColour } from '../../../src/web/colours/separation.js';
import { interferer } from '../interferer.js';
import { linearRgb, oklab } from '../oklab.js';

const FOUR = [
  interferer({ name: 'SAT 10', separationDeg: 1, elevationDeg: 20, overlap: { hz: 5e6, source: 'satnogs' } }),
  interferer({ name: 'SAT 9', operator: undefined, separationDeg: 3, elevationDeg: 60 }),
  interferer({ name: 'ASTRA', separationDeg: 8, elevationDeg: 40, overlap: { hz: 36e6, source: 'table' } }),
  interferer({ name: 'BEIDOU', operator: 'CNSA', separationDeg: 8, elevationDeg: 20 }),
];

test('operators are counted, the one with most satellites in the beam first; unknown ones count as one', (t) => {
  t.deepEqual(countOperators(FOUR, 5), [
    { operator: 'SES', satellites: 2, inBeam: 1, nearestDeg: 1 },
    { operator: 'Unknown', satellites: 1, inBeam: 1, nearestDeg: 3 },
    { operator: 'CNSA', satellites: 1, inBeam: 0, nearestDeg: 8 },
  ]);
  t.deepEqual(countOperators([], 5), []);
});

test('nearer satellites differ more from the background in lightness, on light and dark, in visible steps', (t) => {
  for (const [theme, sign] of [
    ['light', 1],
    ['dark', -1],
  ] as const) {
    const lightness = NAMED_SEPARATIONS.map((deg) => sign * oklab(linearRgb(separationColour(deg, theme)))[0]);
    for (const [index, value] of lightness.slice(1).entries()) {
      t.true(value - (lightness[index] ?? 1) > 0.03, `${theme}: ${NAMED_SEPARATIONS[index]}`);
    }
  }
  t.is(nearness(0), 1);
  t.is(nearness(180), 0);
});

test('widths are written in the fitting unit', (t) => {
  t.deepEqual([0, 999, 12_500, 36_000_000, 2_050_000_000].map(hertzText), [
    '0 Hz',
    '999 Hz',
    '12.5 kHz',
    '36 MHz',
    '2.05 GHz',
  ]);
});
