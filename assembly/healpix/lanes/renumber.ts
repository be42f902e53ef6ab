import { both } from '../../math/lanes';
import { areCells, isCell, loadOne, loadPair, storeOne, storePair } from './cellNumbers';
import { nestedNumberOfRing, nestedOf, numberOfNested, ringNumberOfNested } from './faces';
import { isRing, nsideOf, orderOf } from './grid';

/**
 * Numbers in grid `to` of `count` cells of grid `from`, or of the cells that they are part of where its order is lower.
 * They may stand in the same memory. Returns the index of the first that is no cell, or -1.
 */
export function renumberCells(from: i32, to: i32, cells: usize, count: i32, out: usize): i32 {
  if (orderOf(from) != orderOf(to)) return parentsOfCells(from, to, cells, count, out);
  if (isRing(from) == isRing(to)) return copyCells(from, to, cells, count, out);
  return isRing(from) ? nestedOfRing(from, to, cells, count, out) : ringOfNested(from, to, cells, count, out);
}

/*
 * A loop for each: one for all of them would be slower, as it has more values than the processor has registers. Left at its
 * foot only: what does not change in a loop is taken out of it only if it is computed before all exits.
 */
function ringOfNested(from: i32, to: i32, cells: usize, count: i32, out: usize): i32 {
  const n = both(nsideOf(from));
  const order = orderOf(from);
  if (count == 0) return -1;
  let i = 0;
  do {
    const alone = i + 1 == count;
    const pair = alone ? loadOne(from, cells, i) : loadPair(from, cells, i);
    const result = ringNumberOfNested(order, n, pair);
    if (!areCells(from, pair)) return isCell(from, pair) ? i + 1 : i;
    storeSome(to, out, i, alone, result);
    i += 2;
  } while (i < count);
  return -1;
}

function nestedOfRing(from: i32, to: i32, cells: usize, count: i32, out: usize): i32 {
  const order = orderOf(from);
  if (count == 0) return -1;
  let i = 0;
  do {
    const alone = i + 1 == count;
    const pair = alone ? loadOne(from, cells, i) : loadPair(from, cells, i);
    const result = nestedNumberOfRing(order, pair);
    if (!areCells(from, pair)) return isCell(from, pair) ? i + 1 : i;
    storeSome(to, out, i, alone, result);
    i += 2;
  } while (i < count);
  return -1;
}

function copyCells(from: i32, to: i32, cells: usize, count: i32, out: usize): i32 {
  for (let i = 0; i < count; i += 2) {
    const alone = i + 1 == count;
    const pair = alone ? loadOne(from, cells, i) : loadPair(from, cells, i);
    if (!areCells(from, pair)) return isCell(from, pair) ? i + 1 : i;
    storeSome(to, out, i, alone, pair);
  }
  return -1;
}

function parentsOfCells(from: i32, to: i32, cells: usize, count: i32, out: usize): i32 {
  const coarse = both(nsideOf(to));
  const levels = orderOf(from) - orderOf(to);
  for (let i = 0; i < count; i += 2) {
    const alone = i + 1 == count;
    const pair = alone ? loadOne(from, cells, i) : loadPair(from, cells, i);
    if (!areCells(from, pair)) return isCell(from, pair) ? i + 1 : i;
    const parents = i64x2.shr_u(nestedOf(from, pair), 2 * levels);
    storeSome(to, out, i, alone, numberOfNested(to, coarse, parents));
  }
  return -1;
}


@inline
function storeSome(grid: i32, out: usize, i: usize, alone: bool, cells: v128): void {
  if (alone) storeOne(grid, out, i, cells);
  else storePair(grid, out, i, cells);
}

/**
 * The cells of grid `to` that are parts of each of `count` cells of grid `from`, whose order is lower: 4 for each order
 * between them, in NESTED order. Returns the index of the first that is no cell, or -1.
 */
export function partsOfCells(from: i32, to: i32, cells: usize, count: i32, out: usize): i32 {
  const fine = both(nsideOf(to));
  const levels = orderOf(to) - orderOf(from);
  const parts = (<i32>1) << (2 * levels);
  const firstTwo = i64x2(0, 1);
  for (let i = 0; i < count; i++) {
    const cell = loadOne(from, cells, i);
    if (!isCell(from, cell)) return i;
    const first = i64x2.add(i64x2.shl(nestedOf(from, cell), 2 * levels), firstTwo);
    for (let k = 0; k < parts; k += 2) {
      const nested = i64x2.add(first, i64x2.splat(k));
      storePair(to, out, i * parts + k, numberOfNested(to, fine, nested));
    }
  }
  return -1;
}

/** UNIQ numbers, 4 nside^2 + NESTED number, of `count` cells. Returns the index of the first that is no cell, or -1. */
export function uniqOfCells(grid: i32, cells: usize, count: i32, out: usize): i32 {
  const offset = i64x2.splat((<i64>4) << (2 * orderOf(grid)));
  for (let i = 0; i < count; i++) {
    const cell = loadOne(grid, cells, i);
    if (!isCell(grid, cell)) return i;
    storeOne(grid, out, i, i64x2.add(nestedOf(grid, cell), offset));
  }
  return -1;
}

/** Cells of UNIQ numbers. Returns the index of the first that is none of the grid's, or -1. */
export function cellsOfUniq(grid: i32, uniq: usize, count: i32, out: usize): i32 {
  const n = both(nsideOf(grid));
  const offset = i64x2.splat((<i64>4) << (2 * orderOf(grid)));
  for (let i = 0; i < count; i++) {
    const nested = i64x2.sub(loadOne(grid, uniq, i), offset);
    if (!isCell(grid, nested)) return i;
    storeOne(grid, out, i, numberOfNested(grid, n, nested));
  }
  return -1;
}
