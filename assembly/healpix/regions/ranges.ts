import { storePair, storeOne } from '../lanes/cellNumbers';
import { AS_I32, formOf } from '../lanes/grid';

/**
 * Ranges of NESTED cells: pairs of u64, [from, to), ascending, none empty and none touching the next.
 */
const UNION: i32 = 0;
const INTERSECTION: i32 = 1;

/** The largest number there is, past all ranges. */
const END: u64 = 0xffffffffffffffff;


@inline
function edgeAt(ranges: usize, edges: i32, k: i32): u64 {
  return k < edges ? load<u64>(ranges + ((<usize>k) << 3)) : END;
}

/**
 * Union (0), intersection (1) or difference (2) of two lists of ranges. Returns the number of ranges, at most the sum of
 * both numbers.
 */
export function combineRanges(operation: i32, a: usize, aCount: i32, b: usize, bCount: i32, out: usize): i32 {
  const aEdges = aCount << 1;
  const bEdges = bCount << 1;
  let i = 0;
  let j = 0;
  let edges = 0;
  while (i < aEdges || j < bEdges) {
    const fromA = edgeAt(a, aEdges, i);
    const fromB = edgeAt(b, bEdges, j);
    const edge = min(fromA, fromB);
    if (fromA == edge) i++;
    if (fromB == edge) j++;
    const inA = (i & 1) != 0;
    const inB = (j & 1) != 0;
    const inside = operation == UNION ? inA || inB : operation == INTERSECTION ? inA && inB : inA && !inB;
    if (inside == ((edges & 1) != 0)) continue;
    store<u64>(out + ((<usize>edges) << 3), edge);
    edges++;
  }
  return edges >> 1;
}

/** Ranges of the cells, larger by 2^shift, that ranges touch; `out` may be `ranges`. Returns their number. */
export function coarsenRanges(ranges: usize, count: i32, shift: i32, out: usize): i32 {
  const mask = ((<u64>1) << shift) - 1;
  let edges = 0;
  for (let k = 0; k < count; k++) {
    const range = ranges + ((<usize>k) << 4);
    const from = load<u64>(range) & ~mask;
    const to = (load<u64>(range, 8) + mask) & ~mask;
    if (edges > 0 && load<u64>(out + ((<usize>edges) << 3) - 8) >= from) edges -= 2;
    else store<u64>(out + ((<usize>edges) << 3), from);
    store<u64>(out + ((<usize>edges) << 3), to, 8);
    edges += 2;
  }
  return edges >> 1;
}

/** Ranges, from and to shifted left, of ascending cells (u64), which may repeat. Returns their number. */
export function rangesOfCells(cells: usize, count: i32, shift: i32, out: usize): i32 {
  let edges = 0;
  for (let k = 0; k < count; k++) {
    const cell = load<u64>(cells + ((<usize>k) << 3));
    const from = cell << shift;
    const to = (cell + 1) << shift;
    if (edges > 0 && load<u64>(out + ((<usize>edges) << 3) - 8) >= from) edges -= 2;
    else store<u64>(out + ((<usize>edges) << 3), from);
    store<u64>(out + ((<usize>edges) << 3), to, 8);
    edges += 2;
  }
  return edges >> 1;
}

/** Number of cells of ranges, shifted right. */
export function cellsInRanges(ranges: usize, count: i32, shift: i32): f64 {
  let cells: u64 = 0;
  for (let k = 0; k < count; k++) {
    const range = ranges + ((<usize>k) << 4);
    cells += (load<u64>(range, 8) >> shift) - (load<u64>(range) >> shift);
  }
  return <f64>cells;
}

/** Writes the cells of ranges, shifted right, as the grid's numbers are written. */
export function cellsOfRanges(grid: i32, ranges: usize, count: i32, shift: i32, out: usize): void {
  let i: usize = 0;
  for (let k = 0; k < count; k++) {
    const range = ranges + ((<usize>k) << 4);
    const from = load<i64>(range) >> shift;
    const cells = <usize>((load<i64>(range, 8) >> shift) - from);
    if (formOf(grid) == AS_I32) writeInts(<i32>from, cells, out + (i << 2));
    else writePairs(grid, from, cells, out, i);
    i += cells;
  }
}

function writeInts(from: i32, cells: usize, out: usize): void {
  const end = out + (cells << 2);
  let four = i32x4.add(i32x4.splat(from), i32x4(0, 1, 2, 3));
  for (; out + 16 <= end; out += 16) {
    v128.store(out, four);
    four = i32x4.add(four, i32x4.splat(4));
  }
  for (let cell = i32x4.extract_lane(four, 0); out < end; out += 4) store<i32>(out, cell++);
}

function writePairs(grid: i32, from: i64, cells: usize, out: usize, i: usize): void {
  const end = i + cells;
  let pair = i64x2.add(i64x2.splat(from), i64x2(0, 1));
  for (; i + 1 < end; i += 2) {
    storePair(grid, out, i, pair);
    pair = i64x2.add(pair, i64x2.splat(2));
  }
  if (i < end) storeOne(grid, out, i, pair);
}

/**
 * NUNIQ numbers of the largest cells, of up to an order, that ranges of order 29 consist of; in the order of the sphere.
 * Returns how many; where `out` is 0 they are only counted.
 */
export function uniqOfRanges(ranges: usize, count: i32, order: i32, out: usize): i32 {
  const least = 2 * (29 - order);
  let found = 0;
  for (let k = 0; k < count; k++) {
    const range = ranges + ((<usize>k) << 4);
    const to = load<u64>(range, 8);
    for (let from = load<u64>(range); from < to;) {
      // Levels by which the cell at `from` may be larger than those of order 29.
      let shift = min(58, (<i32>ctz(from)) & ~1);
      while (shift > least && from + ((<u64>1) << shift) > to) shift -= 2;
      const cellOrder = 29 - (shift >> 1);
      if (out != 0) store<u64>(out + ((<usize>found) << 3), (from >> shift) + ((<u64>4) << (2 * cellOrder)));
      from += (<u64>1) << shift;
      found++;
    }
  }
  return found;
}

/** Writes 1 for each of `cellCount` cells (u64) that a range has, 0 for others, as bytes. */
export function coverCells(ranges: usize, count: i32, cells: usize, cellCount: i32, out: usize): void {
  for (let i = 0; i < cellCount; i++) {
    const cell = load<u64>(cells + ((<usize>i) << 3));
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (load<u64>(ranges + ((<usize>middle) << 4), 8) > cell) high = middle;
      else low = middle + 1;
    }
    store<u8>(out + i, <u8>(low < count && load<u64>(ranges + ((<usize>low) << 4)) <= cell));
  }
}
