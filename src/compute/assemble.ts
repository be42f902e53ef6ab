import { seal, unseal16, unseal32 } from '../store/sealed.js';
import type { AssembleTask, SealedIndex } from './tasks.js';

/** The indexes of the runs out of the counts of all blocks, one for each row of counts. */
export function assembleIndexes(task: AssembleTask): SealedIndex[] {
  const counts = new Uint32Array(task.rows * task.epochCount);
  joinBlocks(task, counts, unseal32);
  return perRow(task, counts).map((row) => ({
    data: seal(row),
    cellCount: row.reduce((sum, value) => sum + value, 0),
  }));
}

/** The series of a range of cells, each of `task.groups` rows, out of the occupancies of all blocks. */
export function assembleSeries(task: AssembleTask & { groups: number }): Uint8Array[] {
  const occupancies = new Uint16Array(task.rows * task.groups * task.epochCount);
  joinBlocks({ ...task, rows: task.rows * task.groups }, occupancies, unseal16);
  return perRow({ ...task, epochCount: task.groups * task.epochCount }, occupancies).map((series) => seal(series));
}

/** Blocks hold row after row of a few epochs; together they make rows of all epochs. */
function joinBlocks<T extends Uint16Array | Uint32Array>(
  { blocks, blockEpochs, rows, epochCount }: AssembleTask,
  joined: T,
  unseal: (sealed: Uint8Array, count: number) => T,
): void {
  blocks.forEach((block, b) => {
    const from = b * blockEpochs;
    const epochs = Math.min(blockEpochs, epochCount - from);
    const numbers = unseal(block, rows * epochs);
    for (let row = 0; row < rows; row++) {
      joined.set(numbers.subarray(row * epochs, (row + 1) * epochs), row * epochCount + from);
    }
  });
}

function perRow<T extends Uint16Array | Uint32Array>(
  { rows, epochCount }: Pick<AssembleTask, 'rows' | 'epochCount'>,
  joined: T,
): T[] {
  return Array.from({ length: rows }, (_, row) => joined.subarray(row * epochCount, (row + 1) * epochCount) as T);
}
