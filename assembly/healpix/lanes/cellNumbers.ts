import { both, select } from '../../math/lanes';
import { AS_F64, AS_I32, cellCountOf, formOf } from './grid';
import { toFloats, toInts } from './numbers';

/** Numbers of two cells in memory, and as i64 lanes. */

/** Two numbers, i and i + 1; what is no whole number is -1. */
@inline
export function loadPair(grid: i32, from: usize, i: usize): v128 {
  const form = formOf(grid);
  if (form == AS_I32) return i64x2.extend_low_i32x4_s(v128.load64_zero(from + (i << 2)));
  const lanes = v128.load(from + (i << 3));
  return form == AS_F64 ? intsOf(lanes) : lanes;
}

/** One number in both lanes. */
@inline
export function loadOne(grid: i32, from: usize, i: usize): v128 {
  const form = formOf(grid);
  if (form == AS_I32) return i64x2.splat(<i64>load<i32>(from + (i << 2)));
  const lanes = v128.load64_splat(from + (i << 3));
  return form == AS_F64 ? intsOf(lanes) : lanes;
}

/** i64 lanes of f64 lanes; -1 where they are no whole number from 0 to below 2^52. */
@inline
function intsOf(lanes: v128): v128 {
  const whole = v128.and(
    f64x2.eq(f64x2.floor(lanes), lanes),
    v128.and(f64x2.ge(lanes, both(0.0)), f64x2.lt(lanes, both(4503599627370496.0))),
  );
  return v128.or(v128.and(toInts(lanes), whole), v128.not(whole));
}


@inline
export function storePair(grid: i32, to: usize, i: usize, cells: v128): void {
  const form = formOf(grid);
  if (form == AS_I32) {
    const packed = v128.shuffle<i32>(cells, cells, 0, 2, 0, 2);
    v128.store64_lane(to + (i << 2), packed, 0);
  } else {
    v128.store(to + (i << 3), form == AS_F64 ? floatsOf(cells) : cells);
  }
}

/** Stores the first lane. */
@inline
export function storeOne(grid: i32, to: usize, i: usize, cells: v128): void {
  const form = formOf(grid);
  if (form == AS_I32) v128.store32_lane(to + (i << 2), cells, 0);
  else v128.store64_lane(to + (i << 3), form == AS_F64 ? floatsOf(cells) : cells, 0);
}

/** f64 lanes of numbers, of which one may be -1. */
@inline
function floatsOf(cells: v128): v128 {
  return select(i64x2.lt_s(cells, i64x2.splat(0)), both(-1.0), toFloats(cells));
}

/** Whether both are cells of the grid. */
@inline
export function areCells(grid: i32, cells: v128): bool {
  const toLast = i64x2.sub(i64x2.splat(cellCountOf(grid) - 1), cells);
  return i64x2.bitmask(v128.or(cells, toLast)) == 0;
}

/** Whether the first lane is one. */
@inline
export function isCell(grid: i32, cells: v128): bool {
  return <u64>i64x2.extract_lane(cells, 0) < <u64>cellCountOf(grid);
}
