import { andNotPublished, nextBit } from '../math/bits';
import { Series, bitmapBytes, rowBytes } from '../records/bySite/series';
import { Slot } from '../records/bySite/slot';
import { Window } from '../records/window';
import { NEEDS_FILL, OK } from '../status';

/**
 * Writes the intensity of the tracked satellite at the series' cell, one u16 per epoch, to the slot's `values`: at the
 * epochs of its `covered` bitmap the sum of the groups that transmit in one of `bands`, less the tracked satellite
 * itself; 0 elsewhere. NEEDS_FILL when the series lacks some of it.
 */
export function scanSeries(window: Window, series: Series, bands: u32, slot: Slot): i32 {
  const epochs = window.epochs;
  const groups = window.groupCount;
  const covered = slot.covered;
  const values = slot.values;
  memory.fill(values, 0, rowBytes(epochs));
  for (let g: u32 = 0; g < groups; g++) {
    if (!window.group(g).sharesBand(bands)) continue;
    const bytes = bitmapBytes(epochs);
    const filled = series.filled + g * bytes;
    if (andNotPublished(slot.work.need, covered, filled, bytes)) return NEEDS_FILL;
    const row = series.counts + g * rowBytes(epochs);
    for (let k = nextBit(covered, 0, epochs); k >= 0; k = nextBit(covered, <u32>k + 1, epochs)) {
      const value = values + ((<usize>k) << 1);
      store<u16>(value, load<u16>(value) + load<u16>(row + ((<usize>k) << 1)));
    }
  }
  for (let k = nextBit(covered, 0, epochs); k >= 0; k = nextBit(covered, <u32>k + 1, epochs)) {
    const value = values + ((<usize>k) << 1);
    store<u16>(value, load<u16>(value) - 1);
  }
  return OK;
}
