import { ringRecord } from '../../footprint/ringTable';
import { RING_CELLS, RING_ROW, RING_TABLE_MAP_BYTES, RING_TABLE_NSIDE, RING_TABLE_RINGS } from '../../layout';
import { prefixRow, sumRow } from './rows';

/** All entries 0: the host's own fill of shared memory takes eight times as long. */
export function clearMap(rings: usize, map: usize): void {
  memory.fill(map, 0, load<u32>(rings, RING_TABLE_MAP_BYTES));
}

/** Counts of a map of differences, in place. The heads become 0. */
export function sumRings(rings: usize, map: usize): void {
  const count = load<i32>(rings, RING_TABLE_RINGS);
  for (let r = 1; r <= count; r++) {
    const ring = ringRecord(rings, r);
    const row = map + load<u32>(ring, RING_ROW);
    sumRow(map + ((<usize>(r - 1)) << 2), row, load<u32>(ring, RING_CELLS), row);
  }
}

/**
 * Writes, for every cell of a map of sums, how many cells of its ring before it have a sum above 1, and in the
 * ring's head how many have one at all. The two maps must not overlap; pads of sums are 0.
 */
export function prefixAbove(rings: usize, sum: usize, prefix: usize): void {
  const count = load<i32>(rings, RING_TABLE_RINGS);
  for (let r = 1; r <= count; r++) {
    const ring = ringRecord(rings, r);
    const row = load<u32>(ring, RING_ROW);
    prefixRow(sum + row, load<u32>(ring, RING_CELLS), prefix + ((<usize>(r - 1)) << 2), prefix + row);
  }
}

/** Bytes of the rows of so many groups, and of a total and a sum. */
export function sumRowsBytes(rings: usize, groups: u32): u32 {
  return (groups + 2) * rowStride(rings);
}

/**
 * Goes over the rings [firstRing, lastRing] once, each while it is in the cache: sums up the maps of differences of all
 * groups, of which nothing is left, keeps the occupancies of chosen cells, and adds them up for each band set to have
 * its map of prefix counts.
 *
 * `heads` and `maps`: of the first group's map as addFootprints has them, the others' `mapStride` bytes further on each;
 * `prefixHeads` and `prefix`: of the band sets, likewise. `sets`: per band set u32 whether groups are to be taken off the total, how many, and which.
 * `cells`: for each ring from 0 on, where the chosen cells of the rings up to it end, in units of 8 bytes from `cells` on
 * (u32); and there, ring by ring, per cell u32 bytes from its ring's row on and the number of its first row of `out`.
 * `groupRows`: u32 per group, the number of its row among a cell's. `out`: u16, rows `outStride` bytes apart.
 * `rows`: sumRowsBytes.
 */
export function sumGroups(
  rings: usize,
  firstRing: i32,
  lastRing: i32,
  groups: u32,
  heads: usize,
  maps: usize,
  mapStride: usize,
  setCount: u32,
  sets: usize,
  prefixHeads: usize,
  prefix: usize,
  cells: usize,
  groupRows: usize,
  out: usize,
  outStride: u32,
  rows: usize,
): void {
  const stride = <usize>rowStride(rings);
  const total = rows + <usize>groups * stride;
  const sum = total + stride;
  for (let r = firstRing; r <= lastRing; r++) {
    const ring = ringRecord(rings, r);
    const at = <usize>load<u32>(ring, RING_ROW);
    const count = <usize>load<u32>(ring, RING_CELLS);
    const vectors = (count + 7) >>> 3;
    const before = (<usize>(r - 1)) << 2;
    for (let g: u32 = 0; g < groups; g++) {
      const map = <usize>g * mapStride;
      sumRow(heads + before + map, maps + at + map, count, rows + <usize>g * stride);
    }
    keepCells(cells, r, groups, rows, stride, groupRows, out, outStride);
    addRows(rows, stride, vectors, groups, total);
    let set = sets;
    for (let s: u32 = 0; s < setCount; s++) {
      const map = <usize>s * mapStride;
      set = sumSet(set, rows, stride, vectors, total, sum);
      prefixRow(sum, count, prefixHeads + before + map, prefix + at + map);
    }
  }
}

/** Whole lines, and one more so that the rows of all groups do not meet in the same few places of the cache. */
@inline
function rowStride(rings: usize): u32 {
  return 8 * load<u32>(rings, RING_TABLE_NSIDE) + 64;
}


@inline
function keepCells(
  cells: usize,
  r: i32,
  groups: u32,
  rows: usize,
  stride: usize,
  groupRows: usize,
  out: usize,
  outStride: u32,
): void {
  const ends = cells + ((<usize>r) << 2);
  const end = cells + ((<usize>load<u32>(ends)) << 3);
  for (let cell = cells + ((<usize>load<u32>(ends - 4)) << 3); cell < end; cell += 8) {
    let from = rows + load<u32>(cell);
    const first = load<u32>(cell, 4);
    for (let g: u32 = 0; g < groups; g++, from += stride) {
      const row = first + load<u32>(groupRows + ((<usize>g) << 2));
      store<u16>(out + <usize>row * outStride, load<u16>(from));
    }
  }
}

/** The sum of the rows of all groups. */
function addRows(rows: usize, stride: usize, vectors: usize, groups: u32, sum: usize): void {
  const end = rows + <usize>groups * stride;
  for (let v: usize = 0; v < vectors; v++, rows += 16, sum += 16) {
    let all = i64x2.splat(0);
    for (let row = rows; row < end; row += stride) all = i16x8.add(all, v128.load(row));
    v128.store(sum, all);
  }
}

/** The sum of the rows of a band set's groups; returns where the next set is. */
function sumSet(set: usize, rows: usize, stride: usize, vectors: usize, total: usize, sum: usize): usize {
  const without = load<u32>(set) != 0;
  const list = set + 8;
  const next = list + ((<usize>load<u32>(set, 4)) << 2);
  // Four vectors at a time: rows have room for them.
  for (let v: usize = 0; v < vectors; v += 4) {
    const at = v << 4;
    let a = i64x2.splat(0);
    let b = i64x2.splat(0);
    let c = i64x2.splat(0);
    let d = i64x2.splat(0);
    for (let entry = list; entry < next; entry += 4) {
      const row = rows + <usize>load<u32>(entry) * stride + at;
      a = i16x8.add(a, v128.load(row));
      b = i16x8.add(b, v128.load(row, 16));
      c = i16x8.add(c, v128.load(row, 32));
      d = i16x8.add(d, v128.load(row, 48));
    }
    if (without) {
      a = i16x8.sub(v128.load(total + at), a);
      b = i16x8.sub(v128.load(total + at, 16), b);
      c = i16x8.sub(v128.load(total + at, 32), c);
      d = i16x8.sub(v128.load(total + at, 48), d);
    }
    v128.store(sum + at, a);
    v128.store(sum + at, b, 16);
    v128.store(sum + at, c, 32);
    v128.store(sum + at, d, 48);
  }
  return next;
}
