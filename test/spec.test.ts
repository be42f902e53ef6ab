import test from 'ava';
import * as spec from '../src/spec.js';

test('bands and their ranges are those of section 2', (t) => {
  t.deepEqual(
    spec.BANDS.map(({ name, minGhz, maxGhz }) => [name, minGhz, maxGhz]),
    [
      ['VHF', 0.03, 0.3],
      ['UHF', 0.3, 1],
      ['L', 1, 2],
      ['S', 2, 4],
      ['C', 4, 8],
      ['X', 8, 12],
      ['Ku', 12, 18],
      ['K', 18, 26.5],
      ['Ka', 26.5, 40],
      ['V', 40, 75],
      ['W', 75, 110],
    ],
  );
  for (const { range, minGhz, maxGhz } of spec.BANDS) {
    const [, low, high] = /^([\d.]+)-([\d.]+) GHz$/.exec(range) ?? [];
    t.deepEqual([Number(low), Number(high)], [minGhz, maxGhz], range);
  }
  t.is(spec.BAND_CHOICES.at(-1), 'all');
  t.is(spec.BAND_CHOICES.length, 12);
});

test('risk levels are those of section 2', (t) => {
  t.deepEqual(
    spec.RISK_LEVELS.map(({ name, from }) => [name, from]),
    [
      ['low', 0],
      ['moderate', 10],
      ['high', 20],
      ['severe', 30],
    ],
  );
});

test('limits and defaults are those of section 8', (t) => {
  t.deepEqual(spec.RATE_LIMITS, { interference: { calls: 100, seconds: 60 }, other: { calls: 100, seconds: 3_600 } });
  t.is(spec.WINDOW_EPOCHS, 7 * 24 * 60);
  t.is(spec.EPOCH_SECONDS, 60);
  t.deepEqual([spec.DEFAULT_PER_PAGE, spec.MAX_PER_PAGE], [100, 1_000]);
});
