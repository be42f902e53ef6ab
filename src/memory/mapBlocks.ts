import { cellCount } from '../core/healpix.js';
import type { OwnedCore } from '../core/instance.js';
import type { LoadedWindow } from './loadedWindow.js';
import type { Asker } from '../fairness/asker.js';
import { createLender, type LenderTerms } from '../fairness/fairPool.js';
import { noRoomForMap } from './outOfMemory.js';
import type { RingTables } from './ringTables.js';

/** What counting all cells of a window at one epoch takes: pointers, and the map's length. */
export interface MapMemory {
  readonly rings: number;
  readonly map: number;
  readonly mapBytes: number;
  /** Of every satellite of the window. */
  readonly places: number;
  /** FOOTPRINT_WORK_BYTES for adding footprints. */
  readonly work: number;
  /** Room for a pair of u32 for every cell. */
  readonly pairs: number;
}

export interface MapBlock {
  readonly memory: MapMemory;
  /** May be called more than once. */
  release(): void;
}

export interface MapBlocks {
  /** Waits its turn, as a lender has it; OutOfMemory where the memory has no room. */
  acquire(window: LoadedWindow, asker: Asker): Promise<MapBlock>;
  readonly free: number;
}

const PAIR_BYTES = 8;

/**
 * Lends blocks out of the core's memory, `count` at most at a time: up to 9 MB each for nside 256 and 16,000
 * satellites. Their size is the window's, so they are taken when they are needed.
 */
export function createMapBlocks(core: OwnedCore, ringTables: RingTables, count: number, terms: LenderTerms): MapBlocks {
  const { arena } = core;
  const lender = createLender(
    Array.from({ length: count }, (_, i) => i),
    terms,
  );

  const place = ({ nside, satelliteCount }: LoadedWindow): MapMemory => {
    const { pointer: rings, mapBytes } = ringTables.of(nside);
    const workAt = aligned(core.kernels.placesBytes(satelliteCount));
    const mapAt = workAt + aligned(core.layout.FOOTPRINT_WORK_BYTES);
    const pairsAt = mapAt + aligned(mapBytes);
    const places = arena.allocate(pairsAt + cellCount(nside) * PAIR_BYTES);
    if (places === undefined) throw noRoomForMap(nside);
    return { rings, mapBytes, places, work: places + workAt, map: places + mapAt, pairs: places + pairsAt };
  };

  return {
    async acquire(window, asker) {
      const turn = await lender.borrow(asker);
      try {
        const memory = place(window);
        let lent = true;
        const release = (): void => {
          if (!lent) return;
          lent = false;
          arena.free(memory.places);
          turn.release();
        };
        return { memory, release };
      } catch (error) {
        turn.release();
        throw error;
      }
    },
    get free() {
      return lender.free;
    },
  };
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 64) * 64;
}
