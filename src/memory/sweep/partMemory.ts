import type { OwnedCore } from '../../core/instance.js';
import { aligned } from '../aligned.js';
import type { LoadedWindow } from '../loadedWindow.js';
import { outOfMemory } from '../outOfMemory.js';

/** What making the series of some cells out of blocks of epochs works on: pointers, for one task at a time. */
export interface PartMemory {
  /** Occupancies of all epochs: cell x group x epoch (u16). */
  readonly joined: number;
  /** Occupancies of one block: cell x group x epoch of the block (u16). */
  readonly block: number;
  /** CODING_BYTES for encoding and decoding. */
  readonly coding: number;
}

/** Allocates memory for joining parts of at most `cells` cells. @throws OutOfMemory when other work has too much of the memory */
export function allocatePartMemory(
  { arena, layout }: OwnedCore,
  window: LoadedWindow,
  { cells, blockEpochs }: { cells: number; blockEpochs: number },
): { memory: PartMemory; free: () => void } {
  const rows = cells * window.record.groupCount;
  const blockAt = aligned(2 * rows * window.epochCount);
  const codingAt = blockAt + aligned(2 * rows * blockEpochs);
  const joined = arena.allocate(codingAt + layout.CODING_BYTES);
  if (joined === undefined) throw outOfMemory('cell series that are read or stored');
  return {
    memory: { joined, block: joined + blockAt, coding: joined + codingAt },
    free: () => {
      arena.free(joined);
    },
  };
}
