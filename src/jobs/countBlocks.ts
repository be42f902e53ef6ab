import { insertBlock, sweepProgress } from '../db/sweepBlocks.js';
import type { Sweep } from '../db/sweeps.js';
import type { LoadedWindow } from '../store/loadedWindow.js';
import { placeSweepMemory } from '../store/sweepMemory.js';
import { sideBySide, type SweepParts, type SweepProgress } from './sweepParts.js';
import type { SweepPlan } from './sweepPlan.js';

/** Counts and stores the blocks of epochs that nobody has finished yet. */
export async function countBlocks(
  parts: SweepParts,
  window: LoadedWindow,
  sweep: Sweep,
  plan: SweepPlan,
  onProgress: (progress: SweepProgress) => void,
): Promise<void> {
  const { knex, core, ringTables, pool } = parts;
  const { blockEpochs, partCells } = sweep;
  const blocks = Math.ceil(window.epochCount / blockEpochs);
  // From a place of their own, processes that share a sweep meet only where little is left.
  let next = Math.floor(Math.random() * blocks);
  const taken = new Set<number>();

  const takeBlock = async (stop: AbortSignal): Promise<number | undefined> => {
    stop.throwIfAborted();
    const { status, finished } = await sweepProgress(knex, sweep.id);
    if (status === undefined) throw new Error(`sweep ${sweep.id} was given up: newer windows have taken its place`);
    if (status === 'completed') return undefined;
    onProgress({ stage: 'counting', done: finished.length, of: blocks });
    const known = new Set([...finished, ...taken]);
    for (let tried = 0; tried < blocks; tried++, next = (next + 1) % blocks) {
      const from = next * blockEpochs;
      if (known.has(from)) continue;
      taken.add(from);
      return from;
    }
    return undefined;
  };

  await sideBySide(parts, async (stop) => {
    const { ipix, bandSets, tracked } = plan;
    const block = placeSweepMemory(core, ringTables, window, {
      bandSets: bandSets.length,
      ipix,
      blockEpochs,
    });
    try {
      for (let from = await takeBlock(stop); from !== undefined; from = await takeBlock(stop)) {
        const epochs = Math.min(blockEpochs, window.epochCount - from);
        const epochsOf = { window: window.record.pointer, satellites: window.satelliteCount, from, epochs };
        const wanted = { cells: ipix.length, partCells, bandSets, tracked };
        const result = await pool.sweepBlock({ ...block.memory, ...epochsOf, ...wanted });
        await insertBlock(knex, sweep.id, from, result.parts);
      }
    } finally {
      block.free();
    }
  });
}
