import { covers } from '../footprint/site';
import { setBit, setBits } from '../math/bits';
import { countAhead, countSatellite } from '../occupancy/bySite/count';
import { listSpans } from '../occupancy/bySite/spans';
import { bitmapBytes, rowBytes } from '../records/bySite/series';
import { Site } from '../records/bySite/site';
import { Slot } from '../records/bySite/slot';
import { Position } from '../records/sgp4/state';
import { Window } from '../records/window';

/**
 * Marks in the slot's `covered` bitmap the epochs of [from, to) at which the tracked satellite covers the site. Returns
 * the number of marked epochs; if the slot is cancelled, some may be missing.
 */
export function coverTracked(window: Window, index: u32, site: Site, from: u32, to: u32, slot: Slot): u32 {
  const work = slot.work;
  ask(window, from, to, slot);
  countSatellite(window, index, site, work);
  return markCovered(window, slot);
}

/**
 * Marks in the slot's `coverage` bitmap, and in `covered`, all epochs of the window at which the tracked satellite
 * covers the site; if the slot is cancelled, some may be missing.
 */
export function coverWindow(window: Window, index: u32, site: Site, slot: Slot): void {
  coverTracked(window, index, site, 0, window.epochs, slot);
  memory.copy(slot.coverage, slot.covered, bitmapBytes(window.epochs));
}

/** Marks in the slot's `covered` bitmap the epochs of [from, to) that its `coverage` bitmap marks. */
export function coverRange(window: Window, from: u32, to: u32, slot: Slot): void {
  const bytes: usize = bitmapBytes(window.epochs);
  const coverage = slot.coverage;
  const covered = slot.covered;
  memory.fill(covered, 0, bytes);
  setBits(covered, from, to);
  for (let i: usize = 0; i < bytes; i += 8) store<u64>(covered + i, load<u64>(covered + i) & load<u64>(coverage + i));
}

/**
 * Does the work of coverTracked, more slowly: without an ephemeris, by SGP4 at the epochs at which bounds of the
 * motion do not tell whether the site is covered. Hunts compare the two.
 */
export function coverAhead(window: Window, index: u32, site: Site, from: u32, to: u32, slot: Slot): u32 {
  const work = slot.work;
  ask(window, from, to, slot);
  work.begin(window, window.satellite(index), site);
  countAhead(work);
  return markCovered(window, slot);
}

/** Makes [from, to) the epochs that the slot's work counts, and sets its counts to 0. */
function ask(window: Window, from: u32, to: u32, slot: Slot): void {
  const work = slot.work;
  const epochs = window.epochs;
  memory.fill(work.need, 0, bitmapBytes(epochs));
  setBits(work.need, from, to);
  listSpans(work.need, epochs, work);
  memory.fill(work.row, 0, rowBytes(epochs));
  work.cancelWord = slot.cancelWord;
}

/** Marks in the slot's `covered` bitmap the epochs at which its work counted the satellite; returns their number. */
function markCovered(window: Window, slot: Slot): u32 {
  const epochs = window.epochs;
  const covered = slot.covered;
  const row = slot.work.row;
  memory.fill(covered, 0, bitmapBytes(epochs));
  let count: u32 = 0;
  // Looks at four epochs at a time, as most epochs are not covered.
  for (let k: u32 = 0; k < epochs; k += 4) {
    if (load<u64>(row + ((<usize>k) << 1)) == 0) continue;
    for (let i = k; i < k + 4; i++) {
      if (load<u16>(row + ((<usize>i) << 1)) == 0) continue;
      setBit(covered, i);
      count++;
    }
  }
  return count;
}

/**
 * Marks in a bitmap, from bit 0 on, those of `count` positions (x, y, z in km, Earth-fixed; NaN for none) from which a
 * satellite covers the site. Returns the number of marked positions.
 */
export function coverEphemeris(site: Site, sinMinElevation: f64, positions: usize, count: u32, bitmap: usize): u32 {
  memory.fill(bitmap, 0, bitmapBytes(count));
  let covered: u32 = 0;
  for (let k: u32 = 0; k < count; k++) {
    if (!covers(site, changetype<Position>(positions + <usize>k * offsetof<Position>()), sinMinElevation)) continue;
    setBit(bitmap, k);
    covered++;
  }
  return covered;
}
