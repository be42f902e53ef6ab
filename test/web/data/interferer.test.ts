import test from 'ava';
import { hertzText, sourceText } from '../../../src/web/data/interferer.js';
import { NAMED_SEPARATIONS, nearness, separationColour } from '../../../src/web/colours/separation.js';
import { linearRgb, oklab } from '../oklab.js';

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

test('sources of frequencies are told in words, and an assumed width', (t) => {
  t.is(sourceText({ source: 'satnogs', isAssumed: true }), 'from SatNOGS DB; its width is assumed');
  t.is(sourceText({ source: 'new one', isAssumed: false }), 'new one');
});
