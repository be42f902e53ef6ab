import { add, both, mul, select, sub } from '../../math/lanes';
import { toInts } from './numbers';
import { capCells, product } from './ringNumbers';

/**
 * Faces and places in them of directions, and back: a direction's column (0 to 3), what it is east of that by (a part of
 * 1), and its height (directions.ts). `belt` and `south` are masks; south only in a cap.
 */

/** Ascending edge line through a point: 0 to below 2 in the belt, to below 1 in a cap. */
@inline
function upLine(part: v128, belt: v128, height: v128): v128 {
  return select(belt, sub(eastOf(part), height), mul(part, height));
}

/** Descending edge line. */
@inline
function downLine(part: v128, belt: v128, height: v128): v128 {
  return select(belt, add(eastOf(part), height), mul(sub(both(1.0), part), height));
}

/** Below 3/2, so that the lines are below 2. */
@inline
function eastOf(part: v128): v128 {
  return f64x2.pmin(add(part, both(0.5)), both(1.4999999999999998));
}

/** Whole cells that the ascending lines pass, i64 lanes: the exact floors of what a double has nside times. */
@inline
export function cellsUp(n: v128, part: v128, belt: v128, height: v128): v128 {
  return toInts(f64x2.floor(mul(n, upLine(part, belt, height))));
}

/** Those of the descending lines. */
@inline
export function cellsDown(n: v128, part: v128, belt: v128, height: v128): v128 {
  return toInts(f64x2.floor(mul(n, downLine(part, belt, height))));
}

/** Face of the cell between lines, i64 lanes as all below. */
@inline
export function faceOfLines(order: i32, column: v128, up: v128, down: v128, belt: v128, south: v128): v128 {
  const upFaces = i64x2.shr_u(up, order);
  const downFaces = i64x2.shr_u(down, order);
  const start = v128.or(v128.and(belt, i64x2.splat(1)), v128.and(south, i64x2.splat(2)));
  const row = i64x2.add(start, i64x2.sub(upFaces, downFaces));
  // On the equator both lines are passed where the next face begins.
  const east = i64x2.add(column, v128.and(upFaces, downFaces));
  return v128.or(i64x2.shl(row, 2), v128.and(east, i64x2.splat(3)));
}

/** In the south the lines' roles are exchanged. */
@inline
function exchanged(up: v128, down: v128, south: v128): v128 {
  return v128.and(v128.xor(up, down), south);
}

/** Its place along x. What it is from nside - 1 is told by turning all bits. */
@inline
export function xOfLines(order: i32, up: v128, down: v128, belt: v128, south: v128): v128 {
  const line = v128.xor(down, exchanged(up, down, south));
  return v128.and(v128.xor(line, v128.not(v128.or(belt, south))), i64x2.splat(((<i64>1) << order) - 1));
}


@inline
export function yOfLines(order: i32, up: v128, down: v128, south: v128): v128 {
  const line = v128.xor(up, exchanged(up, down, south));
  return v128.and(v128.xor(line, v128.not(south)), i64x2.splat(((<i64>1) << order) - 1));
}

/** Rings south of the belt's first. */
@inline
function ringsInBelt(order: i32, up: v128, down: v128): v128 {
  return i64x2.add(i64x2.splat((<i64>1) << order), i64x2.sub(up, down));
}

/** Mask of points of the belt that rounding puts beyond its rims, which happens beside their corners. */
@inline
export function isBeyondRim(order: i32, up: v128, down: v128, belt: v128): v128 {
  const rings = ringsInBelt(order, up, down);
  const beyond = v128.or(i64x2.lt_s(rings, i64x2.splat(0)), i64x2.gt_s(rings, i64x2.splat((<i64>2) << order)));
  return v128.and(beyond, belt);
}

/** RING number of the cell between lines, none of it beyond a rim (Gorski et al. 2005, section 5.1). */
@inline
export function ringNumberOfLines(order: i32, column: v128, up: v128, down: v128, belt: v128, south: v128): v128 {
  return select(belt, numberInBelt(order, column, up, down), numberInCap(order, column, up, down, south));
}


@inline
function numberInBelt(order: i32, column: v128, up: v128, down: v128): v128 {
  const one = i64x2.splat(1);
  const rings = ringsInBelt(order, up, down);
  const halves = i64x2.add(i64x2.add(up, down), v128.and(rings, one));
  const east = i64x2.shr_u(i64x2.sub(halves, i64x2.splat(((<i64>1) << order) - 1)), 1);
  const index = v128.and(i64x2.add(east, i64x2.shl(column, order)), i64x2.splat(((<i64>4) << order) - 1));
  return i64x2.add(i64x2.add(capCells(order), i64x2.shl(rings, order + 2)), index);
}

/** Cells of the rings from the pole, and of the quarters west of the point: 2 r (r - 1) + column r; in the south from the end 2 r (r + 1) - column r. */
@inline
function numberInCap(order: i32, column: v128, up: v128, down: v128, south: v128): v128 {
  const ring = i64x2.add(i64x2.add(up, down), i64x2.splat(1));
  const less = i64x2.sub(column, i64x2.splat(2));
  const factor = i64x2.add(i64x2.shl(ring, 1), i64x2.sub(v128.xor(less, south), south));
  const before = product(ring, factor);
  const end = v128.and(south, i64x2.splat((<i64>12) << (2 * order)));
  return i64x2.add(i64x2.add(i64x2.sub(v128.xor(before, south), south), end), up);
}
