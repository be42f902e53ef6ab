import type { OwnedCore } from '../core/instance.js';
import type { Asker } from '../fairness/asker.js';
import { createTurns, type TurnsOptions } from '../fairness/turns.js';
import { aligned } from './aligned.js';
import type { LoadedWindow } from './loadedWindow.js';
import { outOfMemory } from './outOfMemory.js';
import type { RingTables } from './ringTables.js';

/**
 * Memory for counting all cells of a window at one epoch: pointers, and the map's length. Only the thread that runs a task of
 * the block's holder writes there; all threads read the ring table.
 */
export interface MapMemory {
  readonly rings: number;
  readonly map: number;
  readonly mapBytes: number;
  /** Positions of every satellite of the window. */
  readonly positions: number;
  /** FOOTPRINT_WORK_BYTES for adding footprints. */
  readonly work: number;
  /** List of the cells at one epoch (assembly/records/byEpoch/cellList.ts). */
  readonly list: number;
  /** Their text, CELL_OUTPUT_BYTES: the host reads it when the task has ended, and before the next one of the holder. */
  readonly output: number;
}

interface MapBlock {
  readonly memory: MapMemory;
  /** May be called more than once. */
  release(): void;
}

export interface MapBlocks {
  /** Waits for a turn: see Turns. OutOfMemory where other work has too much of the memory. */
  acquire(window: LoadedWindow, asker: Asker): Promise<MapBlock>;
  readonly free: number;
}

/**
 * Allocates blocks in the core's memory, `count` at most at a time: up to 9 MB each for nside 256 and 16,000 satellites.
 * Their size follows from the window, so each is allocated when it is acquired, and freed when it is released.
 */
export function createMapBlocks(
  core: OwnedCore,
  ringTables: RingTables,
  count: number,
  options?: TurnsOptions,
): MapBlocks {
  const { arena } = core;
  const turns = createTurns(
    Array.from({ length: count }, (_, i) => i),
    options,
  );

  const allocate = ({ nside, satelliteCount }: LoadedWindow): MapMemory => {
    const { pointer: rings, mapBytes } = ringTables.of(nside);
    const workAt = aligned(core.kernels.positionsBytes(satelliteCount));
    const mapAt = workAt + aligned(core.layout.FOOTPRINT_WORK_BYTES);
    const listAt = mapAt + aligned(mapBytes);
    const outputAt = listAt + aligned(core.kernels.cellListBytes(nside));
    const positions = arena.allocate(outputAt + core.layout.CELL_OUTPUT_BYTES);
    if (positions === undefined) throw outOfMemory(`a map of nside ${nside}`);
    const [work, map, list, output] = [workAt, mapAt, listAt, outputAt].map((at) => positions + at) as [
      number,
      number,
      number,
      number,
    ];
    return { rings, mapBytes, positions, work, map, list, output };
  };

  return {
    async acquire(window, asker) {
      const turn = await turns.take(asker);
      try {
        const memory = allocate(window);
        let held = true;
        const release = (): void => {
          if (!held) return;
          held = false;
          arena.free(memory.positions);
          turn.release();
        };
        return { memory, release };
      } catch (error) {
        turn.release();
        throw error;
      }
    },
    get free() {
      return turns.free;
    },
  };
}
