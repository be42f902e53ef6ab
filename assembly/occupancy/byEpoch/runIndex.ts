import {
  DOUBTS,
  DOUBTS_AT,
  EAST_AT,
  EXACT_AT,
  NOBODY,
  planBlock,
  SEGMENT_BYTES,
  SEGMENT_MAY_WRAP,
  SEGMENT_RING,
  SEGMENT_SATELLITE,
  SEGMENT_VECTORS,
  segmentsEnd,
  segmentsFrom,
  WEST_AT,
  WRAPS_AT,
} from '../../footprint/block';
import { findEnds } from '../../footprint/ends';
import { NO_RUN } from '../../footprint/interval';
import { ringRecord } from '../../footprint/ringTable';
import { firstRun, laterRun, runFirst, runLast } from '../../footprint/runs';
import { ring2nest } from '../../healpix/face';
import {
  FOOTPRINT_FIRST_RING,
  FOOTPRINT_LAST_RING,
  PLACES_COUNT,
  RING_CELLS,
  RING_FIRST,
  RING_ROW,
  RING_TABLE_NSIDE,
} from '../../layout';
import { countRingExactly, entryAt } from './exact';
import { footprintOf } from './places';

/** Of a tracked satellite: its number in the window, of which row its counts are, and its band sets. */
export const TRACKED_BYTES: u32 = 16;
export const TRACKED_SATELLITE: u32 = 0;
export const TRACKED_ROW: u32 = 4;
export const TRACKED_SETS: u32 = 8;
export const TRACKED_SET_COUNT: u32 = 12;

/**
 * Adds, for each of the tracked satellites and each of its band sets, how many cells of the rings [firstRing, lastRing]
 * it covers that have a sum above 1: to u32 from `counts` on, `countStride` bytes apart.
 *
 * `places`: of the tracked satellites alone (pickPlaces); `tracked`: their records; TRACKED_SETS is where from `sets` on
 * (u32) their band sets' numbers are. `heads` and `prefix`: of the first band set's map of prefix counts as addFootprints has them,
 * the others' `mapStride` bytes further on each. `work`: FOOTPRINT_WORK_BYTES.
 */
export function countCovered(
  rings: usize,
  places: usize,
  tracked: usize,
  sets: usize,
  firstRing: i32,
  lastRing: i32,
  heads: usize,
  prefix: usize,
  mapStride: usize,
  counts: usize,
  countStride: u32,
  work: usize,
): void {
  const to = load<u32>(places, PLACES_COUNT);
  let next: u32 = 0;
  while (next < to) {
    next = planBlock(rings, places, next, to, firstRing, lastRing, NOBODY, work);
    findEnds(rings, work, 0);
    let from = work;
    const end = segmentsEnd(work);
    for (let segment = segmentsFrom(work); segment < end; segment += SEGMENT_BYTES) {
      const to = from + ((<usize>load<u32>(segment, SEGMENT_VECTORS)) << 4);
      const before = (<usize>(load<u32>(segment, SEGMENT_RING) - 1)) << 2;
      const record = tracked + load<u32>(segment, SEGMENT_SATELLITE) * TRACKED_BYTES;
      let count = counts + load<u32>(record, TRACKED_ROW) * countStride;
      let set = sets + ((<usize>load<u32>(record, TRACKED_SETS)) << 2);
      const setsEnd = set + ((<usize>load<u32>(record, TRACKED_SET_COUNT)) << 2);
      const wraps = load<u32>(segment, SEGMENT_MAY_WRAP) != 0;
      for (; set < setsEnd; set += 4, count += countStride) {
        const map = <usize>load<u32>(set) * mapStride;
        store<u32>(count, load<u32>(count) + countEnds(prefix + map, from, to));
        if (wraps) store<u32>(count, load<u32>(count) + countWraps(heads + before + map, from, to));
      }
      from = to;
    }
    countDoubts(rings, places, tracked, sets, firstRing, lastRing, heads, prefix, mapStride, counts, countStride, work);
  }
}

/** Within the intervals of one satellite, up to longitude 0 where they pass it. */
@inline
function countEnds(map: usize, from: usize, to: usize): u32 {
  let count: u32 = 0;
  for (let lane = from; lane < to; lane += 4) {
    count += load<u16>(map + load<u32>(lane, EAST_AT));
    count -= load<u16>(map + load<u32>(lane, WEST_AT));
  }
  return count;
}

/** What the intervals of one satellite have besides: all of a ring for each that passes longitude 0. */
@inline
function countWraps(head: usize, from: usize, to: usize): u32 {
  let sum = i64x2.splat(0);
  for (let vector = from; vector < to; vector += 16, head += 16) {
    sum = i32x4.add(sum, v128.and(v128.load(head), v128.load(vector, WRAPS_AT)));
  }
  const count = i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1);
  return count + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3);
}

function countDoubts(
  rings: usize,
  places: usize,
  tracked: usize,
  sets: usize,
  firstRing: i32,
  lastRing: i32,
  heads: usize,
  prefix: usize,
  mapStride: usize,
  counts: usize,
  countStride: u32,
  work: usize,
): void {
  const footprint = work + EXACT_AT;
  const end = work + ((<usize>load<u32>(work, DOUBTS)) << 3);
  for (let at = work; at < end; at += 8) {
    const satellite = load<u32>(at, DOUBTS_AT);
    const r = load<i32>(at, DOUBTS_AT + 4);
    footprintOf(rings, places, satellite, footprint);
    const first = r != 0 ? r : max(firstRing, load<i32>(footprint, FOOTPRINT_FIRST_RING));
    const last = r != 0 ? r : min(lastRing, load<i32>(footprint, FOOTPRINT_LAST_RING));
    const record = tracked + satellite * TRACKED_BYTES;
    let count = counts + load<u32>(record, TRACKED_ROW) * countStride;
    let set = sets + ((<usize>load<u32>(record, TRACKED_SETS)) << 2);
    const setsEnd = set + ((<usize>load<u32>(record, TRACKED_SET_COUNT)) << 2);
    for (; set < setsEnd; set += 4, count += countStride) {
      const map = <usize>load<u32>(set) * mapStride;
      for (let each = first; each <= last; each++) {
        const found = countRingExactly(rings, footprint, each, heads + map, prefix + map);
        store<u32>(count, load<u32>(count) + found);
      }
    }
  }
}

/** How many cells the footprint of satellite `index` has: listCovered lists no more. `scratch`: 256 bytes. */
export function countAll(rings: usize, places: usize, index: u32, scratch: usize): u32 {
  footprintOf(rings, places, index, scratch);
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
export function listCovered(rings: usize, places: usize, index: u32, sum: usize, scratch: usize, out: usize): u32 {
  footprintOf(rings, places, index, scratch);
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
        const value = entryAt(row, cell);
        if (value <= 1) continue;
        store<u32>(pair, ring2nest(nside, load<i32>(ring, RING_FIRST) + cell));
        store<u32>(pair, value - 1, 4);
        pair += 8;
      }
    }
  }
  return <u32>((pair - out) >>> 3);
}
