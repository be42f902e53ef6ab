import type { OwnedCore } from '../../core/instance.js';
import type { LoadedWindow } from '../loadedWindow.js';
import { noRoomForSeries } from '../outOfMemory.js';

/** What one thread needs to make the series of some cells out of blocks of epochs: pointers. */
export interface PartMemory {
  /** Occupancies of all epochs: cell x group x epoch (u16). */
  readonly joined: number;
  /** Those of one block: cell x group x epoch of the block (u16). */
  readonly block: number;
  readonly coding: number;
}

/** @throws OutOfMemory when other work has too much of the memory */
export function placePartMemory(
  { arena, layout }: OwnedCore,
  window: LoadedWindow,
  { cells, blockEpochs }: { cells: number; blockEpochs: number },
): { memory: PartMemory; free: () => void } {
  const rows = cells * window.record.groupCount;
  const blockAt = aligned(2 * rows * window.epochCount);
  const codingAt = blockAt + aligned(2 * rows * blockEpochs);
  const joined = arena.allocate(codingAt + layout.CODING_BYTES);
  if (joined === undefined) throw noRoomForSeries();
  return {
    memory: { joined, block: joined + blockAt, coding: joined + codingAt },
    free: () => {
      arena.free(joined);
    },
  };
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 64) * 64;
}
