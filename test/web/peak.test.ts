import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { roundedUp, sampleEpochs } from '../../src/web/explorer/peak.js';

test('what ends the relative scale is a round number at or less than a third above the peak, and never below 10', (t) => {
  t.deepEqual(
    [0, 3, 10, 11, 100, 197, 205, 999, 1000, 1001].map(roundedUp),
    [10, 10, 10, 12, 100, 200, 250, 1000, 1000, 1200],
  );
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 65_535 }), (peak) => {
      const end = roundedUp(peak);
      assert.ok(end >= peak && end < 1.34 * peak, `${peak}: ${end}`);
      assert.equal(roundedUp(end), end);
    }),
  );
  t.pass();
});

test('the sample stands for all of the window', (t) => {
  const epochs = sampleEpochs(10_080).toSorted((a, b) => a - b);
  t.true(epochs.every((epoch) => Number.isInteger(epoch) && epoch >= 0 && epoch < 10_080));
  const gaps = [...epochs, 10_080].map((epoch, index) => epoch - (epochs[index - 1] ?? 0));
  t.true(Math.max(...gaps) < 10_080 / 4, String(epochs));
});
