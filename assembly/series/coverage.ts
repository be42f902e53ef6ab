import { bitmapBytes, SLOT_COVERED, SLOT_NEED, SLOT_SCRATCH, WINDOW_EPOCHS } from '../layout';
import { setBit } from '../math/bits';
import { nextCovered } from '../occupancy/bySite';
import { covers } from '../occupancy/site';
import { satelliteRecord } from '../window';

/**
 * Marks in the slot's `covered` bitmap the epochs of [from, to) at which the tracked satellite covers the site.
 * Returns how many.
 */
export function coverTracked(window: usize, index: u32, site: usize, from: u32, to: u32, slot: usize): u32 {
  const bytes = bitmapBytes(load<u32>(window, WINDOW_EPOCHS));
  const covered = slot + SLOT_COVERED;
  const wanted = slot + SLOT_NEED;
  memory.fill(covered, 0, bytes);
  memory.fill(wanted, 0xff, bytes);
  const record = satelliteRecord(window, index);
  const scratch = slot + SLOT_SCRATCH;
  let count: u32 = 0;
  let run = nextCovered(window, record, site, wanted, from, to, scratch);
  while (run >= 0) {
    const until = <u32>(run >> 32);
    for (let k = <u32>run; k < until; k++) {
      setBit(covered, k);
      count++;
    }
    run = nextCovered(window, record, site, wanted, until, to, scratch);
  }
  return count;
}

/**
 * Coverage of a site by a track of positions (x, y, z in km, NaN where there is none), epoch by epoch, into a bitmap
 * that starts at bit 0. Returns how many epochs are covered.
 */
export function coverPositions(site: usize, sinMinElevation: f64, positions: usize, count: u32, bitmap: usize): u32 {
  memory.fill(bitmap, 0, bitmapBytes(count));
  let covered: u32 = 0;
  for (let k: u32 = 0; k < count; k++) {
    if (!covers(site, positions + <usize>k * 24, sinMinElevation)) continue;
    setBit(bitmap, k);
    covered++;
  }
  return covered;
}
