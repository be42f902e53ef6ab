import { cellCount } from '../core/healpix.js';
import type { OwnedCore } from '../core/instance.js';
import { placeRingTable, type RingTable } from '../core/ringTable.js';
import { ServiceError } from '../errors.js';
import type { LoadedWindow } from './loadedWindow.js';
import { createLender } from './lender.js';

/** What counting all cells of a window at one epoch takes: pointers, and the map's length. */
export interface MapMemory {
  readonly rings: number;
  readonly map: number;
  readonly mapBytes: number;
  /** x, y, z of every satellite of the window, f64. */
  readonly positions: number;
  /** Room for a pair of u32 for every cell. */
  readonly pairs: number;
}

export interface MapBlock {
  readonly memory: MapMemory;
  /** May be called more than once. */
  release(): void;
}

export interface MapBlocks {
  /** Waits its turn; a ServiceError OVERLOADED when too many wait, it takes too long, or the memory has no room. */
  acquire(window: LoadedWindow): Promise<MapBlock>;
  readonly free: number;
}

const POSITION_BYTES = 24;
const PAIR_BYTES = 8;
const RETRY_AFTER_SECONDS = 5;

/**
 * Lends blocks out of the core's memory, `count` at most at a time: up to 9 MB each for nside 256 and 16,000
 * satellites. Their size is the window's, so they are taken when they are needed; a ring table stays for its nside.
 */
export function createMapBlocks(core: OwnedCore, count: number, maxWaiting: number): MapBlocks {
  const { arena } = core;
  const lender = createLender(
    Array.from({ length: count }, (_, i) => i),
    maxWaiting,
    (_turn, giveBack) => giveBack,
  );
  const ringTables = new Map<number, RingTable>();

  const ringTable = (nside: number): RingTable => {
    const table = ringTables.get(nside) ?? placeRingTable(core, nside);
    if (table === undefined) throw noRoom(nside);
    ringTables.set(nside, table);
    return table;
  };

  const place = ({ nside, satelliteCount }: LoadedWindow): MapMemory => {
    const { pointer: rings, mapBytes } = ringTable(nside);
    // A map is a multiple of 32 bytes long, so that the pairs behind it lie aligned too.
    const mapAt = Math.ceil((satelliteCount * POSITION_BYTES) / 64) * 64;
    const pairsAt = mapAt + mapBytes;
    const positions = arena.allocate(pairsAt + cellCount(nside) * PAIR_BYTES);
    if (positions === undefined) throw noRoom(nside);
    return { rings, mapBytes, positions, map: positions + mapAt, pairs: positions + pairsAt };
  };

  return {
    async acquire(window) {
      const giveBack = await lender.borrow();
      try {
        const memory = place(window);
        let lent = true;
        const release = (): void => {
          if (!lent) return;
          lent = false;
          arena.free(memory.positions);
          giveBack();
        };
        return { memory, release };
      } catch (error) {
        giveBack();
        throw error;
      }
    },
    get free() {
      return lender.free;
    },
  };
}

function noRoom(nside: number): ServiceError {
  const message = `The service is busy: its memory has no room for a map of nside ${nside}`;
  return new ServiceError('OVERLOADED', message, undefined, RETRY_AFTER_SECONDS);
}
