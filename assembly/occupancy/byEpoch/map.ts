import { planBlock } from '../../footprint/block';
import { findEnds } from '../../footprint/ends';
import { writeQuad } from '../../footprint/quad';
import { Block, EAST_AT, Segment, WEST_AT, WRAPS_AT } from '../../records/byEpoch/block';
import { Footprint } from '../../records/byEpoch/footprint';
import { Positions } from '../../records/byEpoch/positions';
import { Quad } from '../../records/byEpoch/quad';
import { RingTable } from '../../records/byEpoch/ringTable';
import { RingSlice } from '../../records/byEpoch/sweep';
import { addRingExactly, bareFootprintOf } from './exact';
import { markRings, MARKS_BYTES, NO_MARKS, stretchShift } from './marks';
import { footprintOf } from './positions';

/**
 * Adds the footprints of satellites [from, to) of positions to the `number`-th map of a slice, a map of differences: +1
 * where a run of covered cells begins, -1 behind its end, and +1 to the ring's head where it passes longitude 0. The
 * map starts as zeros, and sumRings makes occupancies of it. Up to three rows behind the last ring's must exist; they
 * stay as they are. nside 256 at most.
 *
 * With a satellite `around` of positions (else -1), satellites are left out whose footprints cannot share a cell with
 * its own: the counts are right within its footprint, and too low elsewhere.
 *
 * f32 decides where its error bounds allow it to (footprint/ends.ts), the arithmetic of addFootprintsExactly decides
 * the rest: both make the same map.
 */
export function addFootprints(
  slice: RingSlice,
  number: u32,
  positions: Positions,
  from: u32,
  to: u32,
  around: i32,
): void {
  const rings = slice.rings;
  const block = slice.block;
  const heads = slice.heads + <usize>number * slice.stride;
  const map = slice.maps + <usize>number * slice.stride;
  const marks = slice.marks == NO_MARKS ? NO_MARKS : slice.marks + number * MARKS_BYTES;
  const shift = stretchShift(rings.nside);
  let near: Quad | null = null;
  if (around >= 0) {
    near = block.around;
    writeQuad(rings.nside, positions, around, block.around);
  }
  let next = from;
  while (next < to) {
    next = planBlock(slice, positions, next, to, near);
    findEnds(rings, block, map);
    addEnds(block);
    addWraps(heads, block);
    if (marks != NO_MARKS) markSegments(marks, shift, block);
    addDoubts(slice, positions, heads, map, marks);
  }
}

/** Marks the rings of a block's segments. Doubts that are listed ring by ring lie on these rings. */
function markSegments(marks: usize, shift: u32, block: Block): void {
  const end = block.segmentsEnd;
  for (let each = block.segments; each < end; each += offsetof<Segment>()) {
    const segment = changetype<Segment>(each);
    const first = <u32>segment.ring;
    markRings(marks, shift, first, first + 4 * segment.vectors - 1);
  }
}

function addEnds(block: Block): void {
  const stop = changetype<usize>(block) + ((<usize>block.vectorCount) << 4);
  for (let at = changetype<usize>(block); at < stop; at += 16) {
    bump(at, 0);
    bump(at, 4);
    bump(at, 8);
    bump(at, 12);
  }
}

/**
 * Adds to the heads of the rings on which an interval passes longitude 0. A satellite's rings are neighbours, and so
 * are their heads.
 */
function addWraps(heads: usize, block: Block): void {
  const end = block.segmentsEnd;
  let at = changetype<usize>(block);
  for (let each = block.segments; each < end; each += offsetof<Segment>()) {
    const segment = changetype<Segment>(each);
    const stop = at + ((<usize>segment.vectors) << 4);
    if (segment.mayWrap == 0) {
      at = stop;
      continue;
    }
    let head = heads + ((<usize>(<u32>segment.ring - 1)) << 2);
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

function addDoubts(slice: RingSlice, positions: Positions, heads: usize, map: usize, marks: usize): void {
  const rings = slice.rings;
  const block = slice.block;
  const footprint = block.exact;
  const doubts = block.doubtCount;
  let placed: i64 = -1;
  for (let i: u32 = 0; i < doubts; i++) {
    const doubt = block.doubt(i);
    const satellite = doubt.satellite;
    const r = doubt.ring;
    if (r != 0) {
      if (placed != satellite) bareFootprintOf(rings, positions, satellite, footprint);
      placed = satellite;
      addRingExactly(rings, footprint, r, heads, map);
      continue;
    }
    footprintOf(rings, positions, satellite, footprint);
    placed = satellite;
    const first = max(slice.firstRing, footprint.firstRing);
    const last = min(slice.lastRing, footprint.lastRing);
    if (marks != NO_MARKS && first <= last) markRings(marks, stretchShift(rings.nside), first, last);
    for (let each = first; each <= last; each++) {
      addRingExactly(rings, footprint, each, heads, map);
    }
  }
}

/** Adds footprints as addFootprints does, on all rings and by the closed form in f64 for every ring: its twin. */
export function addFootprintsExactly(
  rings: RingTable,
  positions: Positions,
  from: u32,
  to: u32,
  map: usize,
  footprint: Footprint,
): void {
  for (let index = from; index < to; index++) {
    footprintOf(rings, positions, index, footprint);
    for (let r = footprint.firstRing; r <= footprint.lastRing; r++) addRingExactly(rings, footprint, r, map, map);
  }
}
