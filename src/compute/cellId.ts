import { WINDOW_EPOCHS, WINDOW_NSIDES } from '../spec.js';

/** Largest number of cells that a window has: those of nside 256. */
const MOST_CELLS = 12 * Math.max(...WINDOW_NSIDES) ** 2;

/**
 * Names a cell at an epoch of a run, whatever the band: (run * 10080 + epoch) * 786432 + ipix, where 786,432 are the
 * cells of nside 256. Unique across runs, and the same whenever it is asked for; an exact integer up to run 1,136,000.
 */
export function cellId(runId: number, epoch: number, ipix: number): number {
  return (runId * WINDOW_EPOCHS + epoch) * MOST_CELLS + ipix;
}
