import { both, lanes } from '../../math/lanes';
import { isCell, loadOne, storePair } from './cellNumbers';
import { faceOfNested, nestedOf, numberAt, xOfNested, yOfNested } from './faces';
import { nsideOf, orderOf } from './grid';

/**
 * The cells around each of `count`: south-west, west, north-west, north, north-east, east, south-east, south. Where
 * three faces meet one of them is missing: -1, or all ones. Returns the index of the first that is no cell, or -1.
 */
export function neighboursOfCells(grid: i32, cells: usize, count: i32, out: usize): i32 {
  const n = both(nsideOf(grid));
  const nside = <i32>nsideOf(grid);
  const order = orderOf(grid);
  for (let i = 0; i < count; i++) {
    const cell = loadOne(grid, cells, i);
    if (!isCell(grid, cell)) return i;
    const nested = nestedOf(grid, cell);
    const face = <i32>f64x2.extract_lane(faceOfNested(order, nested), 0);
    const x = <i32>f64x2.extract_lane(xOfNested(order, nested), 0);
    const y = <i32>f64x2.extract_lane(yOfNested(order, nested), 0);
    const to = i << 3;
    storePlaces(grid, n, out, to, placeBeside(nside, face, x - 1, y), placeBeside(nside, face, x - 1, y + 1));
    storePlaces(grid, n, out, to + 2, placeBeside(nside, face, x, y + 1), placeBeside(nside, face, x + 1, y + 1));
    storePlaces(grid, n, out, to + 4, placeBeside(nside, face, x + 1, y), placeBeside(nside, face, x + 1, y - 1));
    storePlaces(grid, n, out, to + 6, placeBeside(nside, face, x, y - 1), placeBeside(nside, face, x - 1, y - 1));
  }
  return -1;
}

const NO_PLACE: i64 = -1;


@inline
function place(face: i32, x: i32, y: i32): i64 {
  return ((<i64>face) << 60) | ((<i64>x) << 30) | (<i64>y);
}

/** Stores the numbers of two places, -1 where there is none. */
function storePlaces(grid: i32, n: v128, out: usize, at: i32, a: i64, b: i64): void {
  const face = lanes(<f64>((<u64>a) >> 60), <f64>((<u64>b) >> 60));
  const x = lanes(<f64>((a >> 30) & 0x3fffffff), <f64>((b >> 30) & 0x3fffffff));
  const y = lanes(<f64>(a & 0x3fffffff), <f64>(b & 0x3fffffff));
  const none = i64x2.eq(i64x2.replace_lane(i64x2.splat(a), 1, b), i64x2.splat(NO_PLACE));
  storePair(grid, out, at, v128.or(numberAt(grid, n, face, x, y), none));
}

/**
 * Where a place of a face lies whose x or y may be one off it. Polar faces meet each other turned by a quarter; in all
 * other rows the neighbour's axes are parallel.
 */
function placeBeside(n: i32, face: i32, x: i32, y: i32): i64 {
  const column = face & 3;
  const east = (column + 1) & 3;
  const west = (column + 3) & 3;
  const dx = x < 0 ? -1 : x < n ? 0 : 1;
  const dy = y < 0 ? -1 : y < n ? 0 : 1;
  if (dx == 0 && dy == 0) return place(face, x, y);
  if (face < 4) {
    if (dx == -dy) return NO_PLACE;
    if (dx > 0) return dy > 0 ? place((column + 2) & 3, 2 * n - 1 - x, 2 * n - 1 - y) : place(east, y, 2 * n - 1 - x);
    if (dy > 0) return place(west, 2 * n - 1 - y, x);
    if (dx == dy) return place(column + 8, x + n, y + n);
    return dx < 0 ? place(column + 4, x + n, y) : place(east + 4, x, y + n);
  }
  if (face < 8) {
    if (dx == dy) return NO_PLACE;
    if (dx == -dy) return dx > 0 ? place(east + 4, x - n, y + n) : place(west + 4, x + n, y - n);
    if (dx > 0) return place(column, x - n, y);
    if (dy > 0) return place(west, x, y - n);
    return dx < 0 ? place(west + 8, x + n, y) : place(column + 8, x, y + n);
  }
  if (dx == -dy) return NO_PLACE;
  if (dx < 0) return dy < 0 ? place(((column + 2) & 3) + 8, -1 - x, -1 - y) : place(west + 8, y, -1 - x);
  if (dy < 0) return place(east + 8, -1 - y, x);
  if (dx == dy) return place(column, x - n, y - n);
  return dx > 0 ? place(east + 4, x - n, y) : place(column + 4, x, y - n);
}
