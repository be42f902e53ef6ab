import {
  BATCH_COUNT,
  BATCH_HEADER_BYTES,
  BATCH_MEMBER_BYTES,
  BATCH_ROWS,
  bitmapBytes,
  GROUP_BANDS,
  GROUP_BYTES,
  MEMBER_NEEDS,
  MEMBER_SERIES,
  rowBytes,
  SERIES_COUNTS,
  SERIES_FILLED,
  SERIES_SITE,
  SLOT_COVERED,
  SLOT_ROW,
  WINDOW_EPOCHS,
  WINDOW_GROUP_COUNT,
  WINDOW_GROUPS,
} from '../../layout';
import { andNotPublished, nextBit, publishBits } from '../../math/bits';
import { coverTracked } from '../coverage';
import { SEGMENT_EPOCHS, segmentCount, STENCIL_NODES } from './track';

/** Measured: skipping ahead looks at a satellite once for each run of needed epochs, and at every 16th of a long one. */
const EPOCHS_PER_STEP: f64 = 16.0;

/** Whether group g of the window transmits in one of `bands`. */
@inline
function shares(window: usize, g: u32, bands: u32): bool {
  return (load<u32>(<usize>load<u32>(window, WINDOW_GROUPS) + g * GROUP_BYTES, GROUP_BANDS) & bands) != 0;
}


@inline
export function memberOf(batch: usize, i: u32): usize {
  return batch + BATCH_HEADER_BYTES + <usize>i * BATCH_MEMBER_BYTES;
}

/**
 * Notes which epochs of which groups each member's series lacks for the tracked satellite at epochs [from, to).
 *
 * `cost` gets two f64: about how many propagations of each satellite it takes to fill the series one by one, by skipping
 * ahead, and to fill them together.
 */
export function planBatch(
  window: usize,
  index: u32,
  bands: u32,
  from: u32,
  to: u32,
  batch: usize,
  slot: usize,
  cost: usize,
): void {
  const epochs = load<u32>(window, WINDOW_EPOCHS);
  const bytes = bitmapBytes(epochs);
  const groups = load<u32>(window, WINDOW_GROUP_COUNT);
  const count = load<u32>(batch, BATCH_COUNT);
  const anywhere = slot + SLOT_ROW;
  memory.fill(anywhere, 0, bytes);
  let oneByOne: f64 = 0.0;
  for (let i: u32 = 0; i < count; i++) {
    const member = memberOf(batch, i);
    const series = <usize>load<u32>(member, MEMBER_SERIES);
    coverTracked(window, index, series + SERIES_SITE, from, to, slot);
    let largest: f64 = 0.0;
    for (let g: u32 = 0; g < groups; g++) {
      const need = <usize>load<u32>(member, MEMBER_NEEDS) + g * bytes;
      memory.fill(need, 0, bytes);
      if (!shares(window, g, bands)) continue;
      const filled = <usize>load<u32>(series, SERIES_FILLED) + g * bytes;
      if (!andNotPublished(need, slot + SLOT_COVERED, filled, bytes)) continue;
      largest = max(largest, costAlone(need, epochs));
      publishBits(anywhere, need, bytes);
    }
    oneByOne += largest;
  }
  store<f64>(cost, oneByOne);
  store<f64>(cost, nodesFor(anywhere, epochs), 8);
}

/** Makes the members' rows ready for another group. */
export function clearBatch(window: usize, batch: usize): void {
  const bytes = rowBytes(load<u32>(window, WINDOW_EPOCHS));
  memory.fill(<usize>load<u32>(batch, BATCH_ROWS), 0, <usize>load<u32>(batch, BATCH_COUNT) * bytes);
}

/** Where the counts of member i are kept. */
@inline
export function rowOf(batch: usize, i: u32, epochs: u32): usize {
  return <usize>load<u32>(batch, BATCH_ROWS) + <usize>i * rowBytes(epochs);
}

/**
 * Copies the counts of group g, when all its satellites have been counted, into member i's series where planBatch found
 * them lacking. As with fillSeries, one at a time per series; what another has filled in meanwhile is the same.
 */
export function publishBatch(window: usize, batch: usize, g: u32, i: u32): void {
  const epochs = load<u32>(window, WINDOW_EPOCHS);
  const bytes = bitmapBytes(epochs);
  const member = memberOf(batch, i);
  const series = <usize>load<u32>(member, MEMBER_SERIES);
  const need = <usize>load<u32>(member, MEMBER_NEEDS) + g * bytes;
  const from = rowOf(batch, i, epochs);
  const to = <usize>load<u32>(series, SERIES_COUNTS) + g * rowBytes(epochs);
  for (let k = nextBit(need, 0, epochs); k >= 0; k = nextBit(need, <u32>k + 1, epochs)) {
    store<u16>(to + ((<usize>k) << 1), load<u16>(from + ((<usize>k) << 1)));
  }
  publishBits(<usize>load<u32>(series, SERIES_FILLED) + g * bytes, need, bytes);
}

/** What filling a group by skipping ahead costs. */
function costAlone(need: usize, epochs: u32): f64 {
  let needed: u32 = 0;
  let runs: u32 = 0;
  let last: i32 = -2;
  for (let k = nextBit(need, 0, epochs); k >= 0; k = nextBit(need, <u32>k + 1, epochs)) {
    needed++;
    runs += u32(k != last + 1);
    last = k;
  }
  return <f64>runs + <f64>needed / EPOCHS_PER_STEP;
}

/** Nodes that the segments with a needed epoch stand on. */
function nodesFor(anywhere: usize, epochs: u32): f64 {
  let nodes: u32 = 0;
  let lastNode: i32 = -1;
  const segments = segmentCount(epochs);
  for (let s: u32 = 0; s < segments; s++) {
    const first = nextBit(anywhere, s * SEGMENT_EPOCHS, min(epochs, (s + 1) * SEGMENT_EPOCHS));
    if (first < 0) continue;
    const end = <i32>(s + STENCIL_NODES);
    nodes += <u32>min<i32>(end - lastNode, <i32>STENCIL_NODES);
    lastNode = end;
  }
  return <f64>nodes;
}
