import {
  SERIES_COUNTS,
  SERIES_FILLED,
  SERIES_SITE,
  SLOT_CANCEL,
  SLOT_COVERED,
  SLOT_EXACT,
  SLOT_NEXT_PORTION,
  SLOT_WORK,
  WORK_NEED,
  WORK_ROW,
  bitmapBytes,
  rowBytes,
} from '../layout';
import { andNotPublished, nextBit, publishBits } from '../math/bits';
import { countSatellite } from '../occupancy/bySite/count';
import { EXACT_COUNT } from '../occupancy/bySite/decide';
import { CANCEL_WORD } from '../occupancy/bySite/nextCovered';
import { listSpans } from '../occupancy/bySite/spans';
import { Site } from '../records/site';
import { Window } from '../records/window';
import { CANCELLED, NEEDS_FILL, OK } from '../status';

/** Satellites that a thread takes at a time. */
const PORTION: u32 = 64;
const NO_GROUP: u32 = 0xffffffff;

/**
 * Fills in, at the epochs of the slot's `covered` bitmap, the rows of every group that transmits in one of `bands`. What
 * is filled in is published at the end, so that a fill which stops half-way leaves the series as it was. One fill at a
 * time per series: the host sees to that.
 *
 * Several threads fill together by openFill in one of them, then countFill in each, then closeFill in one.
 */
export function fillSeries(window: Window, series: usize, bands: u32, slot: usize): i32 {
  openFill(window, series, bands, slot);
  const status = countFill(window, series, bands, slot, slot + SLOT_WORK, 0xffffffff);
  if (status == OK) closeFill(window, series, bands, slot);
  return status;
}

/** Starts a fill: the counts that it is going to add to are 0. */
export function openFill(window: Window, series: usize, bands: u32, slot: usize): void {
  const epochs = window.epochs;
  const bytes = bitmapBytes(epochs);
  const groups = window.groupCount;
  const needed = slot + SLOT_WORK + WORK_NEED;
  for (let g: u32 = 0; g < groups; g++) {
    if (!window.group(g).sharesBand(bands) || !findNeeded(window, series, g, slot, needed)) continue;
    const row = <usize>load<u32>(series, SERIES_COUNTS) + g * rowBytes(epochs);
    for (let i: usize = 0; i < bytes; i += 8) {
      const word = load<u64>(needed + i);
      if (word == ~(<u64>0)) {
        memory.fill(row + (i << 4), 0, 128);
      } else {
        for (let rest = word; rest != 0; rest &= rest - 1) store<u16>(row + (i << 4) + ((<usize>ctz(rest)) << 1), 0);
      }
    }
  }
  atomic.store<u32>(slot, 0, SLOT_NEXT_PORTION);
}

/**
 * Counts portions of the satellites that nobody counts yet, `most` at most, in a `work` of its own. OK when none is left,
 * NEEDS_FILL when some are, CANCELLED.
 */
export function countFill(window: Window, series: usize, bands: u32, slot: usize, work: usize, most: u32): i32 {
  const site = changetype<Site>(series + SERIES_SITE);
  const satellites = window.satelliteCount;
  const groups = window.groupCount;
  const epochs = window.epochs;
  let current = NO_GROUP;
  let needed = false;
  let status = NEEDS_FILL;
  store<u32>(work, 0, EXACT_COUNT);
  store<u32>(work, <u32>slot + SLOT_CANCEL, CANCEL_WORD);
  memory.fill(work + WORK_ROW, 0, rowBytes(epochs));
  for (let taken: u32 = 0; taken < most; taken++) {
    const from = atomic.add<u32>(slot, 1, SLOT_NEXT_PORTION) * PORTION;
    if (from >= satellites) {
      status = OK;
      break;
    }
    const end = min(satellites, from + PORTION);
    let index = from;
    while (index < end && status != CANCELLED) {
      const g = groupOf(window, index, groups);
      const until = min(end, groupEnd(window, index, g));
      if (!window.group(g).sharesBand(bands)) {
        index = until;
        continue;
      }
      if (g != current) {
        if (current != NO_GROUP) addCounts(window, series, current, work);
        current = g;
        needed = findNeeded(window, series, g, slot, work + WORK_NEED);
        listSpans(work + WORK_NEED, epochs, work);
      }
      if (!needed) index = until;
      for (; index < until; index++) {
        if (atomic.load<i32>(slot, SLOT_CANCEL) != 0) {
          status = CANCELLED;
          break;
        }
        countSatellite(window, index, site, work);
      }
    }
    if (status == CANCELLED) break;
  }
  if (current != NO_GROUP) addCounts(window, series, current, work);
  // The last satellite may have been counted in part.
  if (atomic.load<i32>(slot, SLOT_CANCEL) != 0) status = CANCELLED;
  atomic.add<u32>(slot, load<u32>(work, EXACT_COUNT), SLOT_EXACT);
  return status;
}

/** Ends a fill all of whose portions have been counted. */
export function closeFill(window: Window, series: usize, bands: u32, slot: usize): void {
  const bytes = bitmapBytes(window.epochs);
  const groups = window.groupCount;
  for (let g: u32 = 0; g < groups; g++) {
    if (!window.group(g).sharesBand(bands)) continue;
    publishBits(<usize>load<u32>(series, SERIES_FILLED) + g * bytes, slot + SLOT_COVERED, bytes);
  }
}

/** The epochs that the series lacks of group g, as a bitmap; false where it lacks none. */
function findNeeded(window: Window, series: usize, g: u32, slot: usize, needed: usize): bool {
  const bytes = bitmapBytes(window.epochs);
  return andNotPublished(needed, slot + SLOT_COVERED, <usize>load<u32>(series, SERIES_FILLED) + g * bytes, bytes);
}

/** The group of a satellite: they lie in its order, the near-earth ones and then those in deep space. */
function groupOf(window: Window, index: u32, groups: u32): u32 {
  let g: u32 = 0;
  while (g + 1 < groups && !holds(window, index, g)) g++;
  return g;
}


@inline
function holds(window: Window, index: u32, g: u32): bool {
  const group = window.group(g);
  const near = window.nearCount;
  return index < near
    ? index >= group.nearFrom && index < group.nearTo
    : index - near >= group.deepFrom && index - near < group.deepTo;
}

/** The satellite behind the last one of group g that lies together with satellite `index`. */
@inline
function groupEnd(window: Window, index: u32, g: u32): u32 {
  const group = window.group(g);
  const near = window.nearCount;
  return index < near ? group.nearTo : near + group.deepTo;
}

/** Adds the work's counts to the series' row of group g and makes them 0. */
function addCounts(window: Window, series: usize, g: u32, work: usize): void {
  const epochs = window.epochs;
  const counts = work + WORK_ROW;
  const needed = work + WORK_NEED;
  const row = <usize>load<u32>(series, SERIES_COUNTS) + g * rowBytes(epochs);
  for (let k = nextBit(needed, 0, epochs); k >= 0; k = nextBit(needed, <u32>k + 1, epochs)) {
    const count = load<u16>(counts + ((<usize>k) << 1));
    if (count != 0) atomic.add<u16>(row + ((<usize>k) << 1), count);
  }
  memory.fill(counts, 0, rowBytes(epochs));
}
