import { RingTable } from '../../records/byEpoch/ringTable';
import { GroupList, SweepPlan } from '../../records/byEpoch/sweep';
import { listMarked, listsBytes } from './groupLists';
import { MARKS_BYTES, stretchShift } from './marks';
import { prefixDifferences, sumRow } from './rows';

/** Value of `total` with which addRows writes the sum of a list as it is. */
const NO_TOTAL: usize = 0;

/** Sets all entries of a map to 0. The host's own fill of shared memory takes eight times as long. */
export function clearMap(rings: RingTable, map: usize): void {
  memory.fill(map, 0, rings.mapBytes);
}

/** Turns a map of differences into a map of sums, in place, and sets its heads to 0. */
export function sumRings(rings: RingTable, map: usize): void {
  const count = rings.count;
  for (let r = 1; r <= count; r++) {
    const ring = rings.ring(r);
    const row = map + ring.row;
    const head = map + ((<usize>(r - 1)) << 2);
    sumRow(load<u32>(head), row, <u32>ring.cells, row);
    store<u32>(head, 0);
  }
}

/** Bytes of the working memory of sumGroups. */
export function sumWorkBytes(rings: RingTable, groups: u32, setCount: u32): u32 {
  return 3 * workRowBytes(rings) + listsBytes(groups, setCount);
}

/**
 * Sums up a plan's rings, one after the other so that each stays in the cache. For each ring it keeps the occupancies
 * of chosen cells, group by group; writes the row of each band set's map of prefix counts, from the sum of the groups'
 * rows of differences; and clears the groups' rows. In the end it clears their marks.
 */
export function sumGroups(plan: SweepPlan): void {
  const slice = plan.slice;
  const rings = slice.rings;
  const mapStride = slice.stride;
  const setCount = plan.setCount;
  const rowBytes = <usize>workRowBytes(rings);
  const work = plan.sumWork;
  const total = work + rowBytes;
  const sum = total + rowBytes;
  const lists = changetype<GroupList>(sum + rowBytes);
  const shift = stretchShift(rings.nside);
  const lastRing = slice.lastRing;
  let stretch: u32 = -1;
  let needsTotal = false;
  for (let r = slice.firstRing; r <= lastRing; r++) {
    if ((<u32>r) >>> shift != stretch) {
      stretch = (<u32>r) >>> shift;
      needsTotal = listMarked(slice.marks, stretch, plan.groups, setCount, plan.sets, lists);
    }
    const ring = rings.ring(r);
    const at = slice.maps + ring.row;
    const count = <usize>ring.cells;
    const before = (<usize>(r - 1)) << 2;
    const head = slice.heads + before;
    keepCells(plan, r, lists, head, at, count);
    if (needsTotal) addRows(lists, at, mapStride, count, NO_TOTAL, total);
    const all = addWraps(lists, head, mapStride);
    let list = lists.next;
    let map: usize = 0;
    for (let s: u32 = 0; s < setCount; s++, list = list.next, map += mapStride) {
      const off = list.offTotal != 0;
      addRows(list, at, mapStride, count, off ? total : NO_TOTAL, sum);
      const own = addWraps(list, head, mapStride);
      const above = prefixDifferences(off ? all - own : own, sum, count, plan.prefixes + ring.row + map);
      store<u32>(plan.prefixHeads + before + map, above);
    }
    clearRows(lists, head, at, mapStride, count);
  }
  memory.fill(slice.marks, 0, <usize>plan.groups * MARKS_BYTES);
}

/** Bytes of a row of the longest ring's cells, and of up to three vectors that addRows writes beyond it. */
@inline
function workRowBytes(rings: RingTable): u32 {
  return 8 * <u32>rings.nside + 64;
}

/**
 * Writes the occupancies of the chosen cells of ring r, for the groups of a list, to the plan's `out`; `heads` and
 * `rows`: the ring's head and row in the first map.
 */
@inline
function keepCells(plan: SweepPlan, r: i32, list: GroupList, heads: usize, rows: usize, count: usize): void {
  const cells = plan.cells;
  const mapStride = plan.slice.stride;
  const row = plan.sumWork;
  const out = plan.out;
  const outStride = plan.outStride;
  const ends = cells + ((<usize>r) << 2);
  const from = cells + ((<usize>load<u32>(ends - 4)) << 3);
  const to = cells + ((<usize>load<u32>(ends)) << 3);
  if (from == to) return;
  const end = changetype<usize>(list.next);
  for (let entry = list.groups; entry < end; entry += 4) {
    const g = <usize>load<u32>(entry);
    sumRow(load<u32>(heads + g * mapStride), rows + g * mapStride, count, row);
    const ofGroup = load<u32>(plan.groupRows + (g << 2));
    for (let cell = from; cell < to; cell += 8) {
      store<u16>(out + <usize>(load<u32>(cell, 4) + ofGroup) * outStride, load<u16>(row + load<u32>(cell)));
    }
  }
}

/**
 * Writes to `sum` the sum of the rows of a list's groups or, with a `total`, the total less that sum, four vectors at a
 * time. Entries beyond the ends of the rows are arbitrary.
 */
@inline
function addRows(list: GroupList, rows: usize, mapStride: usize, count: usize, total: usize, sum: usize): void {
  const first = list.groups;
  const end = changetype<usize>(list.next);
  const bytes = count << 1;
  for (let at: usize = 0; at < bytes; at += 64) {
    let a = i64x2.splat(0);
    let b = i64x2.splat(0);
    let c = i64x2.splat(0);
    let d = i64x2.splat(0);
    for (let entry = first; entry < end; entry += 4) {
      const row = rows + <usize>load<u32>(entry) * mapStride + at;
      a = i16x8.add(a, v128.load(row));
      b = i16x8.add(b, v128.load(row, 16));
      c = i16x8.add(c, v128.load(row, 32));
      d = i16x8.add(d, v128.load(row, 48));
    }
    if (total != NO_TOTAL) {
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
}

/** Number of intervals on a ring, of all groups in a list, that pass longitude 0. */
@inline
function addWraps(list: GroupList, head: usize, mapStride: usize): u32 {
  const end = changetype<usize>(list.next);
  let wraps: u32 = 0;
  for (let entry = list.groups; entry < end; entry += 4) wraps += load<u32>(head + <usize>load<u32>(entry) * mapStride);
  return wraps;
}


@inline
function clearRows(list: GroupList, head: usize, rows: usize, mapStride: usize, count: usize): void {
  const end = changetype<usize>(list.next);
  for (let entry = list.groups; entry < end; entry += 4) {
    const map = <usize>load<u32>(entry) * mapStride;
    store<u32>(head + map, 0);
    const stop = rows + map + (count << 1);
    for (let at = rows + map; at < stop; at += 16) v128.store(at, i64x2.splat(0));
  }
}
