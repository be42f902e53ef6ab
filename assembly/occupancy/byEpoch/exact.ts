import { OWN_POSITION, placePoint } from '../../footprint/footprint';
import { NO_RUN } from '../../footprint/interval';
import { ringRecord } from '../../footprint/ringTable';
import { firstRun, laterRun, runFirst, runLast } from '../../footprint/runs';
import { RING_CELLS, RING_ROW } from '../../layout';
import { Position } from '../../records/state';
import { ownPosition } from './places';

/** Prepares a satellite of places for addRingExactly and countRingExactly. */
export function placeExactly(rings: usize, places: usize, index: u32, footprint: usize): void {
  const sine = ownPosition(places, index, footprint);
  placePoint(footprint, rings, changetype<Position>(footprint + OWN_POSITION), sine);
}

/** Adds what a footprint covers of ring r to a map of differences, by the closed form in f64. */
export function addRingExactly(rings: usize, footprint: usize, r: i32, heads: usize, map: usize): void {
  const ring = ringRecord(rings, r);
  const row = map + load<u32>(ring, RING_ROW);
  const cells = load<i32>(ring, RING_CELLS);
  for (let run = firstRun(footprint, ring); run != NO_RUN; run = laterRun(footprint, ring, run)) {
    const end = runLast(run) + 1;
    add(row, runFirst(run), 1);
    add(row, end < cells ? end : end - cells, -1);
    const head = heads + ((<usize>(r - 1)) << 2);
    if (end >= cells) store<u32>(head, load<u32>(head) + 1);
  }
}

/** How many cells of ring r that a footprint covers a map of prefix counts counts. */
export function countRingExactly(rings: usize, footprint: usize, r: i32, heads: usize, prefix: usize): u32 {
  const ring = ringRecord(rings, r);
  const row = prefix + load<u32>(ring, RING_ROW);
  const cells = load<i32>(ring, RING_CELLS);
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
