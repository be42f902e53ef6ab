import type { CellsBefore } from '../../memory/runIndexes.js';
import { WINDOW_EPOCHS, WINDOW_NSIDES } from '../../spec.js';

/** `take` cells of one epoch, in the order of their numbers, after the first `skip`. */
export interface EpochSpan {
  epoch: number;
  skip: number;
  take: number;
}

/** Finds the epochs that hold the cells [from, to) in the list of a run; `to` may lie beyond the last cell. */
export function spansOf(before: CellsBefore, from: number, to: number): EpochSpan[] {
  const spans: EpochSpan[] = [];
  const behind = before.findIndex((count) => count > from);
  for (let end = behind; end > 0 && end < before.length && (before[end - 1] as number) < to; end++) {
    const first = before[end - 1] as number;
    const skip = Math.max(from - first, 0);
    const take = Math.min(before[end] as number, to) - first - skip;
    if (take > 0) spans.push({ epoch: end - 1, skip, take });
  }
  return spans;
}

/** Most cells of a window: their number at nside 256. */
const MOST_CELLS = 12 * Math.max(...WINDOW_NSIDES) ** 2;

/**
 * Returns the id of a cell at an epoch of a run, for all bands: (run * 10080 + epoch) * 786432 + ipix, with 786,432
 * cells of nside 256. No two runs share an id; it is an exact integer up to run 1,136,000.
 */
export function cellId(runId: number, epoch: number, ipix: number): number {
  return (runId * WINDOW_EPOCHS + epoch) * MOST_CELLS + ipix;
}
