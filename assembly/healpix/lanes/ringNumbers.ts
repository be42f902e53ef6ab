import { add, both, mul, select, sub } from '../../math/lanes';
import { toFloats, toInts } from './numbers';

/**
 * Rings and RING numbers of two cells at once (Gorski et al. 2005, section 5.1). n is nside, a power of two, in both
 * lanes; rings are counted from 1 at the north pole. Whole numbers stand in f64 lanes, cells' numbers in i64 lanes.
 */

/** Cells in a quarter of a ring: below n in the polar caps. */
@inline
export function quarterOf(n: v128, ring: v128): v128 {
  return f64x2.pmin(n, fromPole(n, ring));
}

/** Rings from the nearer pole. */
@inline
function fromPole(n: v128, ring: v128): v128 {
  return f64x2.pmin(ring, sub(mul(both(4.0), n), ring));
}

/** 1 where the first cell's centre lies half a cell east of longitude 0, else 0. */
@inline
export function shiftOf(n: v128, ring: v128): v128 {
  const half = mul(both(0.5), sub(ring, n));
  const even = f64x2.eq(f64x2.floor(half), half);
  return v128.and(both(1.0), v128.or(f64x2.lt(fromPole(n, ring), n), even));
}

/** RING number of the cell `index` of a ring, counted from 0. */
@inline
export function ringNumber(order: i32, n: v128, ring: v128, index: v128): v128 {
  const nside = (<i64>1) << order;
  const rings = fromPole(n, ring);
  const whole = toInts(rings);
  const square = i64x2.shl(squareOf(whole), 1);
  const inSouth = i64x2.sub(i64x2.splat(12 * nside * nside), square);
  const inCap = i64x2.sub(select(f64x2.lt(ring, n), square, inSouth), i64x2.shl(whole, 1));
  const inBelt = i64x2.sub(i64x2.shl(toInts(ring), order + 2), i64x2.splat(2 * nside * (nside + 1)));
  return i64x2.add(select(f64x2.lt(rings, n), inCap, inBelt), toInts(index));
}

/** Square of i64 lanes below 2^32. */
@inline
function squareOf(x: v128): v128 {
  return product(x, x);
}

/** Product of i64 lanes below 2^32. */
@inline
export function product(x: v128, y: v128): v128 {
  return i64x2.extmul_low_i32x4_u(v128.shuffle<i32>(x, x, 0, 2, 0, 2), v128.shuffle<i32>(y, y, 0, 2, 0, 2));
}

/** Cells of which the grid's cap, to the first whole ring of the belt, consists. */
@inline
export function capCells(order: i32): v128 {
  const nside = (<i64>1) << order;
  return i64x2.splat(2 * nside * (nside - 1));
}

/** Mask of RING numbers in the southern cap. */
@inline
export function inSouthernCap(order: i32, cells: v128): v128 {
  return i64x2.gt_s(cells, i64x2.sub(i64x2.splat(((<i64>12) << (2 * order)) - 1), capCells(order)));
}

/** Where the mask is set, the numbers counted from the other end of the sphere. */
@inline
export function countedFromEnd(order: i32, mask: v128, cells: v128): v128 {
  return i64x2.add(v128.xor(cells, mask), v128.and(mask, i64x2.splat((<i64>12) << (2 * order))));
}

/** Largest order whose cells' numbers are below 2^52. */
const EXACT_ORDER: i32 = 24;

/** The ring of a cell of the northern cap: the largest r with 2 r (r - 1) <= cell; an i64 lane. */
@inline
export function ringInCap(order: i32, cells: v128): v128 {
  return order <= EXACT_ORDER ? ringBySquare(toFloats(cells)) : ringOfLarge(cells);
}

/** By rounding sqrt((cell + 1) / 2), which is farther from halves than the root is off by. */
@inline
function ringBySquare(cells: v128): v128 {
  return toInts(f64x2.sqrt(add(mul(both(0.5), cells), both(0.5))));
}


@inline
function ringOfLarge(cells: v128): v128 {
  const upper = toFloats(i64x2.shr_u(cells, 32));
  const lower = toFloats(v128.and(cells, i64x2.splat(0xffffffff)));
  const ring = ringBySquare(add(mul(upper, both(4294967296.0)), lower));
  // Rounding may have made it one too many or too few.
  const square = squareOf(ring);
  const least = i64x2.shl(i64x2.sub(square, ring), 1);
  const next = i64x2.shl(i64x2.add(square, ring), 1);
  return i64x2.sub(i64x2.add(ring, i64x2.lt_s(cells, least)), i64x2.ge_s(cells, next));
}

/** Cells before the first of a ring of the northern cap. */
@inline
export function cellsBefore(ring: v128): v128 {
  return i64x2.shl(i64x2.sub(squareOf(ring), ring), 1);
}
