import type { CoreInstance } from '../../core/instance.js';
import { isCancelled } from '../../core/slotRecord.js';
import { STATUS } from '../../core/status.js';
import type { PointResult, SeriesTask } from '../tasks.js';

type Scanned = Omit<SeriesTask, 'stage'>;

/** Marks the epochs that the satellite covers, and leaves its intensities there in the slot's values; see `scan`. */
export function look(core: CoreInstance, task: Scanned): number {
  const { kernels, layout } = core;
  const { window, satellite, series, from, to, slot } = task;
  if (task.bands !== 0) kernels.coverTracked(window, satellite, series + layout.SERIES_SITE, from, to, slot);
  return isCancelled(core, slot) ? STATUS.cancelled : scan(core, task);
}

/** Leaves the intensities of the epochs asked for in the slot's values. NEEDS_FILL where the series lacks some. */
export function scan({ kernels, layout, bytes }: CoreInstance, { window, series, bands, slot }: Scanned): number {
  if (bands !== 0) return kernels.scanSeries(window, series, bands, slot);
  bytes.fill(0, slot + layout.SLOT_VALUES, slot + layout.SLOT_TEXT);
  return STATUS.ok;
}

/** The intensity of the epoch `task.from`, where a scan has left it. */
export function pointResult({ view, layout }: CoreInstance, { slot, from }: Scanned, status: number): PointResult {
  const value = slot + layout.SLOT_VALUES + 2 * from;
  return { status, intensity: status === STATUS.ok ? view.getUint16(value, true) : 0 };
}
