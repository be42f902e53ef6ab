import { add, both, mul, select, sub } from '../../math/lanes';
import { toInts } from './numbers';

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

/** Column of the face that has a point. */
@inline
export function columnOfPoint(column: v128, part: v128, belt: v128, height: v128): v128 {
  const up = f64x2.floor(upLine(part, belt, height));
  const down = f64x2.floor(downLine(part, belt, height));
  // On the equator both lines are passed where the next face begins.
  const east = add(column, v128.and(up, down));
  return sub(east, v128.and(f64x2.eq(east, both(4.0)), both(4.0)));
}

/** Its row. */
@inline
export function rowOfPoint(part: v128, belt: v128, south: v128, height: v128): v128 {
  const up = f64x2.floor(upLine(part, belt, height));
  const down = f64x2.floor(downLine(part, belt, height));
  const start = v128.or(v128.and(belt, both(1.0)), v128.and(south, both(2.0)));
  return add(start, sub(up, down));
}

/** Whole cells, as i64 lanes, beyond the line's last whole face. */
@inline
function cellsBeyond(n: v128, line: v128): v128 {
  return toInts(f64x2.floor(mul(n, sub(line, f64x2.floor(line)))));
}

/** In the south the lines' roles are exchanged. */
@inline
function exchanged(up: v128, down: v128, south: v128): v128 {
  return v128.and(v128.xor(up, down), south);
}

/** Its place along x, i64 lanes. `last`: nside - 1, i64 lanes: what it is from there is told by turning all bits. */
@inline
export function xOfPoint(n: v128, last: v128, part: v128, belt: v128, south: v128, height: v128): v128 {
  const down = cellsBeyond(n, downLine(part, belt, height));
  const up = cellsBeyond(n, upLine(part, belt, height));
  const line = v128.xor(down, exchanged(up, down, south));
  return v128.xor(line, v128.andnot(last, v128.or(belt, south)));
}


@inline
export function yOfPoint(n: v128, last: v128, part: v128, belt: v128, south: v128, height: v128): v128 {
  const down = cellsBeyond(n, downLine(part, belt, height));
  const up = cellsBeyond(n, upLine(part, belt, height));
  const line = v128.xor(up, exchanged(up, down, south));
  return v128.xor(line, v128.andnot(last, south));
}
