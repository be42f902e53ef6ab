import type { CoreInstance } from '../core/instance.js';
import { isCancelled } from '../core/records/slotRecord.js';
import { STATUS } from '../core/status.js';

// Both sides scan: threads, and the host for one epoch of a series that may be complete, which takes it less time than
// handing the task over.

/** The tracked satellite over one cell, at epochs [from, to); `window`, `series` and `slot` point into the shared memory. */
export interface ScanTask {
  window: number;
  series: number;
  slot: number;
  /** Index of the tracked satellite in the window. */
  satellite: number;
  /** Mask of the bands of which an interferer must have one. */
  bands: number;
  from: number;
  to: number;
}

export interface PointResult {
  status: number;
  intensity: number;
}

/** Marks the epochs at which the satellite covers the cell, and scans them. */
export function coverAndScan(core: CoreInstance, task: ScanTask): number {
  const { kernels, layout } = core;
  const { window, satellite, series, from, to, slot } = task;
  if (task.bands !== 0) kernels.coverTracked(window, satellite, series + layout.SERIES_SITE, from, to, slot);
  return isCancelled(core, slot) ? STATUS.cancelled : scan(core, task);
}

/** Writes the intensities of the epochs asked for to the slot's values; `needsFill` where the series lacks some. */
export function scan({ kernels, layout, bytes }: CoreInstance, { window, series, bands, slot }: ScanTask): number {
  if (bands !== 0) return kernels.scanSeries(window, series, bands, slot);
  bytes.fill(0, slot + layout.SLOT_VALUES, slot + layout.SLOT_TEXT);
  return STATUS.ok;
}

/** Reads the intensity of epoch `task.from` where a scan has left it. */
export function pointResult({ view, layout }: CoreInstance, { slot, from }: ScanTask, status: number): PointResult {
  const value = slot + layout.SLOT_VALUES + 2 * from;
  return { status, intensity: status === STATUS.ok ? view.getUint16(value, true) : 0 };
}
