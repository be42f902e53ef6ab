import { add, both } from '../../math/lanes';
import { areCells, isCell, loadOne, loadPair } from './cellNumbers';
import {
  columnOf,
  faceOfNested,
  halvesOfNumber,
  halvesOfPlace,
  ringFromPoleOf,
  ringOfNumber,
  ringOfPlace,
  rowOf,
  xOfNested,
  yOfNested,
} from './faces';
import { isRing, nsideOf, orderOf } from './grid';
import { pointBytes } from './locate';
import { toFloats } from './numbers';
import { storePoints } from './storePoints';

/** Centres of `count` cells, in the form of cellsOfPoints. Returns the index of the first that is no cell, or -1. */
export function pointsOfCells(grid: i32, form: i32, cells: usize, count: i32, out: usize): i32 {
  return isRing(grid) ? pointsOfRing(grid, form, cells, count, out) : pointsOfNested(grid, form, cells, count, out);
}

/*
 * A loop for each scheme: one for both would be slower, as it has more values than the processor has registers. Left at its
 * foot only: what does not change in a loop is taken out of it only if it is computed before all exits.
 */
function pointsOfRing(grid: i32, form: i32, cells: usize, count: i32, out: usize): i32 {
  const n = both(nsideOf(grid));
  const order = orderOf(grid);
  const bytes = pointBytes(form);
  if (count == 0) return -1;
  let i = 0;
  do {
    const alone = i + 1 == count;
    const pair = alone ? loadOne(grid, cells, i) : loadPair(grid, cells, i);
    const ringFromPole = ringFromPoleOf(order, pair);
    const ring = toFloats(ringOfNumber(order, pair, ringFromPole));
    const halves = toFloats(halvesOfNumber(order, pair, ringFromPole));
    if (!areCells(grid, pair)) return isCell(grid, pair) ? i + 1 : i;
    const first = out + <usize>i * bytes;
    storePoints(form, n, ring, halves, first, alone ? first : first + bytes);
    i += 2;
  } while (i < count);
  return -1;
}

function pointsOfNested(grid: i32, form: i32, cells: usize, count: i32, out: usize): i32 {
  const n = both(nsideOf(grid));
  const order = orderOf(grid);
  const bytes = pointBytes(form);
  if (count == 0) return -1;
  let i = 0;
  do {
    const alone = i + 1 == count;
    const pair = alone ? loadOne(grid, cells, i) : loadPair(grid, cells, i);
    const face = faceOfNested(order, pair);
    const row = rowOf(face);
    const x = xOfNested(order, pair);
    const y = yOfNested(order, pair);
    const ring = ringOfPlace(n, row, x, y);
    const halves = halvesOfPlace(n, ring, row, columnOf(face), x, y);
    if (!areCells(grid, pair)) return isCell(grid, pair) ? i + 1 : i;
    const first = out + <usize>i * bytes;
    storePoints(form, n, ring, halves, first, alone ? first : first + bytes);
    i += 2;
  } while (i < count);
  return -1;
}
