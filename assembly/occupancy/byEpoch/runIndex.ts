import { planBlock } from '../../footprint/block';
import { findEnds } from '../../footprint/ends';
import { NO_RUN } from '../../footprint/interval';
import { firstRun, laterRun, runFirst, runLast } from '../../footprint/runs';
import { nestedInRing } from '../../healpix/face';
import { EAST_AT, Segment, WEST_AT, WRAPS_AT } from '../../records/byEpoch/block';
import { CellList } from '../../records/byEpoch/cellList';
import { Footprint } from '../../records/byEpoch/footprint';
import { Positions } from '../../records/byEpoch/positions';
import { RingTable } from '../../records/byEpoch/ringTable';
import { SweepPlan, Tracked } from '../../records/byEpoch/sweep';
import { countRingExactly, entryAt } from './exact';
import { footprintOf } from './positions';

/**
 * Adds to the plan's counts, for each tracked satellite and each of its band sets, the number of cells of the plan's
 * rings that the satellite covers and whose sum is above 1, by the band set's map of prefix counts.
 */
export function countCovered(plan: SweepPlan): void {
  const slice = plan.slice;
  const block = slice.block;
  const positions = plan.positions;
  const countStride = plan.countStride;
  const to = positions.count;
  let next: u32 = 0;
  while (next < to) {
    next = planBlock(slice, positions, next, to, null);
    findEnds(slice.rings, block, 0);
    let from = changetype<usize>(block);
    const end = block.segmentsEnd;
    for (let each = block.segments; each < end; each += offsetof<Segment>()) {
      const segment = changetype<Segment>(each);
      const to = from + ((<usize>segment.vectors) << 4);
      const before = (<usize>(<u32>segment.ring - 1)) << 2;
      const record = changetype<Tracked>(plan.tracked + segment.satellite * offsetof<Tracked>());
      let count = plan.counts + record.row * countStride;
      let set = plan.trackedSets + ((<usize>record.sets) << 2);
      const setsEnd = set + ((<usize>record.setCount) << 2);
      const wraps = segment.mayWrap != 0;
      for (; set < setsEnd; set += 4, count += countStride) {
        const map = <usize>load<u32>(set) * slice.stride;
        store<u32>(count, load<u32>(count) + countEnds(plan.prefixes + map, from, to));
        if (wraps) store<u32>(count, load<u32>(count) + countWraps(plan.prefixHeads + before + map, from, to));
      }
      from = to;
    }
    countDoubts(plan);
  }
}

/**
 * Number of cells with a sum above 1 in one satellite's intervals: prefix counts behind the intervals' last cells less
 * those at their first. If an interval passes longitude 0, this lacks the ring's total, which countWraps adds.
 */
@inline
function countEnds(map: usize, from: usize, to: usize): u32 {
  let count: u32 = 0;
  for (let lane = from; lane < to; lane += 4) {
    count += load<u16>(map + load<u32>(lane, EAST_AT));
    count -= load<u16>(map + load<u32>(lane, WEST_AT));
  }
  return count;
}

/** Sum of the heads, each the total of its ring, of the rings on which one satellite's interval passes longitude 0. */
@inline
function countWraps(head: usize, from: usize, to: usize): u32 {
  let sum = i64x2.splat(0);
  for (let vector = from; vector < to; vector += 16, head += 16) {
    sum = i32x4.add(sum, v128.and(v128.load(head), v128.load(vector, WRAPS_AT)));
  }
  const count = i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1);
  return count + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3);
}

function countDoubts(plan: SweepPlan): void {
  const slice = plan.slice;
  const rings = slice.rings;
  const countStride = plan.countStride;
  const block = slice.block;
  const footprint = block.exact;
  const doubts = block.doubtCount;
  for (let i: u32 = 0; i < doubts; i++) {
    const doubt = block.doubt(i);
    const satellite = doubt.satellite;
    const r = doubt.ring;
    footprintOf(rings, plan.positions, satellite, footprint);
    const first = r != 0 ? r : max(slice.firstRing, footprint.firstRing);
    const last = r != 0 ? r : min(slice.lastRing, footprint.lastRing);
    const record = changetype<Tracked>(plan.tracked + satellite * offsetof<Tracked>());
    let count = plan.counts + record.row * countStride;
    let set = plan.trackedSets + ((<usize>record.sets) << 2);
    const setsEnd = set + ((<usize>record.setCount) << 2);
    for (; set < setsEnd; set += 4, count += countStride) {
      const map = <usize>load<u32>(set) * slice.stride;
      for (let each = first; each <= last; each++) {
        const found = countRingExactly(rings, footprint, each, plan.prefixHeads + map, plan.prefixes + map);
        store<u32>(count, load<u32>(count) + found);
      }
    }
  }
}

/** Number of cells in the footprint of satellite `index`, the most that listCovered lists. */
export function countAll(rings: RingTable, positions: Positions, index: u32, footprint: Footprint): u32 {
  footprintOf(rings, positions, index, footprint);
  const lastRing = footprint.lastRing;
  let count: u32 = 0;
  for (let r = footprint.firstRing; r <= lastRing; r++) {
    const ring = rings.ring(r);
    for (let run = firstRun(footprint, ring); run != NO_RUN; run = laterRun(footprint, ring, run)) {
      count += <u32>(runLast(run) + 1 - runFirst(run));
    }
  }
  return count;
}

/**
 * Lists the cells of the footprint of satellite `index` whose sum, in the map at `sum`, is above 1, each with the sum
 * less 1 (the satellite itself). Returns the number of listed cells, which is countCovered's, and at most countAll's.
 */
export function listCovered(
  rings: RingTable,
  positions: Positions,
  index: u32,
  sum: usize,
  footprint: Footprint,
  list: CellList,
): u32 {
  footprintOf(rings, positions, index, footprint);
  const nside = rings.nside;
  list.open(nside);
  const marks = list.marks;
  const values = list.values;
  const lastRing = footprint.lastRing;
  let count: u32 = 0;
  for (let r = footprint.firstRing; r <= lastRing; r++) {
    const ring = rings.ring(r);
    const row = sum + ring.row;
    const cells = ring.cells;
    for (let run = firstRun(footprint, ring); run != NO_RUN; run = laterRun(footprint, ring, run)) {
      const last = runLast(run);
      for (let i = runFirst(run); i <= last; i++) {
        const cell = i < cells ? i : i - cells;
        const value = entryAt(row, cell);
        if (value <= 1) continue;
        const ipix = <usize>nestedInRing(nside, r, cell);
        const mark = marks + ((ipix >> 6) << 3);
        store<u64>(mark, load<u64>(mark) | ((<u64>1) << (ipix & 63)));
        store<u16>(values + (ipix << 1), <u16>(value - 1));
        count++;
      }
    }
  }
  list.count = count;
  return count;
}
