import test from 'ava';
import { assumedWidth, bandWidthHz, isBeacon } from '../../../src/catalogue/frequencies/bandwidth.js';
import { BANDS } from '../../../src/spec.js';

const at = (mode: string, baud: number | null = null, centreHz = 437e6) => assumedWidth(centreHz, { baud, mode });

test('a symbol rate without a modulation that is known counts as frequency-shift keying, the widest', (t) => {
  for (const mode of ['', 'UNKNOWN', 'FM', 'PPM']) t.deepEqual(at(mode, 10_000), { hz: 22_000, rule: 'baud' }, mode);
});

test('a width is whole hertz, and at least one', (t) => {
  t.is(at('BPSK', 0.1).hz, 1);
  t.is(at('BPSK', 1.5).hz, 3);
});

test('narrow emissions have the width of their mode, whatever is told of a symbol rate', (t) => {
  t.deepEqual(at('CW'), { hz: 500, rule: 'mode' });
  t.deepEqual(at('CW', 20), { hz: 500, rule: 'mode' });
  t.deepEqual(at('USB'), { hz: 2_700, rule: 'mode' });
  t.deepEqual(at('PSK31'), { hz: 2_700, rule: 'mode' });
  t.deepEqual(at('AM'), { hz: 6_000, rule: 'mode' });
  t.deepEqual(at('FMN', 12_500), { hz: 11_000, rule: 'mode' });
});

test('LoRa has the narrowest of its usual bandwidths that holds what is told', (t) => {
  t.deepEqual(at('LoRa'), { hz: 125_000, rule: 'mode' });
  t.deepEqual(at('LoRa', 1_200), { hz: 125_000, rule: 'mode' });
  t.deepEqual(at('LoRa', 250_000), { hz: 250_000, rule: 'mode' });
  t.deepEqual(at('LoRa', 800_000), { hz: 800_000, rule: 'mode' });
});

test('where nothing is known, FM among it, and for tones over an FM channel, the band tells the width', (t) => {
  for (const mode of ['', 'FM', 'BPSK', 'UNKNOWN']) {
    t.deepEqual(at(mode), { hz: 25_000, rule: 'band' }, mode);
    t.deepEqual(at(mode, null, 8.2e9), { hz: 150_000_000, rule: 'band' }, mode);
  }
  t.deepEqual(at('AFSK', 1_200), { hz: 25_000, rule: 'band' });
  t.deepEqual(at('SSTV'), { hz: 25_000, rule: 'band' });
});

test('every band has a width below its own, and so has what lies outside', (t) => {
  for (const { minGhz, maxGhz } of BANDS) {
    const centreHz = Math.round((minGhz + maxGhz) * 5e8);
    t.true(bandWidthHz(centreHz) > 0 && bandWidthHz(centreHz) < (maxGhz - minGhz) * 1e9);
  }
  t.is(bandWidthHz(20e6), 25_000);
  t.is(bandWidthHz(200e9), 25_000);
});

test('a beacon is told by its mode', (t) => {
  t.true(isBeacon('CW'));
  t.false(isBeacon('BPSK'));
  t.false(isBeacon(''));
});
