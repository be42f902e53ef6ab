import { z } from 'zod';
import { cellCount } from '../core/healpix.js';
import { WINDOW_EPOCHS, WINDOW_NSIDES } from '../spec.js';

/** Cells of nside 256: no window has more. */
const MOST_CELLS = cellCount(Math.max(...WINDOW_NSIDES));

export const interferenceCell = z.strictObject({
  id: z.int(),
  epoch_index: z.int().nonnegative(),
  nside: z.int(),
  ipix: z.int().nonnegative(),
  ordering: z.literal('NESTED'),
  value: z.int().nonnegative(),
});

/**
 * Names a cell at an epoch of a run, whatever the band: (run * 10080 + epoch) * 786432 + ipix, where 786,432 are the
 * cells of nside 256. Unique across runs, and the same whenever it is asked for; an exact integer up to run 1,136,000.
 */
export function cellId(runId: number, epoch: number, ipix: number): number {
  return (runId * WINDOW_EPOCHS + epoch) * MOST_CELLS + ipix;
}
