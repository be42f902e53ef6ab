import { now } from '../clock';
import { andNotPublished, nextBit, publishBits } from '../math/bits';
import { countSatellite } from '../occupancy/bySite/count';
import { listSpans } from '../occupancy/bySite/spans';
import { Series, bitmapBytes, rowBytes } from '../records/bySite/series';
import { Slot } from '../records/bySite/slot';
import { Window } from '../records/window';
import { Work } from '../records/bySite/work';
import { CANCELLED, NEEDS_FILL, OK } from '../status';

/**
 * Number of satellites of a portion, which one thread takes at a time: as many as half a byte of a set's bitmap has
 * bits. The clock is not looked at within a portion, and a satellite takes 12 ms at worst.
 */
const PORTION: u32 = 4;
const NO_GROUP: u32 = 0xffffffff;

/**
 * Fills in, at the epochs of the slot's `covered` bitmap, the rows of every group that transmits in one of `bands` or,
 * in a series by overlap, the one row of its set. Returns OK or CANCELLED. Filled epochs are published at the end, so
 * that a fill that stops half-way changes no published count. The host lets one fill at a time work on a series.
 *
 * Several threads can share a fill: one calls openFill, then each calls countFill, then one calls closeFill.
 */
export function fillSeries(window: Window, series: Series, bands: u32, slot: Slot): i32 {
  openFill(window, series, bands, slot);
  const status = countFill(window, series, bands, slot, slot.work, Infinity);
  if (status == OK) closeFill(window, series, bands, slot);
  return status;
}

/** Starts a fill: sets to 0 the counts to which it will add, and lets its portions be taken from the first on. */
export function openFill(window: Window, series: Series, bands: u32, slot: Slot): void {
  const epochs = window.epochs;
  const bytes = bitmapBytes(epochs);
  const rows = series.groups;
  const needed = slot.work.need;
  for (let g: u32 = 0; g < rows; g++) {
    if (!series.isAsked(window, g, bands) || !findNeeded(window, series, g, slot, needed)) continue;
    const row = series.counts + g * rowBytes(epochs);
    for (let i: usize = 0; i < bytes; i += 8) {
      const word = load<u64>(needed + i);
      if (word == ~(<u64>0)) {
        memory.fill(row + (i << 4), 0, 128);
      } else {
        for (let rest = word; rest != 0; rest &= rest - 1) store<u16>(row + (i << 4) + ((<usize>ctz(rest)) << 1), 0);
      }
    }
  }
  slot.resetPortions();
}

/**
 * Counts portions that no thread has taken yet, in the thread's own `work`: at least one, and more until the clock
 * (now) shows `endMs`. Returns OK when none is left to take, NEEDS_FILL when some may be left, or CANCELLED.
 */
export function countFill(window: Window, series: Series, bands: u32, slot: Slot, work: Work, endMs: f64): i32 {
  work.cancelWord = slot.cancelWord;
  memory.fill(work.row, 0, rowBytes(window.epochs));
  const status =
    series.members == 0
      ? countGroups(window, series, bands, slot, work, endMs)
      : countMembers(window, series, slot, work, endMs);
  // A cancelled kernel may have counted its last satellite only in part: such counts must not be published.
  return slot.isCancelled ? CANCELLED : status;
}

function countGroups(window: Window, series: Series, bands: u32, slot: Slot, work: Work, endMs: f64): i32 {
  const site = series.site;
  const satellites = window.satelliteCount;
  const groups = window.groupCount;
  const epochs = window.epochs;
  let current = NO_GROUP;
  let needed = false;
  let status = NEEDS_FILL;
  do {
    const from = slot.takePortion() * PORTION;
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
        needed = findNeeded(window, series, g, slot, work.need);
        listSpans(work.need, epochs, work);
      }
      if (!needed) index = until;
      for (; index < until; index++) {
        if (slot.isCancelled) {
          status = CANCELLED;
          break;
        }
        countSatellite(window, index, site, work);
      }
    }
    if (status == CANCELLED) break;
  } while (now() < endMs);
  if (current != NO_GROUP) addCounts(window, series, current, work);
  return status;
}

/** Counts the satellites of a set; a portion is its members in half a byte of the bitmap. */
function countMembers(window: Window, series: Series, slot: Slot, work: Work, endMs: f64): i32 {
  const site = series.site;
  const satellites = window.satelliteCount;
  const needed = findNeeded(window, series, 0, slot, work.need);
  let status = needed ? NEEDS_FILL : OK;
  listSpans(work.need, window.epochs, work);
  while (status == NEEDS_FILL) {
    const from = slot.takePortion() * PORTION;
    if (from >= satellites) {
      status = OK;
      break;
    }
    let members: u32 = (load<u8>(series.members + (from >>> 3)) >>> (from & 7)) & 15;
    if (members == 0) continue;
    for (; members != 0; members &= members - 1) {
      if (slot.isCancelled) {
        status = CANCELLED;
        break;
      }
      countSatellite(window, from + ctz(members), site, work);
    }
    if (now() >= endMs) break;
  }
  addCounts(window, series, 0, work);
  return status;
}

/** Publishes the counts of a fill, once all its portions are counted. */
export function closeFill(window: Window, series: Series, bands: u32, slot: Slot): void {
  const bytes = bitmapBytes(window.epochs);
  const rows = series.groups;
  for (let g: u32 = 0; g < rows; g++) {
    if (!series.isAsked(window, g, bands)) continue;
    publishBits(series.filled + g * bytes, slot.covered, bytes);
  }
}

/**
 * Writes to `needed` the epochs of the slot's `covered` bitmap that row g of the series lacks; returns false if it
 * lacks none.
 */
function findNeeded(window: Window, series: Series, g: u32, slot: Slot, needed: usize): bool {
  const bytes = bitmapBytes(window.epochs);
  return andNotPublished(needed, slot.covered, series.filled + g * bytes, bytes);
}

/**
 * Number of a satellite's group. A window has all near-earth satellites first, then all deep-space ones, each sorted by
 * group.
 */
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

/**
 * Index after the last satellite of group g: of its near-earth satellites if satellite `index` is one, else of its
 * deep-space satellites.
 */
@inline
function groupEnd(window: Window, index: u32, g: u32): u32 {
  const group = window.group(g);
  const near = window.nearCount;
  return index < near ? group.nearTo : near + group.deepTo;
}

/** Adds the work's counts at the needed epochs to row g of the series, atomically, then sets the work's counts to 0. */
function addCounts(window: Window, series: Series, g: u32, work: Work): void {
  const epochs = window.epochs;
  const counts = work.row;
  const needed = work.need;
  const row = series.counts + g * rowBytes(epochs);
  for (let k = nextBit(needed, 0, epochs); k >= 0; k = nextBit(needed, <u32>k + 1, epochs)) {
    const count = load<u16>(counts + ((<usize>k) << 1));
    if (count != 0) atomic.add<u16>(row + ((<usize>k) << 1), count);
  }
  memory.fill(counts, 0, rowBytes(epochs));
}
