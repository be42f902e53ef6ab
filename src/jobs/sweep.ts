import { deletePublishedBlocks } from '../db/sweepBlocks.js';
import { publishSweep, setSweepStatus, type Sweep } from '../db/sweeps.js';
import type { LoadedWindow } from '../store/loadedWindow.js';
import { allBlocks } from './blockSource.js';
import { countBlocks } from './countBlocks.js';
import { storeParts } from './storeParts.js';
import type { SweepParts, SweepProgress } from './sweepParts.js';
import { planSweep } from './sweepPlan.js';

/**
 * Computes what a sweep lacks and publishes it. Blocks of epochs are stored as they are finished, so that a sweep that
 * was killed goes on where it stopped; several processes may work on one sweep, and whoever finishes first publishes.
 * Every block is a pure function of the window and the sweep, so that it makes no difference who computed it. Where the
 * queue is not allowed, it does without.
 *
 * @throws whatever went wrong, after noting it with the sweep
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
    const source = await allBlocks({ knex: parts.knex, queue }, window, sweep, onProgress);
    await countBlocks(parts, window, sweep, plan, source);
    await storeParts(parts, window, sweep, plan, onProgress);
    await publishSweep(parts.knex, sweep);
    await deletePublishedBlocks(parts.knex);
    await queue?.clear();
  } catch (error) {
    if (parts.signal?.aborted === true) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    // The reason is what matters, even where the database is what failed.
    await setSweepStatus(parts.knex, sweep, 'failed', reason).catch(() => undefined);
    throw error;
  }
}
