import { pack } from '../math/morton';
import { isCell, nestedOfScheme, numberInScheme } from './batches';
import { nestedOf } from './face';
import { storePlaceInFace } from './place';

/** Number in place of a missing neighbour. */
const NONE: i32 = -1;

/**
 * Writes the eight neighbours of each of `count` cells: south-west, west, north-west, north, north-east, east,
 * south-east, south. At a corner where only three faces meet, one is missing: -1 is written in its place. Returns the
 * index of the first number that names no cell, or -1.
 */
export function neighboursOfCells(nside: i32, ring: i32, cells: usize, count: i32, out: usize): i32 {
  for (let i = 0; i < count; i++) {
    const ipix = load<i32>(cells + ((<usize>i) << 2));
    if (!isCell(nside, ipix)) return i;
    const nested = nestedOfScheme(nside, ring, ipix);
    const face = nested / (nside * nside);
    const code = <u32>(nested - face * nside * nside);
    const x = <i32>pack(code);
    const y = <i32>pack(code >> 1);
    storeBeside(nside, ring, face, x - 1, y, out);
    storeBeside(nside, ring, face, x - 1, y + 1, out + 4);
    storeBeside(nside, ring, face, x, y + 1, out + 8);
    storeBeside(nside, ring, face, x + 1, y + 1, out + 12);
    storeBeside(nside, ring, face, x + 1, y, out + 16);
    storeBeside(nside, ring, face, x + 1, y - 1, out + 20);
    storeBeside(nside, ring, face, x, y - 1, out + 24);
    storeBeside(nside, ring, face, x - 1, y - 1, out + 28);
    out += 32;
  }
  return -1;
}

function storeBeside(nside: i32, ring: i32, face: i32, x: i32, y: i32, out: usize): void {
  const nested = cellBeside(nside, face, x, y);
  store<i32>(out, nested == NONE ? NONE : numberInScheme(nside, ring, nested));
}

/**
 * NESTED number of the cell at (x, y) of a face, where x and y may be one cell outside of the face; NONE if there is no
 * such cell. The axes of neighbouring faces of a polar cap are turned by a quarter of a turn, those of opposite ones by
 * half a turn; all other neighbours have parallel axes.
 */
function cellBeside(n: i32, face: i32, x: i32, y: i32): i32 {
  const column = face & 3;
  const east = (column + 1) & 3;
  const west = (column + 3) & 3;
  const dx = x < 0 ? -1 : x < n ? 0 : 1;
  const dy = y < 0 ? -1 : y < n ? 0 : 1;
  if (dx == 0 && dy == 0) return nestedOf(n, face, x, y);
  if (face < 4) {
    if (dx == -dy) return NONE;
    if (dx > 0 && dy > 0) return nestedOf(n, (column + 2) & 3, 2 * n - 1 - x, 2 * n - 1 - y);
    if (dx > 0) return nestedOf(n, east, y, 2 * n - 1 - x);
    if (dy > 0) return nestedOf(n, west, 2 * n - 1 - y, x);
    if (dx == dy) return nestedOf(n, column + 8, x + n, y + n);
    return dx < 0 ? nestedOf(n, column + 4, x + n, y) : nestedOf(n, east + 4, x, y + n);
  }
  if (face < 8) {
    if (dx == dy) return NONE;
    if (dx == -dy) return dx > 0 ? nestedOf(n, east + 4, x - n, y + n) : nestedOf(n, west + 4, x + n, y - n);
    if (dx > 0) return nestedOf(n, column, x - n, y);
    if (dy > 0) return nestedOf(n, west, x, y - n);
    return dx < 0 ? nestedOf(n, west + 8, x + n, y) : nestedOf(n, column + 8, x, y + n);
  }
  if (dx == -dy) return NONE;
  if (dx < 0 && dy < 0) return nestedOf(n, ((column + 2) & 3) + 8, -1 - x, -1 - y);
  if (dx < 0) return nestedOf(n, west + 8, y, -1 - x);
  if (dy < 0) return nestedOf(n, east + 8, -1 - y, x);
  if (dx == dy) return nestedOf(n, column, x - n, y - n);
  return dx > 0 ? nestedOf(n, east + 4, x - n, y) : nestedOf(n, column + 4, x, y - n);
}

/**
 * Writes points on the edges of each of `count` cells, longitude and latitude in degrees: `step` points for each edge,
 * from the northern corner by way of the western, the southern and the eastern corner. Returns the index of the first
 * number that names no cell, or -1.
 */
export function boundariesOfCells(nside: i32, ring: i32, step: i32, cells: usize, count: i32, out: usize): i32 {
  for (let i = 0; i < count; i++) {
    const ipix = load<i32>(cells + ((<usize>i) << 2));
    if (!isCell(nside, ipix)) return i;
    const nested = nestedOfScheme(nside, ring, ipix);
    const face = nested / (nside * nside);
    const code = <u32>(nested - face * nside * nside);
    // Coordinates are counted in steps, so that all are whole numbers.
    const x = step * <i32>pack(code);
    const y = step * <i32>pack(code >> 1);
    for (let k = 0; k < 4 * step; k++) {
      const dx = max(0, min(step, k < 2 * step ? step - k : k - 2 * step));
      const dy = max(0, min(step, k < 2 * step ? 2 * step - k : k - 3 * step));
      storePlaceInFace(<f64>step * <f64>nside, face, <f64>(x + dx), <f64>(y + dy), out);
      out += 16;
    }
  }
  return -1;
}
