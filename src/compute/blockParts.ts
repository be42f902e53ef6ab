import type { CoreInstance } from '../core/instance.js';
import { seal } from '../store/sealed.js';
import { sweepBlock } from './sweepBlock.js';
import type { BlockPartsTask, SweepBlockResult } from './tasks.js';

/**
 * Sweeps a block of epochs. `sweepBlock` clears and seals the counts of as many rows as it is told of, which are those of
 * the first part; the further rows follow the cells, in parts of their own.
 */
export function blockParts(core: CoreInstance, task: BlockPartsTask): SweepBlockResult {
  const { counts, countRows, partRows, epochs } = task;
  const rowBytes = 4 * epochs;
  core.bytes.fill(0, counts, counts + countRows * rowBytes);
  const { parts } = sweepBlock(core, { ...task, countRows: Math.min(partRows, countRows) });
  for (let from = partRows; from < countRows; from += partRows) {
    const rows = Math.min(partRows, countRows - from);
    parts.push(seal(new Uint32Array(core.memory.buffer, counts + from * rowBytes, rows * epochs)));
  }
  return { parts };
}
