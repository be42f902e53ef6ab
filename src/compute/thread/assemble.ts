import type { CoreInstance } from '../../core/instance.js';
import { seriesRows, writeSeries } from '../../core/records/seriesRecord.js';
import { askAllEpochs, writeSlot } from '../../core/records/slotRecord.js';
import { encodeNumbers, decodeNumbers } from '../../codec/numbers.js';
import type { CellMemory } from '../../memory/sweep/cellMemory.js';
import { ALL_BANDS_MASK } from '../../spec.js';

/** One part of each block, in the order of their epochs. */
interface AssembleTask {
  blocks: Uint8Array[];
  blockEpochs: number;
  epochCount: number;
  rows: number;
}

interface AssembleSeriesTask extends Omit<AssembleTask, 'rows'> {
  cells: number;
  /** Emitter groups of the window: each cell has a row for every one. */
  groups: number;
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
  const counts = joinBlocks(task, Uint32Array);
  return Array.from({ length: rows }, (_, row) => {
    const index = counts.subarray(row * epochCount, (row + 1) * epochCount);
    return { data: encodeNumbers(index), cellCount: index.reduce((sum, count) => sum + count, 0) };
  });
}

/** Joins the occupancies of all blocks into the series of a range of cells, as they are stored. */
export function assembleSeries(_core: CoreInstance, task: AssembleSeriesTask): Uint8Array[] {
  const { cells, groups, epochCount } = task;
  const cellNumbers = groups * epochCount;
  const joined = joinBlocks({ ...task, rows: cells * groups }, Uint16Array);
  return Array.from({ length: cells }, (_, cell) =>
    encodeNumbers(joined.subarray(cell * cellNumbers, (cell + 1) * cellNumbers)),
  );
}

/** Joins the numbers of all blocks, row by row, into rows of all epochs. */
function joinBlocks<T extends Uint16Array | Uint32Array>(
  { blocks, blockEpochs, rows, epochCount }: AssembleTask,
  Numbers: new (length: number) => T,
): T {
  const result = new Numbers(rows * epochCount);
  const joined: Uint16Array | Uint32Array = result;
  blocks.forEach((block, b) => {
    const from = b * blockEpochs;
    const epochs = Math.min(blockEpochs, epochCount - from);
    const numbers = decodeNumbers(block, new Numbers(rows * epochs));
    for (let row = 0, at = 0; row < rows; row++) {
      const to = row * epochCount + from;
      for (let k = 0; k < epochs; k++) joined[to + k] = numbers[at++] as number;
    }
  });
  return result;
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
