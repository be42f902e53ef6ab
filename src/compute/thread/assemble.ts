import type { CoreInstance } from '../../core/instance.js';
import { seriesRows, writeSeries } from '../../core/records/seriesRecord.js';
import { askAllEpochs, writeSlot } from '../../core/records/slotRecord.js';
import { decodeNumbers, encodeNumbers, type Numbers } from '../../codec/numbers.js';
import type { CellMemory } from '../../memory/sweep/cellMemory.js';
import { ALL_BANDS_MASK } from '../../spec.js';

interface BlocksTask {
  /** One part of each block, in the order of their epochs. */
  blocks: Uint8Array[];
  blockEpochs: number;
  epochCount: number;
}

interface AssembleTask extends BlocksTask {
  rows: number;
}

interface AssembleSeriesTask extends BlocksTask {
  cells: number;
  /** Emitter groups of the window: each cell has a row for every one. */
  groups: number;
  /**
   * Room for the occupancies of all cells; one task uses it at a time. If each task had room of its own, finding its
   * pages would take a fifth of the task's time.
   */
  joined: SharedArrayBuffer;
}

interface CellTask extends CellMemory {
  window: number;
  nside: number;
  ipix: number;
  groups: number;
  epochCount: number;
}

/** The index of a run as it is stored, and the number of cells that it counts. */
export interface EncodedIndex {
  data: Uint8Array;
  cellCount: number;
}

/** Joins the counts of all blocks into run indexes, one for each row of counts. */
export function assembleIndexes(_core: CoreInstance, task: AssembleTask): EncodedIndex[] {
  const { rows, epochCount } = task;
  const counts = new Uint32Array(rows * epochCount);
  joinBlocks(task, rows, 1, counts);
  return Array.from({ length: rows }, (_, row) => {
    const index = counts.subarray(row * epochCount, (row + 1) * epochCount);
    return { data: encodeNumbers(index), cellCount: index.reduce((sum, count) => sum + count, 0) };
  });
}

/** Joins the occupancies of all blocks into the series of a range of cells, as they are stored. */
export function assembleSeries(_core: CoreInstance, task: AssembleSeriesTask): Uint8Array[] {
  const { cells, groups, epochCount } = task;
  const cellNumbers = groups * epochCount;
  const joined = new Uint16Array(task.joined, 0, cells * cellNumbers);
  joinBlocks(task, cells, groups, joined);
  return Array.from({ length: cells }, (_, cell) =>
    encodeNumbers(joined.subarray(cell * cellNumbers, (cell + 1) * cellNumbers)),
  );
}

/** Joins the numbers of all blocks, ordered by group, cell, epoch, into `joined`, ordered by cell, group, epoch. */
function joinBlocks(task: BlocksTask, cells: number, groups: number, joined: Numbers): void {
  const { blocks, blockEpochs, epochCount } = task;
  const room = joined.slice(0, cells * groups * blockEpochs);
  blocks.forEach((block, b) => {
    const from = b * blockEpochs;
    const epochs = Math.min(blockEpochs, epochCount - from);
    const numbers = decodeNumbers(block, room.subarray(0, cells * groups * epochs));
    let at = 0;
    for (let group = 0; group < groups; group++) {
      for (let cell = 0; cell < cells; cell++) {
        let to = (cell * groups + group) * epochCount + from;
        for (const end = to + epochs; to < end;) joined[to++] = numbers[at++] as number;
      }
    }
  });
}

/** Counts one cell by site at every epoch of its window; returns its series as `assembleSeries` does, byte for byte. */
export function countCell(core: CoreInstance, task: CellTask): Uint8Array {
  const { window, nside, ipix, groups, epochCount, series, slot } = task;
  writeSlot(core, slot);
  askAllEpochs(core, slot, epochCount);
  writeSeries(core, series, { groupCount: groups, epochCount }, { nside, ipix });
  const rows = seriesRows(core, series);
  // A fill writes no row of a group without bands: such rows must be 0 before.
  for (const row of rows) row.fill(0);
  core.kernels.fillSeries(window, series, ALL_BANDS_MASK, slot);
  const numbers = new Uint16Array(groups * epochCount);
  rows.forEach((row, group) => numbers.set(row, group * epochCount));
  return encodeNumbers(numbers);
}
