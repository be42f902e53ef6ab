import type { CoreInstance } from '../core/instance.js';
import { unseal16 } from './sealed.js';

/**
 * Fills a series record with the stored occupancies of its cell, group by group, and marks them all as filled in.
 *
 * @throws Error where the data are damaged or belong to a window with other groups; the record is as it was then
 */
export function fillFromStored(core: CoreInstance, series: number, data: Uint8Array): void {
  const { kernels, layout, view, memory } = core;
  const word = (offset: number): number => view.getUint32(series + offset, true);
  const epochs = word(layout.SERIES_EPOCHS);
  const groups = word(layout.SERIES_GROUPS);
  const counts = word(layout.SERIES_COUNTS);
  const occupancies = unseal16(data, groups * epochs);
  for (let g = 0; g < groups; g++) {
    const row = new Uint16Array(memory.buffer, counts + g * kernels.rowBytes(epochs), epochs);
    row.set(occupancies.subarray(g * epochs, (g + 1) * epochs));
  }
  const filled = new Int32Array(memory.buffer, word(layout.SERIES_FILLED), (groups * kernels.bitmapBytes(epochs)) / 4);
  // Whoever reads the bits afterwards, in whatever thread, finds the counts.
  filled.forEach((_, i) => Atomics.store(filled, i, -1));
}
