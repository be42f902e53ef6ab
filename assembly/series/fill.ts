import {
  bitmapBytes,
  GROUP_BANDS,
  GROUP_BYTES,
  GROUP_DEEP_FROM,
  GROUP_DEEP_TO,
  GROUP_NEAR_FROM,
  GROUP_NEAR_TO,
  rowBytes,
  SERIES_COUNTS,
  SERIES_FILLED,
  SERIES_SITE,
  SLOT_CANCEL,
  SLOT_COVERED,
  SLOT_NEED,
  SLOT_ROW,
  SLOT_SCRATCH,
  WINDOW_EPOCHS,
  WINDOW_GROUP_COUNT,
  WINDOW_GROUPS,
  WINDOW_NEAR_COUNT,
} from '../layout';
import { andNotPublished, nextBit, publishBits } from '../math/bits';
import { nextCovered } from '../occupancy/bySite';
import { CANCELLED, OK } from '../status';
import { satelliteRecord } from '../window';

/**
 * Fills in, at the epochs of the slot's `covered` bitmap, the rows of every group that transmits in one of `bands`.
 * A group is copied into the series only when all its satellites have been counted, so that a fill which stops
 * half-way leaves the series as it was. One fill at a time per series: the host sees to that.
 */
export function fillSeries(window: usize, series: usize, bands: u32, slot: usize): i32 {
  const bytes = bitmapBytes(load<u32>(window, WINDOW_EPOCHS));
  const groups = load<u32>(window, WINDOW_GROUP_COUNT);
  for (let g: u32 = 0; g < groups; g++) {
    const group = <usize>load<u32>(window, WINDOW_GROUPS) + g * GROUP_BYTES;
    if ((load<u32>(group, GROUP_BANDS) & bands) == 0) continue;
    const filled = <usize>load<u32>(series, SERIES_FILLED) + g * bytes;
    if (!andNotPublished(slot + SLOT_NEED, slot + SLOT_COVERED, filled, bytes)) continue;
    const status = countGroup(window, series, group, slot);
    if (status != OK) return status;
    commit(window, series, g, slot);
    publishBits(filled, slot + SLOT_NEED, bytes);
  }
  return OK;
}

function countGroup(window: usize, series: usize, group: usize, slot: usize): i32 {
  memory.fill(slot + SLOT_ROW, 0, rowBytes(load<u32>(window, WINDOW_EPOCHS)));
  const near = load<u32>(window, WINDOW_NEAR_COUNT);
  const status = countRange(window, series, load<u32>(group, GROUP_NEAR_FROM), load<u32>(group, GROUP_NEAR_TO), slot);
  if (status != OK) return status;
  return countRange(
    window,
    series,
    near + load<u32>(group, GROUP_DEEP_FROM),
    near + load<u32>(group, GROUP_DEEP_TO),
    slot,
  );
}

function countRange(window: usize, series: usize, from: u32, to: u32, slot: usize): i32 {
  const end = load<u32>(window, WINDOW_EPOCHS);
  const site = series + SERIES_SITE;
  const needed = slot + SLOT_NEED;
  const scratch = slot + SLOT_SCRATCH;
  for (let index = from; index < to; index++) {
    if (atomic.load<i32>(slot, SLOT_CANCEL) != 0) return CANCELLED;
    const record = satelliteRecord(window, index);
    let run = nextCovered(window, record, site, needed, 0, end, scratch);
    while (run >= 0) {
      const until = <u32>(run >> 32);
      for (let k = <i32>run; k >= 0; k = nextBit(needed, <u32>k + 1, until)) {
        const count = slot + SLOT_ROW + ((<usize>k) << 1);
        store<u16>(count, load<u16>(count) + 1);
      }
      run = nextCovered(window, record, site, needed, until, end, scratch);
    }
  }
  return OK;
}

function commit(window: usize, series: usize, g: u32, slot: usize): void {
  const end = load<u32>(window, WINDOW_EPOCHS);
  const row = <usize>load<u32>(series, SERIES_COUNTS) + g * rowBytes(end);
  for (let k = nextBit(slot + SLOT_NEED, 0, end); k >= 0; k = nextBit(slot + SLOT_NEED, <u32>k + 1, end)) {
    store<u16>(row + ((<usize>k) << 1), load<u16>(slot + SLOT_ROW + ((<usize>k) << 1)));
  }
}
