import { add, both, lanes, mul, sub } from '../../math/lanes';
import { isCell, loadOne } from './cellNumbers';
import { columnOf, faceOfNested, halvesOfPlace, nestedOf, rowOf, xOfNested, yOfNested } from './faces';
import { nsideOf, orderOf } from './grid';
import { pointBytes } from './locate';
import { storePointsAt } from './storePoints';

/**
 * Points on the edges of each of `count` cells, `step` on each edge: from the northern corner by the western, the
 * southern and the eastern, in the form of cellsOfPoints. Returns the index of the first that is no cell, or -1.
 */
export function boundariesOfCells(grid: i32, form: i32, step: i32, cells: usize, count: i32, out: usize): i32 {
  const n = both(nsideOf(grid));
  const order = orderOf(grid);
  const bytes = pointBytes(form);
  // In steps, so that all are whole numbers.
  const size = <f64>step * nsideOf(grid);
  for (let i = 0; i < count; i++) {
    const cell = loadOne(grid, cells, i);
    if (!isCell(grid, cell)) return i;
    const nested = nestedOf(grid, cell);
    const face = faceOfNested(order, nested);
    const x = mul(xOfNested(order, nested), both(<f64>step));
    const y = mul(yOfNested(order, nested), both(<f64>step));
    for (let k = 0; k < 4 * step; k += 2) {
      const dx = lanes(eastward(k, step), eastward(k + 1, step));
      const dy = lanes(westward(k, step), westward(k + 1, step));
      storePointsOfFace(form, both(size), face, add(x, dx), add(y, dy), out, out + bytes);
      out += bytes << 1;
    }
  }
  return -1;
}

/** x, in steps from the cell's southern corner, of the k-th point. */
@inline
function eastward(k: i32, step: i32): f64 {
  return <f64>max(0, min(step, k < 2 * step ? step - k : k - 2 * step));
}

/** Its y. */
@inline
function westward(k: i32, step: i32): f64 {
  return <f64>max(0, min(step, k < 2 * step ? 2 * step - k : k - 3 * step));
}

/** Writes the directions of two points of faces, whose sides have the length `size`. */
@inline
function storePointsOfFace(form: i32, size: v128, face: v128, x: v128, y: v128, first: usize, second: usize): void {
  const row = rowOf(face);
  const ring = sub(mul(size, add(row, both(2.0))), add(x, y));
  const halves = halvesOfPlace(size, ring, row, columnOf(face), x, y);
  storePointsAt(form, size, ring, halves, first, second);
}
