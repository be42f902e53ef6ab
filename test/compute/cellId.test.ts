import test from 'ava';
import { cellId } from '../../src/compute/map/runIndex.js';
import { cellCount } from '../../src/core/healpix.js';
import { WINDOW_EPOCHS } from '../../src/spec.js';

test('cells of all runs and epochs have names of their own', (t) => {
  t.is(cellId(1, 0, 0), 7_927_234_560);
  t.is(cellId(2, 3, 5), (2 * 10_080 + 3) * 786_432 + 5);
  const last = cellCount(256) - 1;
  t.is(cellId(1, 0, last) + 1, cellId(1, 1, 0));
  t.is(cellId(1, WINDOW_EPOCHS - 1, last) + 1, cellId(2, 0, 0));
  t.true(Number.isSafeInteger(cellId(1_136_000, WINDOW_EPOCHS - 1, last)));
});
