import { SERIES_COUNTS, SERIES_FILLED, SLOT_COVERED, SLOT_NEED, SLOT_VALUES, bitmapBytes, rowBytes } from '../layout';
import { andNotPublished, nextBit } from '../math/bits';
import { Window } from '../records/window';
import { NEEDS_FILL, OK } from '../status';

/**
 * The intensity of the tracked satellite at the series' cell, one u16 per epoch, into the slot's `values`: at the
 * epochs of its `covered` bitmap the sum of the groups that transmit in one of `bands`, less the tracked satellite
 * itself; 0 elsewhere. NEEDS_FILL when the series lacks some of it.
 */
export function scanSeries(window: Window, series: usize, bands: u32, slot: usize): i32 {
  const epochs = window.epochs;
  const groups = window.groupCount;
  const covered = slot + SLOT_COVERED;
  const values = slot + SLOT_VALUES;
  memory.fill(values, 0, rowBytes(epochs));
  for (let g: u32 = 0; g < groups; g++) {
    if (!window.group(g).sharesBand(bands)) continue;
    const bytes = bitmapBytes(epochs);
    const filled = <usize>load<u32>(series, SERIES_FILLED) + g * bytes;
    if (andNotPublished(slot + SLOT_NEED, covered, filled, bytes)) return NEEDS_FILL;
    const row = <usize>load<u32>(series, SERIES_COUNTS) + g * rowBytes(epochs);
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
