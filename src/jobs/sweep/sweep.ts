import type { Knex } from 'knex';
import { reasonOf } from '../../db/connection/databaseAway.js';
import { deletePublishedBlocks, sweepProgress } from '../../db/analysis/sweepBlocks.js';
import { setSweepStatus, type Sweep } from '../../db/analysis/sweeps.js';
import { UserError } from '../../errors.js';
import type { LoadedWindow } from '../../memory/loadedWindow.js';
import { allBlocks } from './blockSource.js';
import { countBlocks } from './countBlocks.js';
import { storeBySite, storeParts } from './storeParts.js';
import type { SweepParts, SweepProgress } from './sweepParts.js';
import { beginSweep, planSweep, type WantedCells } from './sweepPlan.js';
import type { Pool } from '../../compute/pool.js';

/** Thrown when newer windows have replaced the window of a sweep: nobody needs its results any more. */
export class SweepGivenUp extends UserError {}

/**
 * Computes the missing parts of a sweep and publishes it. Blocks of epochs are stored as they are finished, so that a
 * sweep that was killed goes on where it stopped; several processes may work on one sweep, and the first to finish
 * publishes it. Every block is a pure function of the window and the sweep: it makes no difference which process
 * computed it. If the database user lacks a right that the queue needs, the sweep goes on without the queue.
 *
 * @throws SweepGivenUp if newer windows have replaced its window; any other error, recorded with the sweep unless
 *   the signal has been aborted
 */
export async function runSweep(
  parts: SweepParts,
  window: LoadedWindow,
  sweep: Sweep,
  onProgress: (progress: SweepProgress) => void = () => undefined,
): Promise<void> {
  try {
    const plan = planSweep(window, sweep);
    const queue = (await parts.queue?.isAllowed()) === true ? parts.queue : undefined;
    if (plan.indexes.length + plan.ipix.length > 0) {
      const source = await allBlocks({ knex: parts.knex, queue }, window, sweep, onProgress);
      await countBlocks(parts, window, sweep, plan, source);
      await storeParts(parts, window, sweep, plan, onProgress);
    }
    await storeBySite(parts, window, sweep, onProgress);
    await setSweepStatus(parts.knex, sweep, 'completed');
    await deletePublishedBlocks(parts.knex);
    await queue?.clear();
  } catch (error) {
    if (parts.signal?.aborted === true) throw error;
    await throwIfGivenUp(parts.knex, sweep);
    // An error of this statement is dropped: the caller gets the first error.
    await setSweepStatus(parts.knex, sweep, 'failed', reasonOf(error)).catch(() => undefined);
    throw error;
  }
}

/** Throws SweepGivenUp if the sweep has been deleted: its statements may then have failed with any error. */
async function throwIfGivenUp(knex: Knex, { id }: Sweep): Promise<void> {
  const progress = await sweepProgress(knex, id).catch(() => undefined);
  if (progress === undefined || progress.status !== undefined) return;
  throw new SweepGivenUp(`sweep ${id} was given up: newer windows have taken its place`);
}

export interface MissingParts extends Omit<SweepParts, 'pool'> {
  /** Runs a job with the threads that count; called only if something is missing. */
  withPool<T>(job: (pool: Pool) => Promise<T>): Promise<T>;
}

export interface SweepEvents {
  onBegin?: (sweep: Sweep) => void;
  onProgress?: (progress: SweepProgress) => void;
}

/** Sweep that was published, and the seconds that it took this process. */
export interface FinishedSweep {
  sweep: Sweep;
  seconds: number;
}

/**
 * Sweeps the runs of tracked satellites and the series of `cells` that a window lacks. The caller keeps the window in
 * memory.
 *
 * @returns undefined if nothing is missing
 * @throws SweepGivenUp if newer windows have replaced the window; any other error, recorded with the sweep if
 *   `runSweep` threw it and the signal has not been aborted
 */
export async function sweepMissing(
  parts: MissingParts,
  window: LoadedWindow,
  cells: WantedCells,
  { onBegin, onProgress }: SweepEvents = {},
): Promise<FinishedSweep | undefined> {
  const sweep = await beginSweep(parts.knex, parts.core, window, cells);
  if (sweep === undefined) return undefined;
  onBegin?.(sweep);
  return parts.withPool(async (pool) => {
    const from = performance.now();
    await runSweep({ ...parts, pool }, window, sweep, onProgress);
    return { sweep, seconds: (performance.now() - from) / 1000 };
  });
}
