import { checkIpix, checkNside } from '../healpix.js';
import type { OwnedCore } from '../instance.js';

/** The rings of one nside in the core's memory, for kernels that work on all cells at one epoch. */
export interface RingTable {
  readonly pointer: number;
  readonly nside: number;
  /** Bytes of a map: a head for each ring, then one u16 per cell, ring by ring, with padding behind each ring. */
  readonly mapBytes: number;
  readonly longestRowBytes: number;
  /** Bytes from a map's start to the row of ring r, which is 1 to 4 nside - 1. For r = 4 nside: to the map's end. */
  rowOf(r: number): number;
  /** Bytes from a map's start to the entry of a NESTED cell. */
  offsetOf(ipix: number): number;
  free(): void;
}

/**
 * Writes the rings of an nside to memory; returns undefined if there is no room.
 * @throws RangeError for an nside that is no power of two from 1 to 8192
 */
export function writeRingTable(core: OwnedCore, nside: number): RingTable | undefined {
  checkNside(nside);
  const { kernels, layout, view, arena } = core;
  const pointer = arena.allocate(kernels.ringTableBytes(nside));
  if (pointer === undefined) return undefined;
  kernels.fillRingTable(nside, pointer);
  const mapBytes = view.getUint32(pointer + layout.RING_TABLE_MAP_BYTES, true);
  const ringAt = (r: number): number => pointer + layout.RING_TABLE_HEADER_BYTES + (r - 1) * layout.RING_BYTES;
  const rowOf = (r: number): number => (r < 4 * nside ? view.getUint32(ringAt(r) + layout.RING_ROW, true) : mapBytes);
  return {
    pointer,
    nside,
    mapBytes,
    longestRowBytes: rowOf(nside + 1) - rowOf(nside),
    rowOf,
    offsetOf(ipix) {
      checkIpix(nside, ipix);
      return kernels.cellOffset(pointer, ipix) >>> 0;
    },
    free: () => arena.free(pointer),
  };
}
