import { inTurns } from '../../core/pieces.js';
import { insertBlock } from '../../db/analysis/sweepBlocks.js';
import type { Sweep } from '../../db/analysis/sweeps.js';
import type { LoadedWindow } from '../../memory/loadedWindow.js';
import { allocatingSweepMemory } from '../../memory/sweep/sweepMemory.js';
import type { BlockSource } from './blockSource.js';
import { sideBySide, type SweepParts } from './sweepParts.js';
import type { SweepPlan } from './sweepPlan.js';

/** Counts and stores the blocks of epochs that the source gives; after a failure, gives unfinished blocks back. */
export async function countBlocks(
  parts: SweepParts,
  window: LoadedWindow,
  sweep: Sweep,
  plan: SweepPlan,
  source: BlockSource,
): Promise<void> {
  const { knex, core, ringTables, pool } = parts;
  const { blockEpochs, partCells, partRows } = sweep;

  // One block more is under way than there are threads, so that no thread waits while a block is being stored.
  const counting = sideBySide({ ...parts, threads: parts.threads + 1 }, async (stop) => {
    const block = await inTurns(allocatingSweepMemory(core, ringTables, window, { ...plan, blockEpochs }));
    try {
      for (let from = await source.take(stop); from !== undefined; from = await source.take(stop)) {
        const epochs = Math.min(blockEpochs, window.epochCount - from);
        const epochsOf = { window: window.record.pointer, satellites: window.satelliteCount, from, epochs };
        const wanted = { cells: plan.ipix.length, cellRows: window.record.groupCount, partCells, partRows };
        const result = await pool.sweepBlock({ ...block.memory, ...epochsOf, ...wanted });
        await insertBlock(knex, sweep.id, from, result.parts);
        await source.finish(from);
      }
    } finally {
      block.free();
    }
  });
  await counting.catch(async (error: unknown) => {
    // An error of giving back is dropped: the caller gets the first error.
    await source.giveBack().catch(() => undefined);
    throw error;
  });
}
