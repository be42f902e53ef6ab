import {
  AROUND_AT,
  DOUBTS,
  DOUBTS_AT,
  EAST_AT,
  EXACT_AT,
  NOBODY,
  planBlock,
  SEGMENT_BYTES,
  SEGMENT_MAY_WRAP,
  SEGMENT_RING,
  SEGMENT_VECTORS,
  segmentsEnd,
  segmentsFrom,
  vectorCount,
  WEST_AT,
  WRAPS_AT,
} from '../../footprint/block';
import { findEnds } from '../../footprint/ends';
import { placeQuad } from '../../footprint/quad';
import { FOOTPRINT_FIRST_RING, FOOTPRINT_LAST_RING, RING_TABLE_NSIDE } from '../../layout';
import { addRingExactly, placeExactly } from './exact';
import { markRings, NO_MARKS, stretchShift } from './marks';
import { footprintOf } from './places';

/**
 * Adds the footprints of satellites [from, to) of places to the rings [firstRing, lastRing] of a map of differences: +1
 * where a run of covered cells begins, -1 behind its end, and +1 to the ring's head where it passes longitude 0.
 * Start from zeroes; sumRings makes occupancies of it. `heads` is where the map begins, and `map` where it would begin if
 * it had all rings: up to three rows behind the last ring's must be there too, and stay as they are. nside 256 at most.
 * `work`: FOOTPRINT_WORK_BYTES.
 *
 * With a satellite `around` of places (else -1), those are left out whose footprint cannot have a cell in common with its
 * own: the counts are right within that, and too low elsewhere.
 *
 * `marks`: NO_MARKS, or where the rings are marked that something was added to.
 *
 * f32 decides what its error bounds allow it to (footprint/ends.ts), addFootprintsExactly's arithmetic all else: both
 * make the same map.
 */
export function addFootprints(
  rings: usize,
  places: usize,
  from: u32,
  to: u32,
  around: i32,
  firstRing: i32,
  lastRing: i32,
  heads: usize,
  map: usize,
  work: usize,
  marks: usize,
): void {
  const nside = load<i32>(rings, RING_TABLE_NSIDE);
  const shift = stretchShift(nside);
  let near = NOBODY;
  if (around >= 0) {
    near = work + AROUND_AT;
    placeQuad(nside, places, around, near);
  }
  let next = from;
  while (next < to) {
    next = planBlock(rings, places, next, to, firstRing, lastRing, near, work);
    findEnds(rings, work, map);
    addEnds(work);
    addWraps(heads, work);
    if (marks != NO_MARKS) markSegments(marks, shift, work);
    addDoubts(rings, places, firstRing, lastRing, heads, map, work, marks);
  }
}

/** Doubts that are listed ring by ring are on the rings of segments. */
function markSegments(marks: usize, shift: u32, work: usize): void {
  const end = segmentsEnd(work);
  for (let segment = segmentsFrom(work); segment < end; segment += SEGMENT_BYTES) {
    const first = load<u32>(segment, SEGMENT_RING);
    markRings(marks, shift, first, first + 4 * load<u32>(segment, SEGMENT_VECTORS) - 1);
  }
}

function addEnds(work: usize): void {
  const stop = work + (vectorCount(work) << 4);
  for (let at = work; at < stop; at += 16) {
    bump(at, 0);
    bump(at, 4);
    bump(at, 8);
    bump(at, 12);
  }
}

/** A satellite's rings are neighbours, and so are their heads. */
function addWraps(heads: usize, work: usize): void {
  const end = segmentsEnd(work);
  let at = work;
  for (let segment = segmentsFrom(work); segment < end; segment += SEGMENT_BYTES) {
    const stop = at + ((<usize>load<u32>(segment, SEGMENT_VECTORS)) << 4);
    if (load<u32>(segment, SEGMENT_MAY_WRAP) == 0) {
      at = stop;
      continue;
    }
    let head = heads + ((<usize>(load<u32>(segment, SEGMENT_RING) - 1)) << 2);
    for (; at < stop; at += 16, head += 16) {
      v128.store(head, i32x4.sub(v128.load(head), v128.load(at, WRAPS_AT)));
    }
  }
}


@inline
function bump(at: usize, lane: usize): void {
  const first = <usize>load<u32>(at + lane, WEST_AT);
  store<u16>(first, load<u16>(first) + 1);
  const behind = <usize>load<u32>(at + lane, EAST_AT);
  store<u16>(behind, load<u16>(behind) - 1);
}

function addDoubts(
  rings: usize,
  places: usize,
  firstRing: i32,
  lastRing: i32,
  heads: usize,
  map: usize,
  work: usize,
  marks: usize,
): void {
  const footprint = work + EXACT_AT;
  const end = work + ((<usize>load<u32>(work, DOUBTS)) << 3);
  let placed: i64 = -1;
  for (let at = work; at < end; at += 8) {
    const satellite = load<u32>(at, DOUBTS_AT);
    const r = load<i32>(at, DOUBTS_AT + 4);
    if (r != 0) {
      if (placed != satellite) placeExactly(rings, places, satellite, footprint);
      placed = satellite;
      addRingExactly(rings, footprint, r, heads, map);
      continue;
    }
    footprintOf(rings, places, satellite, footprint);
    placed = satellite;
    const first = max(firstRing, load<i32>(footprint, FOOTPRINT_FIRST_RING));
    const last = min(lastRing, load<i32>(footprint, FOOTPRINT_LAST_RING));
    if (marks != NO_MARKS && first <= last)
      markRings(marks, stretchShift(load<i32>(rings, RING_TABLE_NSIDE)), first, last);
    for (let each = first; each <= last; each++) {
      addRingExactly(rings, footprint, each, heads, map);
    }
  }
}

/** As addFootprints on all rings, by the closed form in f64 for every ring: the twin. `scratch`: 256 bytes. */
export function addFootprintsExactly(
  rings: usize,
  places: usize,
  from: u32,
  to: u32,
  map: usize,
  scratch: usize,
): void {
  for (let index = from; index < to; index++) {
    footprintOf(rings, places, index, scratch);
    const lastRing = load<i32>(scratch, FOOTPRINT_LAST_RING);
    for (let r = load<i32>(scratch, FOOTPRINT_FIRST_RING); r <= lastRing; r++)
      addRingExactly(rings, scratch, r, map, map);
  }
}
