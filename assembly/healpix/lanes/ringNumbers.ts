import { add, both, div, lanes, mul, select, sub } from '../../math/lanes';
import { FLOAT_ORDER } from './grid';
import { toFloats, toInts } from './numbers';

/**
 * Rings and RING numbers of two cells at once (Gorski et al. 2005, section 5.1). n is nside, a power of two, in both
 * lanes; rings are counted from 1 at the north pole. Whole numbers stand in f64 lanes, cells' numbers in i64 lanes.
 */

/** Cells in a quarter of a ring. */
@inline
export function quarterOf(n: v128, ring: v128): v128 {
  return f64x2.min(n, f64x2.min(ring, sub(mul(both(4.0), n), ring)));
}

/** Where a ring lies in a polar cap. */
@inline
export function isPolar(n: v128, ring: v128): v128 {
  return v128.or(f64x2.lt(ring, n), f64x2.gt(ring, mul(both(3.0), n)));
}

/** 1 where the first cell's centre lies half a cell east of longitude 0, else 0. */
@inline
export function shiftOf(n: v128, ring: v128): v128 {
  const half = mul(both(0.5), sub(ring, n));
  const odd = f64x2.ne(f64x2.floor(half), half);
  return v128.and(both(1.0), v128.or(isPolar(n, ring), v128.not(odd)));
}

/** RING number of the cell `index` of a ring, counted from 0. */
@inline
export function ringNumber(order: i32, n: v128, ring: v128, index: v128): v128 {
  if (order > FLOAT_ORDER) return ringNumber64(order, ring, index);
  const south = sub(mul(both(4.0), n), ring);
  const inNorth = mul(mul(both(2.0), ring), sub(ring, both(1.0)));
  const inBelt = mul(mul(both(2.0), n), add(sub(n, both(1.0)), mul(both(2.0), sub(ring, n))));
  const inSouth = sub(mul(mul(both(12.0), n), n), mul(mul(both(2.0), south), add(south, both(1.0))));
  const first = select(f64x2.lt(ring, n), inNorth, select(f64x2.gt(ring, mul(both(3.0), n)), inSouth, inBelt));
  return toInts(add(first, index));
}

function ringNumber64(order: i32, ring: v128, index: v128): v128 {
  const first = firstOfRing(order, <i64>f64x2.extract_lane(ring, 0)) + <i64>f64x2.extract_lane(index, 0);
  const second = firstOfRing(order, <i64>f64x2.extract_lane(ring, 1)) + <i64>f64x2.extract_lane(index, 1);
  return i64x2.replace_lane(i64x2.splat(first), 1, second);
}

/** RING number of a ring's first cell. */
function firstOfRing(order: i32, ring: i64): i64 {
  const n = (<i64>1) << order;
  if (ring < n) return 2 * ring * (ring - 1);
  if (ring <= 3 * n) return 2 * n * (n - 1) + (ring - n) * 4 * n;
  const south = 4 * n - ring;
  return 12 * n * n - 2 * south * (south + 1);
}

/** The ring of a RING number. */
@inline
export function ringOfNumber(order: i32, n: v128, cells: v128): v128 {
  if (order > FLOAT_ORDER) return ringOf64(order, cells);
  const number = toFloats(cells);
  const all = mul(mul(both(12.0), n), n);
  const cap = mul(mul(both(2.0), n), sub(n, both(1.0)));
  const inNorth = f64x2.lt(number, cap);
  const inSouth = f64x2.ge(number, sub(all, cap));
  const fromPole = polarRing(select(inSouth, sub(sub(all, both(1.0)), number), number));
  const inBelt = add(n, f64x2.floor(div(sub(number, cap), mul(both(4.0), n))));
  return select(inNorth, fromPole, select(inSouth, sub(mul(both(4.0), n), fromPole), inBelt));
}

/** The largest r with 2 r (r - 1) <= number: the root is floored rightly, as its square is below 2^52. */
@inline
function polarRing(number: v128): v128 {
  const root = f64x2.sqrt(add(mul(both(2.0), number), both(1.0)));
  return f64x2.floor(mul(both(0.5), add(root, both(1.0))));
}

function ringOf64(order: i32, cells: v128): v128 {
  return lanes(
    <f64>ringOfOne(order, i64x2.extract_lane(cells, 0)),
    <f64>ringOfOne(order, i64x2.extract_lane(cells, 1)),
  );
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
