import { add, both, div, mul, select, sub } from '../../math/lanes';
import { isRing, nestedGrid, orderOf } from './grid';
import { interleave, xOfCode, yOfCode } from './morton';
import { toFloats, toInts } from './numbers';
import { indexOfNumber, quarterOf, ringNumber, ringOfNumber } from './ringNumbers';

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


@inline
export function columnOf(face: v128): v128 {
  return sub(face, mul(both(4.0), rowOf(face)));
}

/** Ring of a cell, counted from 1 in the north. */
@inline
export function ringOfPlace(n: v128, row: v128, x: v128, y: v128): v128 {
  return sub(mul(n, add(row, both(2.0))), add(add(x, y), both(1.0)));
}

/** Half cells from longitude 0 east to the cell's centre along its ring; may be negative on face 4. */
@inline
export function halvesOfPlace(n: v128, ring: v128, row: v128, column: v128, x: v128, y: v128): v128 {
  const fromEquator = sub(row, both(1.0));
  // Eighths of a turn to the face's centre line: 1, 3, 5, 7 in the polar rows, 0, 2, 4, 6 on the equator.
  const eighths = add(add(column, column), mul(fromEquator, fromEquator));
  return add(mul(eighths, quarterOf(n, ring)), sub(x, y));
}

/** RING number of a cell. */
@inline
export function ringNumberOfPlace(order: i32, n: v128, row: v128, column: v128, x: v128, y: v128): v128 {
  const ring = ringOfPlace(n, row, x, y);
  // The whole part: of a ring's halves all are odd, or none.
  const index = f64x2.floor(mul(both(0.5), halvesOfPlace(n, ring, row, column, x, y)));
  const west = v128.and(f64x2.lt(index, both(0.0)), mul(both(4.0), quarterOf(n, ring)));
  return ringNumber(order, n, ring, add(index, west));
}

/** NESTED number of a cell; x and y are i64 lanes. */
@inline
export function nestedNumberOfPlace(order: i32, row: v128, column: v128, x: v128, y: v128): v128 {
  const face = add(mul(both(4.0), row), column);
  return i64x2.add(i64x2.shl(toInts(face), 2 * order), interleave(x, y));
}

/** Number of a cell in the grid's scheme. */
@inline
function numberOfPlace(grid: i32, n: v128, row: v128, column: v128, x: v128, y: v128): v128 {
  const order = orderOf(grid);
  if (isRing(grid)) return ringNumberOfPlace(order, n, row, column, x, y);
  return nestedNumberOfPlace(order, row, column, toInts(x), toInts(y));
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

/** 1 / n, exact: n is a power of two, whose exponent is told from its bits. */
@inline
function inverseOf(n: v128): v128 {
  return i64x2.sub(i64x2.splat(0x7fe0000000000000), n);
}

/** Half of the rings south of the belt's northern rim. */
@inline
function halfSouth(n: v128, ring: v128): v128 {
  return f64x2.floor(mul(both(0.5), sub(ring, n)));
}

/** Edge lines of the belt's cells, in cells: the ascending one west of the cell, and the descending one. */
@inline
function upOf(n: v128, ring: v128, index: v128): v128 {
  return add(index, halfSouth(n, ring));
}


@inline
function downOf(n: v128, ring: v128, index: v128): v128 {
  return add(index, add(sub(add(n, n), ring), halfSouth(n, ring)));
}


@inline
function facesUp(n: v128, ring: v128, index: v128): v128 {
  return f64x2.floor(mul(upOf(n, ring, index), inverseOf(n)));
}


@inline
function facesDown(n: v128, ring: v128, index: v128): v128 {
  return f64x2.floor(mul(downOf(n, ring, index), inverseOf(n)));
}


@inline
function isInCap(n: v128, ring: v128): v128 {
  return f64x2.lt(quarterOf(n, ring), n);
}

/** Row of the cell `index` of a ring. */
@inline
export function rowInRing(n: v128, ring: v128, index: v128): v128 {
  const inBelt = add(both(1.0), sub(facesUp(n, ring, index), facesDown(n, ring, index)));
  return select(isInCap(n, ring), v128.and(f64x2.gt(ring, n), both(2.0)), inBelt);
}


@inline
export function columnInRing(n: v128, ring: v128, index: v128): v128 {
  const lower = f64x2.pmin(facesUp(n, ring, index), facesDown(n, ring, index));
  const inBelt = sub(lower, v128.and(f64x2.eq(lower, both(4.0)), both(4.0)));
  return select(isInCap(n, ring), columnInCap(n, ring, index), inBelt);
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
  const inBelt = sub(downOf(n, ring, index), mul(facesDown(n, ring, index), n));
  const east = eastInCap(n, ring, index);
  const north = v128.and(f64x2.lt(ring, n), sub(n, quarterOf(n, ring)));
  return select(isInCap(n, ring), add(east, north), inBelt);
}


@inline
export function yInRing(n: v128, ring: v128, index: v128): v128 {
  const inBelt = sub(upOf(n, ring, index), mul(facesUp(n, ring, index), n));
  const beyond = select(isInCap(n, ring), eastInCap(n, ring, index), inBelt);
  const size = select(f64x2.gt(ring, mul(both(3.0), n)), quarterOf(n, ring), n);
  return sub(size, add(beyond, both(1.0)));
}

/** RING number of a NESTED number. */
@inline
export function ringNumberOfNested(order: i32, n: v128, cells: v128): v128 {
  const face = faceOfNested(order, cells);
  const x = xOfNested(order, cells);
  return ringNumberOfPlace(order, n, rowOf(face), columnOf(face), x, yOfNested(order, cells));
}

/** NESTED number of a RING number. */
@inline
export function nestedNumberOfRing(order: i32, n: v128, cells: v128): v128 {
  const ring = ringOfNumber(order, cells);
  const index = indexOfNumber(order, n, ring, cells);
  const x = toInts(xInRing(n, ring, index));
  const y = toInts(yInRing(n, ring, index));
  return nestedNumberOfPlace(order, rowInRing(n, ring, index), columnInRing(n, ring, index), x, y);
}

/*
 * Functions that are called, for kernels whose time does not hang on them: the code above is long.
 */

/** Number of a cell in the grid's scheme. */
export function numberAt(grid: i32, n: v128, face: v128, x: v128, y: v128): v128 {
  return numberOfPlace(grid, n, rowOf(face), columnOf(face), x, y);
}

/** Number of the cell `index` of a ring, in the grid's scheme. */
export function numberAlongRing(grid: i32, n: v128, ring: v128, index: v128): v128 {
  if (isRing(grid)) return ringNumber(orderOf(grid), n, ring, index);
  const face = add(mul(both(4.0), rowInRing(n, ring, index)), columnInRing(n, ring, index));
  return numberAt(grid, n, face, xInRing(n, ring, index), yInRing(n, ring, index));
}

/** NESTED number of a cell of the grid. */
export function nestedOf(grid: i32, n: v128, cells: v128): v128 {
  if (!isRing(grid)) return cells;
  const order = orderOf(grid);
  const ring = ringOfNumber(order, cells);
  return numberAlongRing(nestedGrid(grid), n, ring, indexOfNumber(order, n, ring, cells));
}

/** Number in the grid's scheme of a NESTED number. */
export function numberOfNested(grid: i32, n: v128, cells: v128): v128 {
  if (!isRing(grid)) return cells;
  const order = orderOf(grid);
  return numberAt(grid, n, faceOfNested(order, cells), xOfNested(order, cells), yOfNested(order, cells));
}
