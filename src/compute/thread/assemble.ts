import type { CoreInstance } from '../../core/instance.js';
import { seal, unseal32 } from '../../codec/numbers.js';
import { denseRows, sealRows, unsealRows } from '../../codec/rows.js';
import type { AssembleSeriesTask, AssembleTask, SealedIndex } from '../tasks.js';

/** The indexes of the runs out of the counts of all blocks, one for each row of counts. */
export function assembleIndexes({ blocks, blockEpochs, rows, epochCount }: AssembleTask): SealedIndex[] {
  const counts = new Uint32Array(rows * epochCount);
  blocks.forEach((block, b) => {
    const from = b * blockEpochs;
    const epochs = Math.min(blockEpochs, epochCount - from);
    const numbers = unseal32(block, rows * epochs);
    for (let row = 0; row < rows; row++) {
      counts.set(numbers.subarray(row * epochs, (row + 1) * epochs), row * epochCount + from);
    }
  });
  return Array.from({ length: rows }, (_, row) => {
    const index = counts.subarray(row * epochCount, (row + 1) * epochCount);
    return { data: seal(index), cellCount: index.reduce((sum, count) => sum + count, 0) };
  });
}

/** The series of a range of cells, out of the occupancies of all blocks. */
export function assembleSeries(core: CoreInstance, task: AssembleSeriesTask): Uint8Array[] {
  const { blocks, blockEpochs, rows: cells, groups, epochCount, joined, block, coding } = task;
  const rowBytes = 2 * epochCount;
  blocks.forEach((sealed, b) => {
    const from = b * blockEpochs;
    const epochs = Math.min(blockEpochs, epochCount - from);
    unsealRows(core, sealed, denseRows(block, cells, groups, epochs), coding);
    core.kernels.copyRows(block, joined + 2 * from, cells * groups, 2 * epochs, rowBytes);
  });
  return Array.from({ length: cells }, (_, cell) =>
    sealRows(core, denseRows(joined + cell * groups * rowBytes, 1, groups, epochCount), coding),
  );
}
