import { writeBareFootprint } from '../../footprint/footprint';
import { NO_RUN } from '../../footprint/interval';
import { firstRun, laterRun, runFirst, runLast } from '../../footprint/runs';
import { Footprint } from '../../records/byEpoch/footprint';
import { Positions } from '../../records/byEpoch/positions';
import { RingTable } from '../../records/byEpoch/ringTable';
import { ownPosition } from './positions';

/** Writes the footprint of satellite `index` without `firstRing` and `lastRing`, which addRingExactly does not read. */
export function bareFootprintOf(rings: RingTable, positions: Positions, index: u32, footprint: Footprint): void {
  ownPosition(positions, index, footprint.own);
  writeBareFootprint(footprint, rings, footprint.own, positions.sine(index));
}

/** Adds the cells of ring r that a footprint covers to the map of differences at `heads` and `map`, by f64. */
export function addRingExactly(rings: RingTable, footprint: Footprint, r: i32, heads: usize, map: usize): void {
  const ring = rings.ring(r);
  const row = map + ring.row;
  const cells = ring.cells;
  for (let run = firstRun(footprint, ring); run != NO_RUN; run = laterRun(footprint, ring, run)) {
    const end = runLast(run) + 1;
    add(row, runFirst(run), 1);
    add(row, end < cells ? end : end - cells, -1);
    const head = heads + ((<usize>(r - 1)) << 2);
    if (end >= cells) store<u32>(head, load<u32>(head) + 1);
  }
}

/**
 * Number of cells of ring r that a footprint covers and whose sum is above 1, by the map of prefix counts at `heads`
 * and `prefix`.
 */
export function countRingExactly(rings: RingTable, footprint: Footprint, r: i32, heads: usize, prefix: usize): u32 {
  const ring = rings.ring(r);
  const row = prefix + ring.row;
  const cells = ring.cells;
  let count: u32 = 0;
  for (let run = firstRun(footprint, ring); run != NO_RUN; run = laterRun(footprint, ring, run)) {
    const end = runLast(run) + 1;
    const total = load<u32>(heads + ((<usize>(r - 1)) << 2));
    count += end >= cells ? total + entryAt(row, end - cells) : entryAt(row, end);
    count -= entryAt(row, runFirst(run));
  }
  return count;
}


@inline
export function entryAt(row: usize, index: i32): u32 {
  return load<u16>(row + ((<usize>index) << 1));
}


@inline
function add(row: usize, index: i32, difference: i32): void {
  const entry = row + ((<usize>index) << 1);
  store<u16>(entry, load<u16>(entry) + difference);
}
