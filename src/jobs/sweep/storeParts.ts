import type { EncodedIndex } from '../../compute/thread/assemble.js';
import { insertSeries, storedCells } from '../../db/analysis/cellSeries.js';
import { insertRunIndexes } from '../../db/analysis/runIndexes.js';
import { loadPart, sweepProgress } from '../../db/analysis/sweepBlocks.js';
import type { Sweep } from '../../db/analysis/sweeps.js';
import type { LoadedWindow } from '../../memory/loadedWindow.js';
import { allocateCellMemory } from '../../memory/sweep/cellMemory.js';
import { sideBySide, type SweepParts, type SweepProgress } from './sweepParts.js';
import { cellsBySite, type SweepPlan } from './sweepPlan.js';

/** Most rows in one statement: an embedded database has one connection, so that other statements wait for this one. */
const ROWS_AT_ONCE = 8;

/** Joins the blocks into run indexes and cell series, and stores them, without series that are stored already. */
export async function storeParts(
  parts: SweepParts,
  window: LoadedWindow,
  sweep: Sweep,
  plan: SweepPlan,
  onProgress: (progress: SweepProgress) => void,
): Promise<void> {
  const { knex, pool } = parts;
  const { blockEpochs, partCells, partRows } = sweep;
  const { epochCount } = window;
  const groups = window.record.groupCount;
  const blockCount = Math.ceil(epochCount / blockEpochs);
  const stored = new Set(await storedCells(knex, sweep.id));
  const cellParts = Math.ceil(plan.ipix.length / partCells);
  const of = Math.max(1, Math.ceil(plan.indexes.length / partRows)) + cellParts;
  let next = 0;
  let done = 0;

  /** Loads a part of every block; undefined if another process has published the sweep meanwhile. */
  const blocksOf = async (part: number): Promise<Uint8Array[] | undefined> => {
    const blocks = await loadPart(knex, sweep.id, part);
    if (blocks.length === blockCount) return blocks;
    if ((await sweepProgress(knex, sweep.id)).status === 'completed') return undefined;
    throw new Error(`sweep ${sweep.id}: ${blocks.length} of ${blockCount} blocks hold part ${part}`);
  };

  const storeIndexes = async (part: number): Promise<void> => {
    const from = Math.max(0, part - cellParts) * partRows;
    const rows = plan.indexes.slice(from, from + partRows);
    const blocks = await blocksOf(part);
    if (blocks === undefined) return;
    const encoded = await pool.assembleIndexes({ blocks, blockEpochs, epochCount, rows: rows.length });
    const indexes = rows.map((row, i) => ({ ...row, ...(encoded[i] as EncodedIndex) }));
    await insertRunIndexes(knex, window.id, indexes);
  };

  const storeSeries = async (part: number, joined: SharedArrayBuffer): Promise<void> => {
    const cells = plan.ipix.subarray((part - 1) * partCells, part * partCells);
    if (cells.every((ipix) => stored.has(ipix))) return;
    const blocks = await blocksOf(part);
    if (blocks === undefined) return;
    const task = { blocks, blockEpochs, epochCount, cells: cells.length, groups, joined };
    const series = await pool.assembleSeries(task);
    const rows = series.map((data, i) => ({ ipix: cells[i] as number, data }));
    for (let i = 0; i < rows.length; i += ROWS_AT_ONCE) {
      await insertSeries(knex, sweep.id, rows.slice(i, i + ROWS_AT_ONCE));
    }
  };

  await sideBySide(parts, async (stop) => {
    const joined = new SharedArrayBuffer(2 * Math.min(partCells, plan.ipix.length) * groups * epochCount);
    while (next < of) {
      stop.throwIfAborted();
      const part = next++;
      onProgress({ stage: 'storing', done, of });
      const isCells = part > 0 && part <= cellParts;
      await (isCells ? storeSeries(part, joined) : storeIndexes(part));
      done++;
    }
  });
}

/** Counts the cells that a sweep counts by site, and stores their series, without cells that are stored already. */
export async function storeBySite(
  parts: SweepParts,
  window: LoadedWindow,
  sweep: Sweep,
  onProgress: (progress: SweepProgress) => void,
): Promise<void> {
  const { knex, core, pool } = parts;
  const cells = cellsBySite(sweep);
  if (cells.length === 0) return;
  const stored = new Set(await storedCells(knex, sweep.id));
  const missing = cells.filter((ipix) => !stored.has(ipix));
  const { nside, epochCount, record } = window;
  const of = missing.length;
  let done = 0;
  await sideBySide(parts, async (stop) => {
    const { memory, free } = allocateCellMemory(core, window);
    try {
      for (let ipix = missing.pop(); ipix !== undefined; ipix = missing.pop()) {
        stop.throwIfAborted();
        onProgress({ stage: 'storing', done, of });
        const task = { ...memory, window: record.pointer, nside, ipix, groups: record.groupCount, epochCount };
        await insertSeries(knex, sweep.id, [{ ipix, data: await pool.countCell(task) }]);
        done++;
      }
    } finally {
      free();
    }
  });
}
