import { add, both, mul, select, sub } from '../../math/lanes';

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
  return f64x2.min(add(part, both(0.5)), both(1.4999999999999998));
}

/** 1 where a line has left the first column. */
@inline
function passed(line: v128): v128 {
  return v128.and(f64x2.ge(line, both(1.0)), both(1.0));
}


@inline
export function faceOfPoint(column: v128, part: v128, belt: v128, south: v128, height: v128): v128 {
  const up = passed(upLine(part, belt, height));
  const down = passed(downLine(part, belt, height));
  const east = add(column, up);
  const equator = add(select(f64x2.eq(east, both(4.0)), both(0.0), east), both(4.0));
  const below = v128.or(south, f64x2.gt(up, down));
  const polar = add(column, v128.and(below, both(8.0)));
  return select(v128.and(belt, f64x2.eq(up, down)), equator, polar);
}

/** Whole cells beyond the line's last whole one. */
@inline
function cellsBeyond(n: v128, line: v128): v128 {
  return f64x2.floor(mul(n, sub(line, passed(line))));
}


@inline
export function xOfPoint(n: v128, part: v128, belt: v128, south: v128, height: v128): v128 {
  const down = cellsBeyond(n, downLine(part, belt, height));
  const up = cellsBeyond(n, upLine(part, belt, height));
  return select(belt, down, select(south, up, sub(sub(n, both(1.0)), down)));
}


@inline
export function yOfPoint(n: v128, part: v128, belt: v128, south: v128, height: v128): v128 {
  const down = cellsBeyond(n, downLine(part, belt, height));
  const up = cellsBeyond(n, upLine(part, belt, height));
  return select(south, down, sub(sub(n, both(1.0)), up));
}
