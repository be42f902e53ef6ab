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
 * at the first cell of each run of covered cells, -1 behind its last, and +1 to the ring's head if the run passes
 * longitude 0. The map starts as zeros, and sumRings turns it into counts. Up to three rows behind the slice's last are
 * changed and changed back, so there must be memory for them. nside is 256 at most.
 *
 * `around`: number of a satellite of positions, or -1. If it is given, satellites whose footprints cannot share a cell
 * with its footprint are left out: the counts are right within its footprint, and may be too low elsewhere.
 *
 * f32 decides where its error bounds allow it to (footprint/ends.ts), f64 decides the rest as in addFootprintsExactly:
 * without `around`, both functions make the same map.
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

/** Marks the rings of a block's segments. A doubt about a single ring needs no mark: the ring belongs to a segment. */
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
 * Adds 1 to the head of each ring on which an interval passes longitude 0. A satellite's rings are neighbours, and so
 * are their heads: four are added to at a time.
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

/** Adds footprints to a whole map, every ring by f64: the twin of addFootprints, and its substitute above nside 256. */
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
