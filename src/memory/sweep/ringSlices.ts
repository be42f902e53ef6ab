import type { RingTable } from '../../core/ringTable.js';

/** Rings [first, last] of a map, and bytes of the rings before them: a map of these alone has its heads, and then them. */
export interface RingBand {
  first: number;
  last: number;
  at: number;
}

/**
 * Cuts the rings into bands, so that this many maps of a band take no more than `bytes` together, or of one ring;
 * `stride` is what the largest of them takes.
 */
export function ringBands(table: RingTable, maps: number, bytes: number): { bands: RingBand[]; stride: number } {
  const heads = table.rowOf(1);
  const most = bytes / Math.max(1, maps) - heads;
  const bands: RingBand[] = [];
  let longest = 0;
  for (let first = 1; first < 4 * table.nside;) {
    const at = table.rowOf(first);
    let last = first;
    while (last < 4 * table.nside - 1 && table.rowOf(last + 2) - at <= most) last++;
    longest = Math.max(longest, table.rowOf(last + 1) - at);
    bands.push({ first, last, at: at - heads });
    first = last + 1;
  }
  return { bands, stride: heads + longest };
}
