import { add, both, mul, select, sub } from '../../math/lanes';
import { isRing, orderOf } from './grid';
import { interleave, xOfCode, yOfCode } from './morton';
import { toFloats, toInts } from './numbers';
import { capCells, cellsBefore, countedFromEnd, inSouthernCap, quarterOf, ringInCap, ringNumber } from './ringNumbers';

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
function ringNumberOfPlace(order: i32, n: v128, row: v128, column: v128, x: v128, y: v128): v128 {
  const ring = ringOfPlace(n, row, x, y);
  // The whole part: of a ring's halves all are odd, or none.
  const index = f64x2.floor(mul(both(0.5), halvesOfPlace(n, ring, row, column, x, y)));
  const west = v128.and(f64x2.lt(index, both(0.0)), mul(both(4.0), quarterOf(n, ring)));
  return ringNumber(order, n, ring, add(index, west));
}

/** NESTED number of a cell; all i64 lanes. */
@inline
export function nestedNumberOfPlace(order: i32, face: v128, x: v128, y: v128): v128 {
  return v128.or(i64x2.shl(face, 2 * order), interleave(x, y));
}

/** Number of a cell in the grid's scheme. */
@inline
function numberOfPlace(grid: i32, n: v128, row: v128, column: v128, x: v128, y: v128): v128 {
  const order = orderOf(grid);
  if (isRing(grid)) return ringNumberOfPlace(order, n, row, column, x, y);
  return nestedNumberOfPlace(order, toInts(add(mul(both(4.0), row), column)), toInts(x), toInts(y));
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

/** Ring of a RING number, counted from 1 in the north; an i64 lane. `ringFromPole`: that of the cell counted from its pole. */
@inline
export function ringOfNumber(order: i32, cells: v128, ringFromPole: v128): v128 {
  const south = inSouthernCap(order, cells);
  const inCap = i64x2.add(v128.xor(ringFromPole, south), v128.and(south, i64x2.splat(((<i64>4) << order) + 1)));
  const inBelt = i64x2.add(ringsInBelt(order, cells), i64x2.splat((<i64>1) << order));
  return select(isInCap(order, cells), inCap, inBelt);
}

/** Half cells from longitude 0 east to its centre; an i64 lane. */
@inline
export function halvesOfNumber(order: i32, cells: v128, ringFromPole: v128): v128 {
  const one = i64x2.splat(1);
  const south = inSouthernCap(order, cells);
  const index = i64x2.sub(countedFromEnd(order, south, cells), cellsBefore(ringFromPole));
  const turn = i64x2.add(i64x2.shl(ringFromPole, 3), one);
  const halves = v128.or(i64x2.shl(index, 1), one);
  const inCap = i64x2.add(v128.xor(halves, south), v128.and(south, turn));
  const inBelt = i64x2.add(i64x2.shl(indexInBelt(order, cells), 1), v128.andnot(one, ringsInBelt(order, cells)));
  return select(isInCap(order, cells), inCap, inBelt);
}

/** Ring of a cell of a cap, counted from its pole. */
@inline
export function ringFromPoleOf(order: i32, cells: v128): v128 {
  return ringInCap(order, countedFromEnd(order, inSouthernCap(order, cells), cells));
}


@inline
function isInCap(order: i32, cells: v128): v128 {
  return i64x2.lt_s(countedFromEnd(order, inSouthernCap(order, cells), cells), capCells(order));
}

/** RING number of a NESTED number. */
@inline
export function ringNumberOfNested(order: i32, n: v128, cells: v128): v128 {
  const face = faceOfNested(order, cells);
  const x = xOfNested(order, cells);
  return ringNumberOfPlace(order, n, rowOf(face), columnOf(face), x, yOfNested(order, cells));
}

/**
 * NESTED number of a RING number. In either scheme the cells of the southern cap count from the end as those of the northern one do
 * from the start.
 */
@inline
export function nestedNumberOfRing(order: i32, cells: v128): v128 {
  const south = inSouthernCap(order, cells);
  const fromPole = countedFromEnd(order, south, cells);
  const polar = i64x2.lt_s(fromPole, capCells(order));
  const ring = ringInCap(order, fromPole);
  const index = i64x2.sub(fromPole, cellsBefore(ring));
  const face = select(polar, faceInCap(ring, index), faceInBelt(order, cells));
  const x = select(polar, xInCap(order, ring, index), xInBelt(order, cells));
  const y = select(polar, yInCap(order, ring, index), yInBelt(order, cells));
  return countedFromEnd(order, south, nestedNumberOfPlace(order, face, x, y));
}

// The northern cap, by the ring and the position in it, counted from 0

/** Mask of cells west of face k. */
@inline
function westOfFace(k: i32, ring: v128, index: v128): v128 {
  const twice = i64x2.shl(ring, 1);
  return i64x2.lt_s(index, k == 1 ? ring : k == 2 ? twice : i64x2.add(twice, ring));
}


@inline
function faceInCap(ring: v128, index: v128): v128 {
  const less = i64x2.add(westOfFace(1, ring, index), westOfFace(2, ring, index));
  return i64x2.add(i64x2.add(less, westOfFace(3, ring, index)), i64x2.splat(3));
}

/** Cells from the face's western meridian. */
@inline
function eastInCap(ring: v128, index: v128): v128 {
  const fromLast = i64x2.sub(index, i64x2.add(i64x2.shl(ring, 1), ring));
  const more = i64x2.add(v128.and(westOfFace(1, ring, index), ring), v128.and(westOfFace(2, ring, index), ring));
  return i64x2.add(i64x2.add(fromLast, more), v128.and(westOfFace(3, ring, index), ring));
}


@inline
function xInCap(order: i32, ring: v128, index: v128): v128 {
  return i64x2.add(i64x2.sub(i64x2.splat((<i64>1) << order), ring), eastInCap(ring, index));
}


@inline
function yInCap(order: i32, ring: v128, index: v128): v128 {
  return i64x2.sub(i64x2.splat(((<i64>1) << order) - 1), eastInCap(ring, index));
}

// The belt, by RING numbers and the cells' edge lines: as many of each kind as are passed from face 4's western corner

/** Rings south of the belt's first. */
@inline
function ringsInBelt(order: i32, cells: v128): v128 {
  return i64x2.shr_u(i64x2.sub(cells, capCells(order)), order + 2);
}

/** Position in its ring, counted from 0. */
@inline
function indexInBelt(order: i32, cells: v128): v128 {
  return v128.and(i64x2.sub(cells, capCells(order)), i64x2.splat(((<i64>4) << order) - 1));
}

/** Ascending lines. */
@inline
function upInBelt(order: i32, cells: v128): v128 {
  return i64x2.add(indexInBelt(order, cells), i64x2.shr_u(ringsInBelt(order, cells), 1));
}

/** Descending lines. */
@inline
function downInBelt(order: i32, cells: v128): v128 {
  const north = i64x2.sub(i64x2.splat((<i64>1) << order), ringsInBelt(order, cells));
  return i64x2.add(upInBelt(order, cells), north);
}


@inline
function faceInBelt(order: i32, cells: v128): v128 {
  const up = i64x2.shr_u(upInBelt(order, cells), order);
  const down = i64x2.shr_u(downInBelt(order, cells), order);
  const row = i64x2.add(i64x2.sub(up, down), i64x2.splat(1));
  const column = v128.and(i64x2.sub(up, i64x2.shr_u(row, 1)), i64x2.splat(3));
  return v128.or(i64x2.shl(row, 2), column);
}


@inline
function xInBelt(order: i32, cells: v128): v128 {
  return v128.and(downInBelt(order, cells), i64x2.splat(((<i64>1) << order) - 1));
}


@inline
function yInBelt(order: i32, cells: v128): v128 {
  return v128.andnot(i64x2.splat(((<i64>1) << order) - 1), upInBelt(order, cells));
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
  const order = orderOf(grid);
  const number = ringNumber(order, n, ring, index);
  return isRing(grid) ? number : nestedNumberOfRing(order, number);
}

/** NESTED number of a cell of the grid. */
export function nestedOf(grid: i32, cells: v128): v128 {
  return isRing(grid) ? nestedNumberOfRing(orderOf(grid), cells) : cells;
}

/** Number in the grid's scheme of a NESTED number. */
export function numberOfNested(grid: i32, n: v128, cells: v128): v128 {
  return isRing(grid) ? ringNumberOfNested(orderOf(grid), n, cells) : cells;
}
