import type { CoreInstance } from '../../core/instance.js';
import { isCancelled } from '../../core/records/slotRecord.js';
import { STATUS } from '../../core/status.js';
import { coverAndScan, scan, type ScanTask } from '../scan.js';

export interface SeriesTask extends ScanTask {
  /**
   * - `scan` marks the epochs at which the satellite covers the cell, and scans them;
   * - `fill` then begins to compute what the series lacks there, and scans again if it comes to the end of that;
   * - `finish` scans again when other tasks have computed the rest.
   */
  stage: 'scan' | 'fill' | 'finish';
}

/** Longest time in ms for which one thread fills a series alone, before others help it. */
const ALONE_MS = 2;
const FIRST_PORTIONS = 2;

/** Runs the task's stage, and returns the core's status. */
export function runStage(core: CoreInstance, task: SeriesTask): number {
  const { kernels, layout } = core;
  const { window, series, slot, bands } = task;
  // A fill that is cancelled may have left gaps.
  if (isCancelled(core, slot)) return STATUS.cancelled;
  if (task.stage === 'scan') return coverAndScan(core, task);
  if (task.stage === 'fill') {
    kernels.openFill(window, series, bands, slot);
    const status = countFor(core, ALONE_MS, task, slot + layout.SLOT_WORK);
    if (status !== STATUS.ok) return status;
  }
  kernels.closeFill(window, series, bands, slot);
  return scan(core, task);
}

/** Computes what a series lacks for about `ms` milliseconds; `needsFill` where something is left then. */
export function countFor(
  { kernels }: CoreInstance,
  ms: number,
  { window, series, bands, slot }: Pick<ScanTask, 'window' | 'series' | 'bands' | 'slot'>,
  work: number,
): number {
  const endMs = performance.now() + ms;
  // Each call costs some 20 us beside the counting, and the first ones tell how long that takes.
  let portions = FIRST_PORTIONS;
  for (let nowMs = endMs - ms; ;) {
    const status = kernels.countFill(window, series, bands, slot, work, portions);
    const sinceMs = nowMs;
    nowMs = performance.now();
    if (status !== STATUS.needsFill || nowMs >= endMs) return status;
    if (nowMs - sinceMs < ms / 4) portions *= 2;
  }
}
