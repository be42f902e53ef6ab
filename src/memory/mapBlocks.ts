import type { OwnedCore } from '../core/instance.js';
import type { Asker } from '../fairness/asker.js';
import { createTurns, type TurnsOptions } from '../fairness/turns.js';
import type { LoadedWindow } from './loadedWindow.js';
import { allocateParts } from './parts.js';
import type { RingTables } from './ringTables.js';

/**
 * Memory for counting all cells of a window at one epoch: pointers, and the map's length. Only the thread that runs a
 * task of the block's holder writes to it; the ring table is shared by all threads and only read.
 */
export interface MapMemory {
  readonly rings: number;
  readonly map: number;
  readonly mapBytes: number;
  /** Positions of every satellite of the window. */
  readonly positions: number;
  /** Work memory for adding footprints: FOOTPRINT_WORK_BYTES. */
  readonly work: number;
  /** List of the cells at one epoch (assembly/records/byEpoch/cellList.ts). */
  readonly list: number;
  /** Text of the listed cells, CELL_TEXT_BYTES. The main thread reads it before the next task of the holder. */
  readonly output: number;
}

export type MapBlocks = ReturnType<typeof createMapBlocks>;

/**
 * Allocates blocks in the core's memory, `count` at most at a time: up to 7 MB each for nside 256 and 16,000
 * satellites. Their size depends on the window, so each is allocated when it is acquired, and freed when it is
 * released.
 */
export function createMapBlocks(core: OwnedCore, ringTables: RingTables, count: number, options?: TurnsOptions) {
  const { kernels, layout } = core;
  const turns = createTurns(
    Array.from({ length: count }, (_, i) => i),
    options,
  );

  return {
    /**
     * Waits for a turn (see createTurns) and allocates a block. `release` frees it, and may be called more than once.
     *
     * @throws the errors of allocateParts
     */
    async acquire({ nside, satelliteCount }: LoadedWindow, asker: Asker) {
      const turn = await turns.take(asker);
      try {
        const { pointer: rings, mapBytes } = ringTables.of(nside);
        const sizes = {
          positions: kernels.positionsBytes(satelliteCount),
          work: layout.FOOTPRINT_WORK_BYTES,
          map: mapBytes,
          list: kernels.cellListBytes(nside),
          output: layout.CELL_TEXT_BYTES,
        };
        const { pointers, free } = allocateParts(core, sizes, `a map of WINDOW_NSIDE=${nside}`);
        let isHeld = true;
        const release = (): void => {
          if (!isHeld) return;
          isHeld = false;
          free();
          turn.release();
        };
        const memory: MapMemory = { ...pointers, rings, mapBytes };
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
