import type { Knex } from 'knex';
import type { Pool } from '../compute/pool.js';
import type { OwnedCore } from '../core/instance.js';
import { insertRunIndexes } from '../db/runIndexes.js';
import { insertSeries, storedCells } from '../db/cellSeries.js';
import { deletePublishedBlocks, insertBlock, loadPart, sweepProgress } from '../db/sweepBlocks.js';
import { publishSweep, setSweepStatus, type Sweep } from '../db/sweeps.js';
import type { LoadedWindow } from '../store/loadedWindow.js';
import type { RingTables } from '../store/ringTables.js';
import { placeSweepMemory } from '../store/sweepMemory.js';
import { planSweep, type SweepPlan } from './sweepPlan.js';

export interface SweepParts {
  knex: Knex;
  core: OwnedCore;
  ringTables: RingTables;
  pool: Pool;
  /** Of the pool: so many blocks are computed at a time. */
  threads: number;
  /** Ends the sweep as a kill would, when what is under way is finished or given up. */
  signal?: AbortSignal;
}

/** How far a sweep is: blocks of epochs counted, then parts (the indexes, ranges of cells) stored. */
export interface SweepProgress {
  stage: 'counting' | 'storing';
  done: number;
  of: number;
}

/** Rows in one statement: the embedded database computes on this thread, and others wait for it. */
const ROWS_AT_ONCE = 8;

/**
 * Computes what a sweep lacks and publishes it. Blocks of epochs are stored as they are finished, so that a sweep that
 * was killed goes on where it stopped; several processes may work on one sweep, and whoever finishes first publishes.
 * Every block is a pure function of the window and the sweep, so that it makes no difference who computed it.
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
    await countBlocks(parts, window, sweep, plan, onProgress);
    await storeParts(parts, window, sweep, plan, onProgress);
    await publishSweep(parts.knex, sweep);
    await deletePublishedBlocks(parts.knex);
  } catch (error) {
    if (parts.signal?.aborted === true) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    // The reason is what matters, even where the database is what failed.
    await setSweepStatus(parts.knex, sweep, 'failed', reason).catch(() => undefined);
    throw error;
  }
}

async function countBlocks(
  { knex, core, ringTables, pool, threads, signal }: SweepParts,
  window: LoadedWindow,
  sweep: Sweep,
  plan: SweepPlan,
  onProgress: (progress: SweepProgress) => void,
): Promise<void> {
  const { blockEpochs, partCells } = sweep;
  const blocks = Math.ceil(window.epochCount / blockEpochs);
  // From a place of their own, processes that share a sweep meet only where little is left.
  let next = Math.floor(Math.random() * blocks);
  const taken = new Set<number>();

  const takeBlock = async (): Promise<number | undefined> => {
    signal?.throwIfAborted();
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

  const countUntilDone = async (): Promise<void> => {
    const { ipix, bandSets, tracked } = plan;
    const block = placeSweepMemory(core, ringTables, window, {
      bandSets: bandSets.length,
      ipix,
      blockEpochs,
    });
    try {
      for (let from = await takeBlock(); from !== undefined; from = await takeBlock()) {
        const epochs = Math.min(blockEpochs, window.epochCount - from);
        const epochsOf = { window: window.record.pointer, satellites: window.satelliteCount, from, epochs };
        const wanted = { cells: ipix.length, partCells, bandSets, tracked };
        const result = await pool.sweepBlock({ ...block.memory, ...epochsOf, ...wanted });
        await insertBlock(knex, sweep.id, from, result.parts);
      }
    } finally {
      block.free();
    }
  };
  await Promise.all(Array.from({ length: threads }, countUntilDone));
}

async function storeParts(
  { knex, pool, threads, signal }: SweepParts,
  window: LoadedWindow,
  sweep: Sweep,
  plan: SweepPlan,
  onProgress: (progress: SweepProgress) => void,
): Promise<void> {
  const { blockEpochs, partCells } = sweep;
  const { epochCount } = window;
  const groups = window.record.groupCount;
  const blockCount = Math.ceil(epochCount / blockEpochs);
  const stored = new Set(await storedCells(knex, sweep.id));
  const of = 1 + Math.ceil(plan.ipix.length / partCells);
  let next = 0;
  let done = 0;

  /** Undefined where another process has published the sweep meanwhile. */
  const blocksOf = async (part: number): Promise<Uint8Array[] | undefined> => {
    const blocks = await loadPart(knex, sweep.id, part);
    if (blocks.length === blockCount) return blocks;
    if ((await sweepProgress(knex, sweep.id)).status === 'completed') return undefined;
    throw new Error(`sweep ${sweep.id}: ${blocks.length} of ${blockCount} blocks hold part ${part}`);
  };

  const storeIndexes = async (): Promise<void> => {
    const blocks = await blocksOf(0);
    if (blocks === undefined) return;
    const rows = plan.indexes.length;
    const sealed = await pool.assembleIndexes({ blocks, blockEpochs, epochCount, rows });
    const indexes = sealed.map((index, i) => ({ ...index, ...(plan.indexes[i] as SweepPlan['indexes'][number]) }));
    await insertRunIndexes(knex, window.id, indexes);
  };

  const storeSeries = async (part: number): Promise<void> => {
    const cells = plan.ipix.subarray((part - 1) * partCells, part * partCells);
    if (cells.every((ipix) => stored.has(ipix))) return;
    const blocks = await blocksOf(part);
    if (blocks === undefined) return;
    const series = await pool.assembleSeries({ blocks, blockEpochs, epochCount, rows: cells.length, groups });
    const rows = series.map((data, i) => ({ ipix: cells[i] as number, data }));
    for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
      await insertSeries(knex, sweep.id, rows.slice(i, i + ROWS_AT_ONCE));
    }
  };

  const storeUntilDone = async (): Promise<void> => {
    while (next < of) {
      signal?.throwIfAborted();
      const part = next++;
      onProgress({ stage: 'storing', done, of });
      await (part === 0 ? storeIndexes() : storeSeries(part));
      done++;
    }
  };
  await Promise.all(Array.from({ length: threads }, storeUntilDone));
}
