import {
  CLOSE,
  COS_RADIUS,
  DIRECTION,
  DOUBT2,
  ERROR,
  FIRST_RING,
  LAST_RING,
  MAY_WRAP,
  placeQuad,
  POLAR,
  QUAD_BYTES,
  SIN_RADIUS,
} from './quad';
import { columnsOf, SEC } from './columns';
import { RING_TABLE_NSIDE } from '../layout';

/**
 * Some satellites whose ring intervals are found together, so few that everything stays in the first cache:
 *
 *   segments  one for each satellite that meets the rings asked for: its lane of a quad, its rings as vectors of four
 *   buffers   of these vectors, one segment after the other: t, half-widths; then the ends' addresses, and of segments
 *             that may wrap -1 where an interval passes longitude 0
 *   doubts    pairs (satellite, ring) that f32 does not decide; ring 0: none of the satellite's
 */
const SEGMENTS: u32 = 0;
const VECTORS: u32 = 4;
export const DOUBTS: u32 = 8;
/** The last ring that is asked for. */
export const ASKED_LAST: u32 = 12;
const SEGMENTS_AT: u32 = 64;

export const SEGMENT_BYTES: u32 = 32;
export const SEGMENT_LANE: u32 = 0;
export const SEGMENT_COLUMN: u32 = 4;
export const SEGMENT_VECTORS: u32 = 8;
export const SEGMENT_SATELLITE: u32 = 12;
export const SEGMENT_RING: u32 = 16;
/** Lanes of the last vector that belong to rings that are not asked for. */
export const SEGMENT_BEYOND: u32 = 20;
/** 0 where none of the intervals passes longitude 0. */
export const SEGMENT_MAY_WRAP: u32 = 24;

/** A block takes no further satellites once it has as many vectors: 8 to 16 satellites in low orbits at nside 64. */
const ENOUGH_VECTORS: u32 = 96;
/** Of nside 256. */
const MOST_VECTORS_OF_ONE: u32 = 257;
const MAX_VECTORS: u32 = ENOUGH_VECTORS + 4 * MOST_VECTORS_OF_ONE;
const MAX_SEGMENTS: u32 = ENOUGH_VECTORS + 4;
const MAX_LANES: u32 = 4 * MAX_VECTORS;

const QUADS_AT: u32 = SEGMENTS_AT + MAX_SEGMENTS * SEGMENT_BYTES;
export const NEARNESS_AT: u32 = QUADS_AT + (MAX_SEGMENTS + 1) * <u32>QUAD_BYTES;
export const HALVES_AT: u32 = NEARNESS_AT + 16 * MAX_VECTORS;
export const WEST_AT: u32 = HALVES_AT + 16 * MAX_VECTORS;
export const EAST_AT: u32 = WEST_AT + 16 * MAX_VECTORS;
export const WRAPS_AT: u32 = EAST_AT + 16 * MAX_VECTORS;
export const DOUBTS_AT: u32 = WRAPS_AT + 16 * MAX_VECTORS;
/** For the footprint's and the site's record of what is decided in f64. */
export const EXACT_AT: u32 = DOUBTS_AT + 8 * (MAX_LANES + MAX_SEGMENTS);
/** A quad for the satellite that others are to be near to. */
export const AROUND_AT: u32 = EXACT_AT + 256;
export const FOOTPRINT_WORK_BYTES: u32 = AROUND_AT + <u32>QUAD_BYTES;

/** Cells per radian are at most so many per nside and cosine of the latitude: where the polar caps begin. */
const CELLS_PER_ARC: f32 = 0.8542;

/** Nobody to be near to: every satellite is taken. */
export const NOBODY: usize = 0;


@inline
export function segmentsFrom(work: usize): usize {
  return work + SEGMENTS_AT;
}


@inline
export function segmentsEnd(work: usize): usize {
  return work + SEGMENTS_AT + load<u32>(work, SEGMENTS) * SEGMENT_BYTES;
}


@inline
export function vectorCount(work: usize): usize {
  return load<u32>(work, VECTORS);
}

/**
 * Takes the satellites of places from `from` on until the block is full or `to` is reached: returns which comes next.
 * Only the rings [firstRing, lastRing] are looked at, and of the satellites only those whose footprints may meet that
 * of `around`, lane 0 of a quad, unless it is NOBODY.
 */
export function planBlock(
  rings: usize,
  places: usize,
  from: u32,
  to: u32,
  firstRing: i32,
  lastRing: i32,
  around: usize,
  work: usize,
): u32 {
  const nside = load<i32>(rings, RING_TABLE_NSIDE);
  const columns = columnsOf(rings);
  const perError = CELLS_PER_ARC * <f32>nside;
  let quad = work + QUADS_AT;
  let segment = work + SEGMENTS_AT;
  let vectors: u32 = 0;
  let doubts: usize = 0;
  let next = from;
  for (; next < to && vectors + <u32>doubts < ENOUGH_VECTORS; next += 4) {
    placeQuad(nside, places, next, quad);
    const lanes = min(4, to - next);
    const near = around == NOBODY ? 15 : mayMeet(around, quad);
    const before = segment;
    for (let k: u32 = 0; k < lanes; k++) {
      const lane = quad + ((<usize>k) << 2);
      const first = max(firstRing, load<i32>(lane, FIRST_RING));
      const last = min(lastRing, load<i32>(lane, LAST_RING));
      if (first > last || ((near >>> k) & 1) == 0) continue;
      if (load<i32>(lane, POLAR) != 0) {
        const doubt = work + DOUBTS_AT + (doubts++ << 3);
        store<u32>(doubt, next + k);
        store<u32>(doubt, 0, 4);
        continue;
      }
      const column = columns + ((<usize>(first - 1)) << 2);
      const error = load<f32>(lane, ERROR);
      const sec = max(load<f32>(column, SEC), load<f32>(columns + ((<usize>(last - 1)) << 2), SEC));
      store<f32>(lane, <f32>2.0 * error * sec, CLOSE);
      store<f32>(lane, perError * error * (perError * error), DOUBT2);
      const count = (<u32>(last - first) + 4) >>> 2;
      store<u32>(segment, <u32>lane, SEGMENT_LANE);
      store<u32>(segment, <u32>column, SEGMENT_COLUMN);
      store<u32>(segment, count, SEGMENT_VECTORS);
      store<u32>(segment, next + k, SEGMENT_SATELLITE);
      store<i32>(segment, first, SEGMENT_RING);
      store<i32>(segment, max(0, first + <i32>(4 * count) - 1 - lastRing), SEGMENT_BEYOND);
      store<i32>(segment, load<i32>(lane, MAY_WRAP), SEGMENT_MAY_WRAP);
      segment += SEGMENT_BYTES;
      vectors += count;
    }
    if (segment != before) quad += QUAD_BYTES;
  }
  store<u32>(work, <u32>(segment - work - SEGMENTS_AT) / SEGMENT_BYTES, SEGMENTS);
  store<u32>(work, vectors, VECTORS);
  store<u32>(work, <u32>doubts, DOUBTS);
  store<i32>(work, lastRing, ASKED_LAST);
  return min(next, to);
}

/** Of four satellites a bit each: set unless they stand further from the one in lane 0 of `one` than both radii reach. */
function mayMeet(one: usize, quad: usize): i32 {
  const dot = f32x4.add(
    f32x4.add(
      f32x4.mul(v128.load32_splat(one, DIRECTION), v128.load(quad, DIRECTION)),
      f32x4.mul(v128.load32_splat(one, DIRECTION + 16), v128.load(quad, DIRECTION + 16)),
    ),
    f32x4.mul(v128.load32_splat(one, DIRECTION + 32), v128.load(quad, DIRECTION + 32)),
  );
  const cosReach = f32x4.sub(
    f32x4.mul(v128.load32_splat(one, COS_RADIUS), v128.load(quad, COS_RADIUS)),
    f32x4.mul(v128.load32_splat(one, SIN_RADIUS), v128.load(quad, SIN_RADIUS)),
  );
  const sinReach = f32x4.add(
    f32x4.mul(v128.load32_splat(one, SIN_RADIUS), v128.load(quad, COS_RADIUS)),
    f32x4.mul(v128.load32_splat(one, COS_RADIUS), v128.load(quad, SIN_RADIUS)),
  );
  // The radii's margins of a tenth of a degree are far above the rounding. Beyond half a turn they reach everything.
  const all = f32x4.lt(sinReach, f32x4.splat(0.0));
  return i32x4.bitmask(v128.or(all, f32x4.ge(dot, cosReach)));
}
