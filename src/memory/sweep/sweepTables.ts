import type { Layout } from '../../core/layout.js';
import type { RingTable } from '../../core/records/ringTable.js';
import type { SweptSatellite } from './sweepGroups.js';

/**
 * Makes the table by which the kernel sumGroups sums each band set. An entry is 0, a number of groups, and the groups
 * to add up; or 1, a number of groups, and the groups to subtract from the total of all. The shorter form is taken.
 */
export function sumTerms(groups: number, setMembers: readonly number[][]): Uint32Array {
  const all = Array.from({ length: groups }, (_, g) => g);
  return Uint32Array.from(
    setMembers.flatMap((members) => {
      const others = all.filter((g) => !members.includes(g));
      // Making the total costs as much as one group.
      return others.length + 1 < members.length ? [1, others.length, ...others] : [0, members.length, ...members];
    }),
  );
}

/**
 * Makes the table of the cells whose series are made, for the kernel sumGroups: first the end of each ring's cells in
 * the table, then the cells, ring by ring (`cells` of SweepPlan in assembly/records/byEpoch/sweep).
 */
export function chosenCells(table: RingTable, ipix: Uint32Array): Uint32Array {
  const offsets = ipix.map((cell) => table.offsetOf(cell));
  const order = Uint32Array.from(ipix.keys()).sort((a, b) => (offsets[a] as number) - (offsets[b] as number));
  const rings = 4 * table.nside - 1;
  const first = Math.ceil((rings + 1) / 2);
  const words = new Uint32Array(2 * (first + ipix.length));
  let cell = 0;
  words[0] = first;
  for (let r = 1; r <= rings; r++) {
    const [row, end] = [table.rowOf(r), table.rowOf(r + 1)];
    for (; cell < order.length; cell++) {
      const chosen = order[cell] as number;
      const offset = offsets[chosen] as number;
      if (offset >= end) break;
      words.set([offset - row, chosen], 2 * (first + cell));
    }
    words[r] = first + cell;
  }
  return words;
}

/**
 * Makes the tables of the kernel countCovered: a record for each tracked satellite, and the list of all their band
 * sets.
 */
export function trackedTables(
  layout: Layout,
  tracked: readonly SweptSatellite[],
): { records: Uint32Array; list: Uint32Array } {
  const length = layout.TRACKED_BYTES / 4;
  const records = new Uint32Array(length * tracked.length);
  let sets = 0;
  tracked.forEach((satellite, i) => {
    const word = (offset: number, value: number): void => void (records[length * i + offset / 4] = value);
    word(layout.TRACKED_SATELLITE, satellite.index);
    word(layout.TRACKED_ROW, satellite.row);
    word(layout.TRACKED_SETS, sets);
    word(layout.TRACKED_SET_COUNT, satellite.sets.length);
    sets += satellite.sets.length;
  });
  return { records, list: Uint32Array.from(tracked.flatMap((satellite) => satellite.sets)) };
}

/**
 * Rings from `first` to `last`, both included, of a map. The map of a slice has the heads of all rings, but only the
 * rows of its own rings.
 */
export interface RingSlice {
  first: number;
  last: number;
  /** Bytes that the rows before this slice take in a whole map. */
  at: number;
}

/**
 * Cuts the rings into slices, so that a slice of all `maps` maps fits into `bytes`; a slice has at least one ring.
 * `stride` is the size in bytes of one map with the largest slice.
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
