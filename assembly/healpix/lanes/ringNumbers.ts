import { add, both, lanes, mul, select, sub } from '../../math/lanes';
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
  const low = v128.shuffle<i32>(x, x, 0, 2, 0, 2);
  return i64x2.extmul_low_i32x4_u(low, low);
}

/** The ring of a RING number: not by lanes, which would take both ways for each. */
@inline
export function ringOfNumber(order: i32, cells: v128): v128 {
  const first = ringOfOne(order, i64x2.extract_lane(cells, 0));
  return lanes(<f64>first, <f64>ringOfOne(order, i64x2.extract_lane(cells, 1)));
}

function ringOfOne(order: i32, cell: i64): i64 {
  const n = (<i64>1) << order;
  const cap = 2 * n * (n - 1);
  const all = 12 * n * n;
  if (cell < cap) return polarRingOfOne(cell);
  if (cell < all - cap) return n + ((cell - cap) >> (order + 2));
  return 4 * n - polarRingOfOne(all - 1 - cell);
}

function polarRingOfOne(cell: i64): i64 {
  let ring = (1 + <i64>Math.sqrt(2.0 * <f64>cell + 1.0)) >> 1;
  // Rounding may have made it one too many or too few.
  if (2 * ring * (ring - 1) > cell) ring--;
  if (2 * ring * (ring + 1) <= cell) ring++;
  return ring;
}

/** Position in its ring, counted from 0, of a RING number. */
@inline
export function indexOfNumber(order: i32, n: v128, ring: v128, cells: v128): v128 {
  return toFloats(i64x2.sub(cells, ringNumber(order, n, ring, both(0.0))));
}
