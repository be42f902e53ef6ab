import { add, both, div, mul, select, sub } from '../../math/lanes';
import { isRing, nestedGrid, orderOf } from './grid';
import { interleave, xOfCode, yOfCode } from './morton';
import { toFloats, toInts } from './numbers';
import { indexOfNumber, isPolar, quarterOf, ringNumber, ringOfNumber, shiftOf } from './ringNumbers';

/**
 * The twelve base cells ("faces") and the places of two cells in them: 0 to 3 around the north pole, 4 to 7 on the
 * equator, 8 to 11 around the south pole; x grows north-east, y north-west, both from the southern corner (Gorski et al.
 * 2005, section 5.2 and fig. 3). All f64 lanes but the cells' numbers.
 *
 * Who takes several of a cell's properties pays once for what they share: the compiler finds equal values.
 */

/** Row of a face: 0 in the north, 1 on the equator, 2 in the south. */
@inline
export function rowOf(face: v128): v128 {
  return f64x2.floor(mul(both(0.25), face));
}

/** Ring of a cell, counted from 1 in the north. */
@inline
export function ringOfPlace(n: v128, face: v128, x: v128, y: v128): v128 {
  return sub(mul(n, add(rowOf(face), both(2.0))), add(add(x, y), both(1.0)));
}

/** Half cells from longitude 0 east to the cell's centre along its ring; may be negative on face 4. */
@inline
export function halvesOfPlace(n: v128, ring: v128, face: v128, x: v128, y: v128): v128 {
  const row = rowOf(face);
  const column = sub(face, mul(both(4.0), row));
  // Eighths of a turn to the face's centre line: 1, 3, 5, 7 in the polar rows, 0, 2, 4, 6 on the equator.
  const even = v128.and(both(1.0), f64x2.ne(row, both(1.0)));
  const eighths = add(add(column, column), even);
  return add(mul(eighths, quarterOf(n, ring)), sub(x, y));
}

/** Number of a cell in the grid's scheme. */
@inline
export function numberOfPlace(grid: i32, n: v128, face: v128, x: v128, y: v128): v128 {
  const order = orderOf(grid);
  if (isRing(grid)) {
    const ring = ringOfPlace(n, face, x, y);
    const halves = halvesOfPlace(n, ring, face, x, y);
    const index = mul(both(0.5), sub(halves, shiftOf(n, ring)));
    const west = v128.and(f64x2.lt(index, both(0.0)), mul(both(4.0), quarterOf(n, ring)));
    return ringNumber(order, n, ring, add(index, west));
  }
  return i64x2.add(i64x2.shl(toInts(face), 2 * order), interleave(toInts(x), toInts(y)));
}

/** Face of a NESTED number. */
@inline
export function faceOfNested(order: i32, cells: v128): v128 {
  return toFloats(i64x2.shr_u(cells, 2 * order));
}


@inline
export function xOfNested(order: i32, cells: v128): v128 {
  return xOfCode(codeOf(order, cells));
}


@inline
export function yOfNested(order: i32, cells: v128): v128 {
  return yOfCode(codeOf(order, cells));
}


@inline
function codeOf(order: i32, cells: v128): v128 {
  return v128.and(cells, i64x2.splat(((<i64>1) << (2 * order)) - 1));
}

/** Edge lines of the belt's cells, in cells: the ascending one west of the cell, and the descending one. */
@inline
function upOf(n: v128, ring: v128, index: v128): v128 {
  const halves = add(add(add(index, index), shiftOf(n, ring)), n);
  return f64x2.floor(mul(both(0.5), add(sub(halves, add(n, n)), ring)));
}


@inline
function downOf(n: v128, ring: v128, index: v128): v128 {
  const halves = add(add(add(index, index), shiftOf(n, ring)), n);
  return f64x2.floor(mul(both(0.5), sub(add(halves, add(n, n)), ring)));
}

/** Face of the cell `index` of a ring. */
@inline
export function faceInRing(n: v128, ring: v128, index: v128): v128 {
  const up = f64x2.floor(div(upOf(n, ring, index), n));
  const down = f64x2.floor(div(downOf(n, ring, index), n));
  const equator = select(f64x2.eq(up, both(4.0)), both(4.0), add(up, both(4.0)));
  const inBelt = select(f64x2.eq(up, down), equator, select(f64x2.lt(up, down), up, add(down, both(8.0))));
  const column = columnInCap(n, ring, index);
  const inCap = select(f64x2.lt(ring, n), column, add(column, both(8.0)));
  return select(isPolar(n, ring), inCap, inBelt);
}


@inline
function columnInCap(n: v128, ring: v128, index: v128): v128 {
  return f64x2.floor(div(index, quarterOf(n, ring)));
}

/** Cells east of the face's western meridian, in a cap. */
@inline
function eastInCap(n: v128, ring: v128, index: v128): v128 {
  return sub(index, mul(columnInCap(n, ring, index), quarterOf(n, ring)));
}


@inline
export function xInRing(n: v128, ring: v128, index: v128): v128 {
  const down = downOf(n, ring, index);
  const inBelt = sub(down, mul(f64x2.floor(div(down, n)), n));
  const east = eastInCap(n, ring, index);
  const inCap = select(f64x2.lt(ring, n), add(sub(n, quarterOf(n, ring)), east), east);
  return select(isPolar(n, ring), inCap, inBelt);
}


@inline
export function yInRing(n: v128, ring: v128, index: v128): v128 {
  const up = upOf(n, ring, index);
  const last = sub(n, both(1.0));
  const inBelt = sub(last, sub(up, mul(f64x2.floor(div(up, n)), n)));
  const east = eastInCap(n, ring, index);
  const inCap = sub(select(f64x2.lt(ring, n), last, sub(quarterOf(n, ring), both(1.0))), east);
  return select(isPolar(n, ring), inCap, inBelt);
}

/** Number in grid `to` of a cell that grid `from` (of the same order) numbers. */
@inline
export function renumbered(from: i32, to: i32, n: v128, cells: v128): v128 {
  if (isRing(from) == isRing(to)) return cells;
  const order = orderOf(from);
  if (!isRing(from)) {
    const x = xOfNested(order, cells);
    return numberOfPlace(to, n, faceOfNested(order, cells), x, yOfNested(order, cells));
  }
  const ring = ringOfNumber(order, n, cells);
  const index = indexOfNumber(order, n, ring, cells);
  return numberOfPlace(to, n, faceInRing(n, ring, index), xInRing(n, ring, index), yInRing(n, ring, index));
}

/*
 * Functions that are called, for kernels whose time does not hang on them: the code above is long.
 */

/** Number of a cell in the grid's scheme. */
export function numberAt(grid: i32, n: v128, face: v128, x: v128, y: v128): v128 {
  return numberOfPlace(grid, n, face, x, y);
}

/** Number of the cell `index` of a ring, in the grid's scheme. */
export function numberAlongRing(grid: i32, n: v128, ring: v128, index: v128): v128 {
  if (isRing(grid)) return ringNumber(orderOf(grid), n, ring, index);
  return numberAt(grid, n, faceInRing(n, ring, index), xInRing(n, ring, index), yInRing(n, ring, index));
}

/** NESTED number of a cell of the grid. */
export function nestedOf(grid: i32, n: v128, cells: v128): v128 {
  if (!isRing(grid)) return cells;
  const order = orderOf(grid);
  const ring = ringOfNumber(order, n, cells);
  return numberAlongRing(nestedGrid(grid), n, ring, indexOfNumber(order, n, ring, cells));
}

/** Number in the grid's scheme of a NESTED number. */
export function numberOfNested(grid: i32, n: v128, cells: v128): v128 {
  if (!isRing(grid)) return cells;
  const order = orderOf(grid);
  return numberAt(grid, n, faceOfNested(order, cells), xOfNested(order, cells), yOfNested(order, cells));
}
