import { add, both } from '../../math/lanes';
import { areCells, isCell, loadOne, loadPair } from './cellNumbers';
import { columnOf, faceOfNested, halvesOfPlace, ringOfPlace, rowOf, xOfNested, yOfNested } from './faces';
import { isRing, nsideOf, orderOf } from './grid';
import { pointBytes } from './locate';
import { indexOfNumber, ringOfNumber, shiftOf } from './ringNumbers';
import { storePoints } from './storePoints';

/** Centres of `count` cells, in the form of cellsOfPoints. Returns the index of the first that is no cell, or -1. */
export function pointsOfCells(grid: i32, form: i32, cells: usize, count: i32, out: usize): i32 {
  return isRing(grid) ? pointsOfRing(grid, form, cells, count, out) : pointsOfNested(grid, form, cells, count, out);
}

/*
 * A loop for each scheme: one for both would be slower, as it has more values than the processor has registers.
 */
function pointsOfRing(grid: i32, form: i32, cells: usize, count: i32, out: usize): i32 {
  const n = both(nsideOf(grid));
  const order = orderOf(grid);
  const bytes = pointBytes(form);
  for (let i = 0; i < count; i += 2) {
    const alone = i + 1 == count;
    const pair = alone ? loadOne(grid, cells, i) : loadPair(grid, cells, i);
    if (!areCells(grid, pair)) return isCell(grid, pair) ? i + 1 : i;
    const ring = ringOfNumber(order, pair);
    const index = indexOfNumber(order, n, ring, pair);
    const first = out + <usize>i * bytes;
    const halves = add(add(index, index), shiftOf(n, ring));
    storePoints(form, n, ring, halves, first, alone ? first : first + bytes);
  }
  return -1;
}

function pointsOfNested(grid: i32, form: i32, cells: usize, count: i32, out: usize): i32 {
  const n = both(nsideOf(grid));
  const order = orderOf(grid);
  const bytes = pointBytes(form);
  for (let i = 0; i < count; i += 2) {
    const alone = i + 1 == count;
    const pair = alone ? loadOne(grid, cells, i) : loadPair(grid, cells, i);
    if (!areCells(grid, pair)) return isCell(grid, pair) ? i + 1 : i;
    const face = faceOfNested(order, pair);
    const row = rowOf(face);
    const x = xOfNested(order, pair);
    const y = yOfNested(order, pair);
    const ring = ringOfPlace(n, row, x, y);
    const first = out + <usize>i * bytes;
    const halves = halvesOfPlace(n, ring, row, columnOf(face), x, y);
    storePoints(form, n, ring, halves, first, alone ? first : first + bytes);
  }
  return -1;
}
