import { NO_RUN } from '../../footprint/interval';
import { ringRecord } from '../../footprint/ringTable';
import { firstRun, laterRun, runFirst, runLast } from '../../footprint/runs';
import { ring2nest } from '../../healpix/face';
import {
  FOOTPRINT_FIRST_RING,
  FOOTPRINT_LAST_RING,
  RING_CELLS,
  RING_FIRST,
  RING_ROW,
  RING_TABLE_NSIDE,
  RING_TABLE_RINGS,
} from '../../layout';
import { footprintOf } from './positions';

/**
 * Writes, for every cell of a map of sums, how many cells of its ring before it have a sum above 1, and behind the
 * ring's last cell how many have one at all. The two maps must not overlap.
 */
export function prefixAbove(rings: usize, sum: usize, prefix: usize): void {
  const count = load<i32>(rings, RING_TABLE_RINGS);
  for (let r = 1; r <= count; r++) {
    const ring = ringRecord(rings, r);
    const row = <usize>load<u32>(ring, RING_ROW);
    const end = (<usize>load<u32>(ring, RING_CELLS)) << 1;
    let above: u32 = 0;
    for (let i: usize = 0; i < end; i += 2) {
      store<u16>(prefix + row + i, above);
      above += u32(load<u16>(sum + row + i) > 1);
    }
    store<u16>(prefix + row + end, above);
  }
}

/**
 * How many cells of the footprint of satellite `index` have a sum above 1, from the map of prefixAbove: its length of
 * the run index. 0 where the satellite's position is NaN. `scratch`: 256 bytes.
 */
export function countCovered(
  window: usize,
  rings: usize,
  positions: usize,
  index: u32,
  prefix: usize,
  scratch: usize,
): u32 {
  footprintOf(window, rings, positions, index, scratch);
  const lastRing = load<i32>(scratch, FOOTPRINT_LAST_RING);
  let count: u32 = 0;
  for (let r = load<i32>(scratch, FOOTPRINT_FIRST_RING); r <= lastRing; r++) {
    const ring = ringRecord(rings, r);
    const row = prefix + load<u32>(ring, RING_ROW);
    for (let run = firstRun(scratch, ring); run != NO_RUN; run = laterRun(scratch, ring, run)) {
      const cells = load<i32>(ring, RING_CELLS);
      const end = runLast(run) + 1;
      count += end > cells ? at(row, cells) + at(row, end - cells) : at(row, end);
      count -= at(row, runFirst(run));
    }
  }
  return count;
}

/** How many cells the footprint of satellite `index` has: listCovered lists no more. `scratch`: 256 bytes. */
export function countAll(window: usize, rings: usize, positions: usize, index: u32, scratch: usize): u32 {
  footprintOf(window, rings, positions, index, scratch);
  const lastRing = load<i32>(scratch, FOOTPRINT_LAST_RING);
  let count: u32 = 0;
  for (let r = load<i32>(scratch, FOOTPRINT_FIRST_RING); r <= lastRing; r++) {
    const ring = ringRecord(rings, r);
    for (let run = firstRun(scratch, ring); run != NO_RUN; run = laterRun(scratch, ring, run)) {
      count += <u32>(runLast(run) + 1 - runFirst(run));
    }
  }
  return count;
}

/**
 * Lists the cells of the footprint of satellite `index` that have a sum above 1: pairs of u32, NESTED number and sum
 * less 1 (the satellite itself), ring by ring from the north. Returns how many pairs: exactly countCovered's number,
 * and at most countAll's. `scratch`: 256 bytes.
 */
export function listCovered(
  window: usize,
  rings: usize,
  positions: usize,
  index: u32,
  sum: usize,
  scratch: usize,
  out: usize,
): u32 {
  footprintOf(window, rings, positions, index, scratch);
  const nside = load<i32>(rings, RING_TABLE_NSIDE);
  const lastRing = load<i32>(scratch, FOOTPRINT_LAST_RING);
  let pair = out;
  for (let r = load<i32>(scratch, FOOTPRINT_FIRST_RING); r <= lastRing; r++) {
    const ring = ringRecord(rings, r);
    const row = sum + load<u32>(ring, RING_ROW);
    const cells = load<i32>(ring, RING_CELLS);
    for (let run = firstRun(scratch, ring); run != NO_RUN; run = laterRun(scratch, ring, run)) {
      const last = runLast(run);
      for (let i = runFirst(run); i <= last; i++) {
        const cell = i < cells ? i : i - cells;
        const value = at(row, cell);
        if (value <= 1) continue;
        store<u32>(pair, ring2nest(nside, load<i32>(ring, RING_FIRST) + cell));
        store<u32>(pair, value - 1, 4);
        pair += 8;
      }
    }
  }
  return <u32>((pair - out) >>> 3);
}


@inline
function at(row: usize, index: i32): u32 {
  return load<u16>(row + ((<usize>index) << 1));
}
