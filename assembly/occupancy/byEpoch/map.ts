import { NO_RUN } from '../../footprint/interval';
import { ringRecord } from '../../footprint/ringTable';
import { firstRun, laterRun, runFirst, runLast } from '../../footprint/runs';
import {
  FOOTPRINT_FIRST_RING,
  FOOTPRINT_LAST_RING,
  RING_CELLS,
  RING_ROW,
  RING_TABLE_MAP_BYTES,
  RING_TABLE_RINGS,
} from '../../layout';
import { footprintOf, mayMeet } from './positions';

/**
 * Adds the footprints of satellites [from, to) at the positions of epochPositions to a map of differences: +1 where a
 * run of covered cells begins, -1 behind its end. Start from zeroes; sumRings makes occupancies of it. `scratch`: 256
 * bytes.
 */
export function addFootprints(
  window: usize,
  rings: usize,
  positions: usize,
  from: u32,
  to: u32,
  map: usize,
  scratch: usize,
): void {
  for (let index = from; index < to; index++) addFootprint(window, rings, positions, index, map, scratch);
}

/**
 * As addFootprints, without the satellites whose footprint cannot have a cell in common with that of satellite `target`:
 * the counts are right in the target's footprint, and too low elsewhere.
 */
export function addFootprintsAround(
  window: usize,
  rings: usize,
  positions: usize,
  target: u32,
  from: u32,
  to: u32,
  map: usize,
  scratch: usize,
): void {
  for (let index = from; index < to; index++) {
    if (mayMeet(window, positions, target, index)) addFootprint(window, rings, positions, index, map, scratch);
  }
}

function addFootprint(window: usize, rings: usize, positions: usize, index: u32, map: usize, scratch: usize): void {
  footprintOf(window, rings, positions, index, scratch);
  const lastRing = load<i32>(scratch, FOOTPRINT_LAST_RING);
  for (let r = load<i32>(scratch, FOOTPRINT_FIRST_RING); r <= lastRing; r++) {
    const ring = ringRecord(rings, r);
    const row = map + load<u32>(ring, RING_ROW);
    for (let run = firstRun(scratch, ring); run != NO_RUN; run = laterRun(scratch, ring, run)) {
      const cells = load<i32>(ring, RING_CELLS);
      const end = runLast(run) + 1;
      add(row, runFirst(run), 1);
      if (end > cells) {
        add(row, cells, -1);
        add(row, 0, 1);
        add(row, end - cells, -1);
      } else {
        add(row, end, -1);
      }
    }
  }
}

/** All entries 0: the host's own fill of shared memory takes eight times as long. */
export function clearMap(rings: usize, map: usize): void {
  memory.fill(map, 0, load<u32>(rings, RING_TABLE_MAP_BYTES));
}

/** Counts of a map of differences, in place: the sum of each ring's entries up to a cell. The pads become 0. */
export function sumRings(rings: usize, map: usize): void {
  const count = load<i32>(rings, RING_TABLE_RINGS);
  for (let r = 1; r <= count; r++) {
    const ring = ringRecord(rings, r);
    let entry = map + load<u32>(ring, RING_ROW);
    const end = entry + ((<usize>load<u32>(ring, RING_CELLS)) << 1);
    let sum: u32 = 0;
    for (; entry <= end; entry += 2) {
      sum += load<u16>(entry);
      store<u16>(entry, sum);
    }
  }
}

/** sum += map, entry by entry: a map's length is a multiple of 32 bytes. */
export function addMap(rings: usize, sum: usize, map: usize): void {
  const bytes = <usize>load<u32>(rings, RING_TABLE_MAP_BYTES);
  for (let i: usize = 0; i < bytes; i += 16) v128.store(sum + i, i16x8.add(v128.load(sum + i), v128.load(map + i)));
}

/**
 * Picks `count` entries of a map, `offsets` (u32, of cellOffset) bytes from its start, into u16 that lie `stride` bytes
 * apart from `out` on.
 */
export function gatherCells(map: usize, offsets: usize, count: u32, out: usize, stride: u32): void {
  for (let i: u32 = 0; i < count; i++, offsets += 4, out += stride) {
    store<u16>(out, load<u16>(map + load<u32>(offsets)));
  }
}


@inline
function add(row: usize, index: i32, difference: i32): void {
  const entry = row + ((<usize>index) << 1);
  store<u16>(entry, load<u16>(entry) + difference);
}
