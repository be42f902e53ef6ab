import {
  DOUBTS,
  DOUBTS_AT,
  EAST_AT,
  HALVES_AT,
  NEARNESS_AT,
  SEGMENT_BEYOND,
  SEGMENT_BYTES,
  SEGMENT_COLUMN,
  SEGMENT_LANE,
  SEGMENT_RING,
  SEGMENT_SATELLITE,
  SEGMENT_VECTORS,
  SEGMENT_WRAPS,
  segmentsEnd,
  segmentsFrom,
  vectorCount,
  WEST_AT,
  WRAPS,
  WRAPS_AT,
} from './block';
import { CELLS, HALF, NORMAL2, NORMAL_SEC, ROW, ROW_BIAS_BITS, SEC, SHIFT_Z, SQUARES, TAN, UP_SEC } from './columns';
import { CLOSE, DOUBT2, INVERSE_RHO, LON_TURNS, RANGE2, SINE, SINE2, SLOPE, Z } from './quad';
import { arcOverRoot } from '../math/turns';
import { RING_TABLE_NSIDE } from '../layout';

/** Whoever stands so near in front of a cell, in cells per nside, is in doubt: longitudes, half-widths and their sum. */
const CELL_ERROR: f32 = 1.5e-6;
/** Nearness of a lane that is certainly empty: 1 - |c| of a c far above 1. */
const EMPTY: f32 = -1e6;

/**
 * Finds the intervals of a block, four rings at a time in f32, by the closed form of ringInterval: the addresses, relative
 * to `map`, of the two entries of a map of differences that an interval changes. An interval without cells changes the
 * same one twice; a whole ring, too, and is a wrap; what is in doubt is left out and listed.
 *
 * Doubt. With c = u / A and t = 1 - |c|, rounding moves c by at most e = ERROR / cos(phi) (quad.ts), so that whether
 * there are two ends is certain where |t| >= CLOSE >= 2 e. Then an end, acos(c), moves by at most e / sqrt(t), since
 * |acos'| <= 1 / sqrt(t) there, which is p / sqrt(t) cells, p = ERROR x CELLS_PER_ARC x nside; besides, the arc's
 * polynomial and the longitude's, their roundings and those of what is made of them come to less than CELL_ERROR nside
 * cells: 9e-8 turns of the longitude, 8e-8 of the arc, and 2^-24 of numbers that add up to at most 12 nside. So with m
 * the larger distance of both ends from the nearest whole number, (1/2 - CELL_ERROR nside - m) sqrt(t) >= p is certain.
 */
export function findEnds(rings: usize, work: usize, map: usize): void {
  findCosines(work);
  findHalves(work);
  roundEnds(work, CELL_ERROR * <f32>load<i32>(rings, RING_TABLE_NSIDE), <u32>map - ROW_BIAS_BITS);
}

/** Leaves c of every ring. */
function findCosines(work: usize): void {
  const end = segmentsEnd(work);
  let out = work + NEARNESS_AT;
  for (let segment = segmentsFrom(work); segment < end; segment += SEGMENT_BYTES) {
    const lane = <usize>load<u32>(segment, SEGMENT_LANE);
    const sine2 = v128.load32_splat(lane, SINE2);
    const sine = v128.load32_splat(lane, SINE);
    const inverseRho = v128.load32_splat(lane, INVERSE_RHO);
    const slope = v128.load32_splat(lane, SLOPE);
    const range2 = v128.load32_splat(lane, RANGE2);
    const z = v128.load32_splat(lane, Z);
    let column = <usize>load<u32>(segment, SEGMENT_COLUMN);
    const stop = out + ((<usize>load<u32>(segment, SEGMENT_VECTORS)) << 4);
    for (; out < stop; out += 16, column += 16) {
      const shifted = f32x4.add(f32x4.mul(sine2, v128.load(column, NORMAL2)), f32x4.mul(z, v128.load(column, SHIFT_Z)));
      const root = f32x4.sqrt(f32x4.add(f32x4.add(range2, v128.load(column, SQUARES)), shifted));
      const flat = f32x4.sub(v128.load(column, UP_SEC), f32x4.mul(sine2, v128.load(column, NORMAL_SEC)));
      const sum = f32x4.add(flat, f32x4.mul(f32x4.mul(sine, root), v128.load(column, SEC)));
      const c = f32x4.sub(f32x4.mul(sum, inverseRho), f32x4.mul(slope, v128.load(column, TAN)));
      v128.store(out, c);
    }
  }
}

/** Half-widths in turns, and t in the place of c. */
function findHalves(work: usize): void {
  let nearness = work + NEARNESS_AT;
  let half = work + HALVES_AT;
  const stop = nearness + (vectorCount(work) << 4);
  for (; nearness < stop; nearness += 16, half += 16) {
    const c = v128.load(nearness);
    const size = f32x4.abs(c);
    const t = f32x4.sub(f32x4.splat(1.0), size);
    const root = f32x4.sqrt(f32x4.max(t, f32x4.splat(0.0)));
    const arc = f32x4.mul(root, arcOverRoot(size));
    v128.store(nearness, t);
    v128.store(half, v128.bitselect(f32x4.sub(f32x4.splat(0.5), arc), arc, f32x4.lt(c, f32x4.splat(0.0))));
  }
}

/** Addresses of both ends, less `bias`; lists wraps and doubts. */
function roundEnds(work: usize, cellError: f32, bias: u32): void {
  const end = segmentsEnd(work);
  let at: usize = 0;
  const zero = f32x4.splat(0.0);
  const nearHalf = f32x4.splat(<f32>0.5 - cellError);
  const toAddress = i32x4.splat(<i32>bias);
  for (let segment = segmentsFrom(work); segment < end; segment += SEGMENT_BYTES) {
    const lane = <usize>load<u32>(segment, SEGMENT_LANE);
    const lon = v128.load32_splat(lane, LON_TURNS);
    const close = v128.load32_splat(lane, CLOSE);
    const doubt2 = v128.load32_splat(lane, DOUBT2);
    let column = <usize>load<u32>(segment, SEGMENT_COLUMN);
    const from = work + at;
    const stop = at + ((<usize>load<u32>(segment, SEGMENT_VECTORS)) << 4);
    if (load<u32>(segment, SEGMENT_BEYOND) != 0) clearBeyond(work + stop, load<u32>(segment, SEGMENT_BEYOND));
    for (; at < stop; at += 16, column += 16) {
      const cells = v128.load(column, CELLS);
      const row = v128.load(column, ROW);
      const half = v128.load(work + at, HALVES_AT);
      const t = v128.load(work + at, NEARNESS_AT);
      const centre = f32x4.add(f32x4.mul(lon, cells), v128.load(column, HALF));
      const width = f32x4.mul(half, cells);
      const west = f32x4.sub(centre, width);
      const east = f32x4.add(centre, width);
      const first = f32x4.nearest(west);
      const behind = f32x4.nearest(east);
      const off = f32x4.max(f32x4.abs(f32x4.sub(west, first)), f32x4.abs(f32x4.sub(east, behind)));
      const room = f32x4.max(zero, f32x4.sub(nearHalf, off));
      const apart = f32x4.ge(f32x4.mul(f32x4.mul(room, room), t), doubt2);
      const known = v128.or(v128.and(apart, f32x4.ge(t, close)), f32x4.le(t, f32x4.neg(close)));
      const westOut = f32x4.lt(first, zero);
      const eastOut = f32x4.lt(behind, zero);
      const eastOver = f32x4.ge(behind, cells);
      const firstIn = f32x4.add(first, v128.and(westOut, cells));
      const behindIn = f32x4.sub(f32x4.add(behind, v128.and(eastOut, cells)), v128.and(eastOver, cells));
      v128.store(work + at, i32x4.add(f32x4.add(firstIn, row), toAddress), WEST_AT);
      v128.store(work + at, i32x4.add(f32x4.add(behindIn, row), toAddress), EAST_AT);
      const wrapped = v128.or(v128.xor(westOut, eastOut), eastOver);
      const plain = v128.andnot(known, v128.or(wrapped, f32x4.ge(half, f32x4.splat(0.5))));
      if (!i32x4.all_true(plain)) {
        listSpecial(work, segment, column, at, work + at - from, i32x4.bitmask(known), i32x4.bitmask(plain), bias);
      }
    }
    store<u32>(segment, load<u32>(work, WRAPS), SEGMENT_WRAPS);
  }
}

/** Makes the last lanes before `stop` certainly empty. */
function clearBeyond(stop: usize, lanes: u32): void {
  for (let k: u32 = 1; k <= lanes; k++) {
    const lane = stop - ((<usize>k) << 2);
    store<f32>(lane, 0.0, HALVES_AT);
    store<f32>(lane, EMPTY, NEARNESS_AT);
  }
}

/** Lists the lanes of a vector that are not plain: wraps, whole rings among them, and doubts. */
function listSpecial(
  work: usize,
  segment: usize,
  column: usize,
  at: usize,
  before: usize,
  known: i32,
  plain: i32,
  bias: u32,
): void {
  let wraps = <usize>load<u32>(work, WRAPS);
  let doubts = <usize>load<u32>(work, DOUBTS);
  for (let k: u32 = 0; k < 4; k++) {
    if (((plain >>> k) & 1) != 0) continue;
    const lane = work + at + ((<usize>k) << 2);
    const ring = column + ((<usize>k) << 2);
    const pad = reinterpret<u32>(load<f32>(ring, ROW) + load<f32>(ring, CELLS)) + bias;
    if (((known >>> k) & 1) == 0) {
      const doubt = work + DOUBTS_AT + (doubts++ << 3);
      store<u32>(doubt, load<u32>(segment, SEGMENT_SATELLITE));
      store<u32>(doubt, load<u32>(segment, SEGMENT_RING) + <u32>(before >>> 2) + k, 4);
      store<u32>(lane, pad, WEST_AT);
      store<u32>(lane, pad, EAST_AT);
      continue;
    }
    // Of a whole ring the rounded ends need not agree.
    if (load<f32>(lane, HALVES_AT) >= 0.5) store<u32>(lane, load<u32>(lane, WEST_AT), EAST_AT);
    store<u32>(work + WRAPS_AT + (wraps++ << 2), pad);
  }
  store<u32>(work, <u32>wraps, WRAPS);
  store<u32>(work, <u32>doubts, DOUBTS);
}
