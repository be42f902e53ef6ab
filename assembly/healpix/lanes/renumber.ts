import { both } from '../../math/lanes';
import { areCells, isCell, loadOne, loadPair, storeOne, storePair } from './cellNumbers';
import { renumbered } from './faces';
import { nsideOf } from './grid';

/**
 * Numbers in grid `to` of `count` cells that grid `from` numbers: another scheme, or another form, of the same order. They may stand
 * in the same memory. Returns the index of the first that is no cell, or -1.
 */
export function renumberCells(from: i32, to: i32, cells: usize, count: i32, out: usize): i32 {
  const n = both(nsideOf(from));
  for (let i = 0; i < count; i += 2) {
    const alone = i + 1 == count;
    const pair = alone ? loadOne(from, cells, i) : loadPair(from, cells, i);
    if (!areCells(from, pair)) return isCell(from, pair) ? i + 1 : i;
    const numbers = renumbered(from, to, n, pair);
    if (alone) storeOne(to, out, i, numbers);
    else storePair(to, out, i, numbers);
  }
  return -1;
}
