import type { CoreInstance } from '../core/instance.js';
import { unsealRows } from '../codec/rows.js';

/**
 * Fills a series record with the stored occupancies of its cell, group by group, and marks them all as filled in.
 *
 * @param coding pointer to CODING_BYTES for the time of the call
 * @throws Error where the data are damaged or belong to a window with other groups; nothing is marked then
 */
export function fillFromStored(core: CoreInstance, series: number, data: Uint8Array, coding: number): void {
  const { kernels, layout, view, memory } = core;
  const word = (offset: number): number => view.getUint32(series + offset, true);
  const epochs = word(layout.SERIES_EPOCHS);
  const groups = word(layout.SERIES_GROUPS);
  const rows = { pointer: word(layout.SERIES_COUNTS), cells: 1, groups, epochs, rowBytes: kernels.rowBytes(epochs) };
  unsealRows(core, data, rows, coding);
  const filled = new Int32Array(memory.buffer, word(layout.SERIES_FILLED), (groups * kernels.bitmapBytes(epochs)) / 4);
  // Whoever reads the bits afterwards, in whatever thread, finds the counts.
  filled.forEach((_, i) => Atomics.store(filled, i, -1));
}
