import { add, both } from '../../math/lanes';
import { areCells, isCell, loadOne, loadPair } from './cellNumbers';
import { ANGLES, LON_LAT } from './directions';
import { faceOfNested, halvesOfPlace, ringOfPlace, xOfNested, yOfNested } from './faces';
import { isRing, nsideOf, orderOf } from './grid';
import { indexOfNumber, ringOfNumber, shiftOf } from './ringNumbers';
import { storePoints } from './storePoints';

/** Centres of `count` cells, in the form of cellsOfPoints. Returns the index of the first that is no cell, or -1. */
export function pointsOfCells(grid: i32, form: i32, cells: usize, count: i32, out: usize): i32 {
  const n = both(nsideOf(grid));
  const order = orderOf(grid);
  const bytes: usize = form == LON_LAT || form == ANGLES ? 16 : 24;
  for (let i = 0; i < count; i += 2) {
    const alone = i + 1 == count;
    const pair = alone ? loadOne(grid, cells, i) : loadPair(grid, cells, i);
    if (!areCells(grid, pair)) return isCell(grid, pair) ? i + 1 : i;
    let ring: v128;
    let halves: v128;
    if (isRing(grid)) {
      ring = ringOfNumber(order, n, pair);
      const index = indexOfNumber(order, n, ring, pair);
      halves = add(add(index, index), shiftOf(n, ring));
    } else {
      const face = faceOfNested(order, pair);
      const x = xOfNested(order, pair);
      const y = yOfNested(order, pair);
      ring = ringOfPlace(n, face, x, y);
      halves = halvesOfPlace(n, ring, face, x, y);
    }
    const first = out + <usize>i * bytes;
    storePoints(form, n, ring, halves, first, alone ? first : first + bytes);
  }
  return -1;
}
