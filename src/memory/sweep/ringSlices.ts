import type { RingTable } from '../../core/records/ringTable.js';

/** Rings [first, last] of a map. A map of these alone has the map's heads, and then their rows. */
export interface RingSlice {
  first: number;
  last: number;
  /** Bytes of the rows that a whole map has before these. */
  at: number;
}

/**
 * Cuts the rings into slices, so that one slice each of `maps` maps takes no more than `bytes` together, or is one ring.
 * `stride` is what the largest of these maps takes, in bytes.
 */
export function ringSlices(table: RingTable, maps: number, bytes: number): { slices: RingSlice[]; stride: number } {
  const heads = table.rowOf(1);
  const most = bytes / Math.max(1, maps) - heads;
  const slices: RingSlice[] = [];
  let longest = 0;
  for (let first = 1; first < 4 * table.nside;) {
    const at = table.rowOf(first);
    let last = first;
    while (last < 4 * table.nside - 1 && table.rowOf(last + 2) - at <= most) last++;
    longest = Math.max(longest, table.rowOf(last + 1) - at);
    slices.push({ first, last, at: at - heads });
    first = last + 1;
  }
  return { slices, stride: heads + longest };
}
