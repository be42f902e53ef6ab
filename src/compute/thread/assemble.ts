import type { CoreInstance } from '../../core/instance.js';
import { encodeNumbers, decodeNumbers } from '../../codec/numbers.js';
import { denseRows, encodeRows, decodeRows } from '../../codec/rows.js';
import type { PartMemory } from '../../memory/sweep/partMemory.js';

/** One part of all blocks, to be joined over the epochs. */
interface AssembleTask {
  blocks: Uint8Array[];
  blockEpochs: number;
  epochCount: number;
  rows: number;
}

interface AssembleSeriesTask extends AssembleTask, PartMemory {
  /** Emitter groups of the window: each cell has a row for every one. */
  groups: number;
}

/** The index of a run as it is stored, and the number of cells that it counts. */
export interface EncodedIndex {
  data: Uint8Array;
  cellCount: number;
}

/** Joins the counts of all blocks into run indexes, one for each row of counts. */
export function assembleIndexes(
  _core: CoreInstance,
  { blocks, blockEpochs, rows, epochCount }: AssembleTask,
): EncodedIndex[] {
  const counts = new Uint32Array(rows * epochCount);
  blocks.forEach((block, b) => {
    const from = b * blockEpochs;
    const epochs = Math.min(blockEpochs, epochCount - from);
    const numbers = decodeNumbers(block, rows * epochs);
    for (let row = 0; row < rows; row++) {
      counts.set(numbers.subarray(row * epochs, (row + 1) * epochs), row * epochCount + from);
    }
  });
  return Array.from({ length: rows }, (_, row) => {
    const index = counts.subarray(row * epochCount, (row + 1) * epochCount);
    return { data: encodeNumbers(index), cellCount: index.reduce((sum, count) => sum + count, 0) };
  });
}

/** Joins the occupancies of all blocks into the series of a range of cells, as they are stored. */
export function assembleSeries(core: CoreInstance, task: AssembleSeriesTask): Uint8Array[] {
  const { blocks, blockEpochs, rows: cells, groups, epochCount, joined, block, coding } = task;
  const rowBytes = 2 * epochCount;
  blocks.forEach((encoded, b) => {
    const from = b * blockEpochs;
    const epochs = Math.min(blockEpochs, epochCount - from);
    decodeRows(core, encoded, denseRows(block, cells, groups, epochs), coding);
    core.kernels.copyRows(block, joined + 2 * from, cells * groups, 2 * epochs, rowBytes);
  });
  return Array.from({ length: cells }, (_, cell) =>
    encodeRows(core, denseRows(joined + cell * groups * rowBytes, 1, groups, epochCount), coding),
  );
}
