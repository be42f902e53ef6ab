import { decodeNumbers } from '../../codec/numbers.js';
import type { CoreInstance } from '../../core/instance.js';
import { seriesRows } from '../../core/records/seriesRecord.js';

interface ReadSeriesTask {
  /** Record of the cell's series. */
  series: number;
  /** Occupancies of the cell as the database has them: group by group. */
  data: Uint8Array;
}

/**
 * Fills a series record with the stored occupancies of its cell, group by group, and marks them all as filled in.
 *
 * @throws Error where the data are damaged or belong to a window with other groups; nothing is written then
 */
export function readSeries(core: CoreInstance, { series, data }: ReadSeriesTask): void {
  const { kernels, layout, view, bytes } = core;
  const epochs = view.getUint32(series + layout.SERIES_EPOCHS, true);
  const rows = seriesRows(core, series);
  const numbers = decodeNumbers(data, new Uint16Array(rows.length * epochs));
  rows.forEach((row, group) => row.set(numbers.subarray(group * epochs, (group + 1) * epochs)));
  // No atomic stores are needed: no other thread knows of the record before this task has ended.
  const filled = view.getUint32(series + layout.SERIES_FILLED, true);
  bytes.fill(0xff, filled, filled + rows.length * kernels.bitmapBytes(epochs));
}
