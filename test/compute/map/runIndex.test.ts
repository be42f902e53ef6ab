import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { cellId, spansOf } from '../../../src/compute/map/runIndex.js';
import { cellCount } from '../../../src/core/healpix.js';
import { cellsBefore } from '../../../src/memory/runIndexes.js';
import { WINDOW_EPOCHS } from '../../../src/spec.js';

test('spans are the cells asked for, epoch by epoch, whatever the counts', (t) => {
  const scene = fc.record({
    counts: fc.array(fc.oneof(fc.constant(0), fc.nat({ max: 8 })), { maxLength: 20 }),
    from: fc.nat({ max: 100 }),
    length: fc.nat({ max: 100 }),
  });
  fc.assert(
    fc.property(scene, ({ counts, from, length }) => {
      const cells = counts.flatMap((count, epoch) => Array.from({ length: count }, (_, place) => [epoch, place]));
      const spans = spansOf(cellsBefore(counts), from, from + length);
      const found = spans.flatMap(({ epoch, skip, take }) => Array.from({ length: take }, (_, i) => [epoch, skip + i]));
      assert.deepEqual(found, cells.slice(from, from + length));
      assert.ok(spans.every(({ take }) => take > 0));
      const epochs = spans.map(({ epoch }) => epoch);
      assert.deepEqual(epochs, [...new Set(epochs)]);
    }),
    { numRuns: 500 },
  );
  t.pass();
});

test('pages beyond the last cell, however far, are nowhere', (t) => {
  const before = cellsBefore([2, 0, 3]);
  t.deepEqual(spansOf(before, 5, 10), []);
  t.deepEqual(spansOf(before, 1e15, 1e15 + 1000), []);
  t.deepEqual(spansOf(before, 4, 1e15), [{ epoch: 2, skip: 2, take: 1 }]);
  t.deepEqual(spansOf(cellsBefore([]), 0, 10), []);
});

test('cells of all runs and epochs have names of their own', (t) => {
  t.is(cellId(1, 0, 0), 7_927_234_560);
  t.is(cellId(2, 3, 5), (2 * 10_080 + 3) * 786_432 + 5);
  const last = cellCount(256) - 1;
  t.is(cellId(1, 0, last) + 1, cellId(1, 1, 0));
  t.is(cellId(1, WINDOW_EPOCHS - 1, last) + 1, cellId(2, 0, 0));
  t.true(Number.isSafeInteger(cellId(1_136_000, WINDOW_EPOCHS - 1, last)));
});
