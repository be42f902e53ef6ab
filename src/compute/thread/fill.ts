import { decodeNumbers } from '../../codec/numbers.js';
import type { CoreInstance } from '../../core/instance.js';
import { scan, type SeriesScan, seriesRows } from '../../core/records/seriesRecord.js';
import { isCancelled } from '../../core/records/slotRecord.js';
import { STATUS } from '../../core/status.js';
import { PORTION_MS } from '../../spec.js';

/** Task about the tracked satellite over one cell; `window`, `series`, `slot` point into shared memory. */
export interface ScanTask extends SeriesScan {
  /** Index of the tracked satellite in the window. */
  satellite: number;
}

/** Question whose series may lack counts. */
export interface FillTask extends ScanTask {
  /** Whether the slot has the coverage. */
  isCovered: boolean;
}

/** A portion of a fill that several threads share. */
export interface FillPartTask extends Pick<ScanTask, 'window' | 'series' | 'slot' | 'bands'> {
  /** Pointer to WORK_BYTES of work memory that no other task uses meanwhile (assembly/series/fill). */
  work: number;
}

/** Longest time in ms for which one thread fills a series alone, before others help it. */
const ALONE_MS = 1;

/**
 * Finds the epochs at which the satellite covers the cell, unless the slot has them, and fills in the counts that the
 * series lacks there; returns `needsFill` if some are left for `fillPart`.
 */
export function fill(core: CoreInstance, task: FillTask): { status: number } {
  const { kernels, layout } = core;
  const { window, series, satellite, slot, bands } = task;
  if (!task.isCovered) kernels.coverWindow(window, satellite, series + layout.SERIES_SITE, slot);
  // If the slot was cancelled, the coverage has gaps.
  if (isCancelled(core, slot)) return { status: STATUS.cancelled };
  const found = scan(core, task);
  if (found !== STATUS.needsFill) return { status: found };
  kernels.openFill(window, series, bands, slot);
  const endMs = performance.now() + ALONE_MS;
  const status = kernels.countFill(window, series, bands, slot, slot + layout.SLOT_WORK, endMs);
  if (status !== STATUS.ok) return { status };
  kernels.closeFill(window, series, bands, slot);
  return { status: scan(core, task) };
}

/** Goes on for some milliseconds with a fill that `fill` has begun; returns `needsFill` if counts may be left. */
export function fillPart({ kernels }: CoreInstance, task: FillPartTask): { status: number } {
  const { window, series, bands, slot, work } = task;
  return { status: kernels.countFill(window, series, bands, slot, work, performance.now() + PORTION_MS) };
}

interface ReadSeriesTask {
  /** Record of the cell's series. */
  series: number;
  /** Occupancies of the cell as the database has them: group by group. */
  data: Uint8Array;
}

/**
 * Fills a series record with the stored occupancies of its cell, group by group, and marks them all as filled in.
 *
 * @throws Error if the data are damaged or belong to a window with other groups; nothing is written then
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
