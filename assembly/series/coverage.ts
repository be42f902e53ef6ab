import { covers } from '../footprint/site';
import {
  SLOT_CANCEL,
  SLOT_COVERED,
  SLOT_EXACT,
  SLOT_WORK,
  WORK_NEED,
  WORK_ROW,
  bitmapBytes,
  rowBytes,
} from '../layout';
import { setBit, setBits } from '../math/bits';
import { countAhead, countSatellite } from '../occupancy/bySite/count';
import { EXACT_COUNT } from '../occupancy/bySite/decide';
import { CANCEL_WORD } from '../occupancy/bySite/nextCovered';
import { listSpans } from '../occupancy/bySite/spans';
import { Site } from '../records/site';
import { Position } from '../records/state';
import { Window } from '../records/window';

/**
 * Marks in the slot's `covered` bitmap the epochs of [from, to) at which the tracked satellite covers the site.
 * Returns how many; where the slot is cancelled, some may be missing.
 */
export function coverTracked(window: Window, index: u32, site: Site, from: u32, to: u32, slot: usize): u32 {
  const work = slot + SLOT_WORK;
  ask(window, from, to, slot);
  countSatellite(window, index, site, work);
  return markCovered(window, slot);
}

/** The slow twin of coverTracked, by skipping ahead. */
export function coverAhead(window: Window, index: u32, site: Site, from: u32, to: u32, slot: usize): u32 {
  const work = slot + SLOT_WORK;
  ask(window, from, to, slot);
  countAhead(window, window.satellite(index), site, work);
  return markCovered(window, slot);
}

/** Makes the epochs of [from, to) the needed ones of the slot's work. */
function ask(window: Window, from: u32, to: u32, slot: usize): void {
  const work = slot + SLOT_WORK;
  const epochs = window.epochs;
  memory.fill(work + WORK_NEED, 0, bitmapBytes(epochs));
  setBits(work + WORK_NEED, from, to);
  listSpans(work + WORK_NEED, epochs, work);
  memory.fill(work + WORK_ROW, 0, rowBytes(epochs));
  store<u32>(work, 0, EXACT_COUNT);
  store<u32>(work, <u32>slot + SLOT_CANCEL, CANCEL_WORD);
}

/** Marks what was counted in the slot's work. */
function markCovered(window: Window, slot: usize): u32 {
  const epochs = window.epochs;
  const covered = slot + SLOT_COVERED;
  const row = slot + SLOT_WORK + WORK_ROW;
  memory.fill(covered, 0, bitmapBytes(epochs));
  let count: u32 = 0;
  // Four epochs at a time: most of them are not covered.
  for (let k: u32 = 0; k < epochs; k += 4) {
    if (load<u64>(row + ((<usize>k) << 1)) == 0) continue;
    for (let i = k; i < k + 4; i++) {
      if (load<u16>(row + ((<usize>i) << 1)) == 0) continue;
      setBit(covered, i);
      count++;
    }
  }
  atomic.add<u32>(slot, load<u32>(slot + SLOT_WORK, EXACT_COUNT), SLOT_EXACT);
  return count;
}

/**
 * Coverage of a site by a track of positions (x, y, z in km, NaN where there is none), epoch by epoch, into a bitmap
 * that starts at bit 0. Returns how many epochs are covered.
 */
export function coverPositions(site: Site, sinMinElevation: f64, positions: usize, count: u32, bitmap: usize): u32 {
  memory.fill(bitmap, 0, bitmapBytes(count));
  let covered: u32 = 0;
  for (let k: u32 = 0; k < count; k++) {
    if (!covers(site, changetype<Position>(positions + <usize>k * offsetof<Position>()), sinMinElevation)) continue;
    setBit(bitmap, k);
    covered++;
  }
  return covered;
}
