import test from 'ava';
import { barKm } from '../../../src/web/map/scaleBar.js';

test('the bar is 1, 2 or 5 times a power of ten long, and at least a third of its room', (t) => {
  t.deepEqual([0.5, 1, 2, 9.2, 18, 24].map(barKm), [50, 100, 200, 1000, 1000, 2000]);
});
