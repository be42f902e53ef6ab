import { decodeRows } from '../../codec/rows.js';
import type { CoreInstance } from '../../core/instance.js';

interface ReadSeriesTask {
  /** Record of the cell's series. */
  series: number;
  /** Occupancies of the cell as the database has them. */
  data: Uint8Array;
  /** Pointer to CODING_BYTES of work memory, used during the task. */
  coding: number;
}

/**
 * Fills a series record with the stored occupancies of its cell, group by group, and marks them all as filled in.
 *
 * @throws Error where the data are damaged or belong to a window with other groups; nothing is marked then
 */
export function readSeries(core: CoreInstance, { series, data, coding }: ReadSeriesTask): void {
  const { kernels, layout, view, bytes } = core;
  const word = (offset: number): number => view.getUint32(series + offset, true);
  const epochs = word(layout.SERIES_EPOCHS);
  const groups = word(layout.SERIES_GROUPS);
  const rows = { pointer: word(layout.SERIES_COUNTS), cells: 1, groups, epochs, rowBytes: kernels.rowBytes(epochs) };
  decodeRows(core, data, rows, coding);
  // No atomic stores are needed: no other thread knows of the record before this task has ended.
  const filled = word(layout.SERIES_FILLED);
  bytes.fill(0xff, filled, filled + groups * kernels.bitmapBytes(epochs));
}
