import {
  BATCH_COUNT,
  bitmapBytes,
  MEMBER_NEEDS,
  MEMBER_SERIES,
  SATELLITE_CERTAIN_RAD,
  SATELLITE_FOOTPRINT_RAD,
  SATELLITE_RATE_RAD_PER_MIN,
  SATELLITE_SIN_MIN_ELEVATION,
  SERIES_SITE,
  SITE_DIRECTION,
  SITE_GROUND,
  SITE_UP,
  SLOT_CANCEL,
  WINDOW_EPOCHS,
} from '../../layout';
import { covers } from '../../occupancy/site';
import { CANCELLED, OK } from '../../status';
import { positionAt, satelliteRecord } from '../../window';
import { memberOf, rowOf } from './plan';
import {
  firstNode,
  interpolate,
  nodeOf,
  placeTrack,
  reachNode,
  SEGMENT_EPOCHS,
  segmentCount,
  startTrack,
  trackBytes,
} from './track';

/**
 *   work: positions -> 12 x (x, y, z, -) f64 | exact positions -> the same | scratch, 256 bytes
 *         | starts -> (segments + 1) u32, by segment its first entry | track | entries -> u32: member << 16 | epochs
 *
 * An entry names a member that needs epochs of the segment, and which, as a bitmap of twelve.
 */
const POSITION_BYTES: u32 = 32;
const POSITIONS: u32 = 0;
const EXACT: u32 = SEGMENT_EPOCHS * POSITION_BYTES;
const SCRATCH: u32 = 2 * EXACT;
const STARTS: u32 = SCRATCH + 256;
const ALL_EPOCHS: u32 = (1 << SEGMENT_EPOCHS) - 1;

/** Where a segment's middle lies beside the path between its nodes. */
const REACH_MARGIN_RAD: f64 = 0.05;

/** Bytes of work memory for a batch of `members` (65,536 at most). */
export function batchWorkBytes(members: u32, epochs: u32): u32 {
  return <u32>entriesOf(0, epochs) + segmentCount(epochs) * members * 4;
}


@inline
function trackOf(work: usize, epochs: u32): usize {
  return (work + STARTS + (segmentCount(epochs) + 1) * 4 + 63) & ~63;
}


@inline
function entriesOf(work: usize, epochs: u32): usize {
  return (trackOf(work, epochs) + trackBytes(epochs) + 63) & ~63;
}

/**
 * Counts the satellites [from, to) of the window, all of group g, into the rows of the members at the epochs that
 * planBatch noted; start from clearBatch. Threads may count different satellites of a group at once. `slot`: its cancel
 * word is heeded; `work`: batchWorkBytes, of this call alone.
 *
 * Interpolated positions (track.ts) decide where the satellite is further from a place's minimum elevation than they may
 * be off, exact ones elsewhere: the counts are those of fillSeries.
 */
export function countBatch(window: usize, batch: usize, g: u32, from: u32, to: u32, slot: usize, work: usize): i32 {
  const epochs = load<u32>(window, WINDOW_EPOCHS);
  const track = trackOf(work, epochs);
  listEntries(window, batch, g, work);
  placeTrack(track);
  for (let index = from; index < to; index++) {
    if (atomic.load<i32>(slot, SLOT_CANCEL) != 0) return CANCELLED;
    startTrack(track, epochs);
    countSatellite(window, batch, satelliteRecord(window, index), work);
  }
  return OK;
}

function countSatellite(window: usize, batch: usize, record: usize, work: usize): void {
  const epochs = load<u32>(window, WINDOW_EPOCHS);
  const track = trackOf(work, epochs);
  const entries = entriesOf(work, epochs);
  const segments = segmentCount(epochs);
  const halfWay = 0.5 * <f64>SEGMENT_EPOCHS * load<f64>(record, SATELLITE_RATE_RAD_PER_MIN);
  const reach = load<f64>(record, SATELLITE_FOOTPRINT_RAD) + halfWay + REACH_MARGIN_RAD;
  // NaN, where no bound is known, excludes nobody either.
  const cosReach = reach < Math.PI ? Math.cos(reach) : -2.0;
  // Elsewhere it may fail, or meet the air, between two nodes.
  const smooth = load<f64>(record, SATELLITE_CERTAIN_RAD) > 0.0;

  for (let s: u32 = 0; s < segments; s++) {
    const first = load<u32>(work + STARTS + (s << 2));
    const end = load<u32>(work + STARTS + (s << 2), 4);
    if (first == end) continue;
    const node = firstNode(s);
    const steady = smooth && reachNode(window, record, track, node) && reachNode(window, record, track, node + 1);
    let x: f64 = 0.0;
    let y: f64 = 0.0;
    let z: f64 = 0.0;
    let limit: f64 = -2.0;
    if (steady) {
      // The direction half-way, of any length.
      const a = nodeOf(track, node);
      const b = nodeOf(track, node + 1);
      const ra = 1.0 / lengthOf(a);
      const rb = 1.0 / lengthOf(b);
      x = load<f64>(a) * ra + load<f64>(b) * rb;
      y = load<f64>(a, 8) * ra + load<f64>(b, 8) * rb;
      z = load<f64>(a, 16) * ra + load<f64>(b, 16) * rb;
      limit = cosReach * Math.sqrt(x * x + y * y + z * z);
    }
    let error: f64 = NaN;
    let interpolated = !steady;
    let exact: u32 = 0;
    let failed: u32 = 0;
    for (let i = first; i < end; i++) {
      const entry = load<u32>(entries + ((<usize>i) << 2));
      const site = <usize>load<u32>(memberOf(batch, entry >>> 16), MEMBER_SERIES) + SERIES_SITE;
      const along =
        x * load<f64>(site, SITE_DIRECTION) +
        y * load<f64>(site, SITE_DIRECTION + 8) +
        z * load<f64>(site, SITE_DIRECTION + 16);
      if (along < limit) continue;
      if (!interpolated) {
        error = interpolate(window, record, track, s, ALL_EPOCHS, work + POSITIONS);
        interpolated = true;
      }
      const row = rowOf(batch, entry >>> 16, epochs);
      const sine = load<f64>(record, SATELLITE_SIN_MIN_ELEVATION);
      for (let rest = entry & 0xffff; rest != 0; rest &= rest - 1) {
        const phase = <u32>ctz(rest);
        const above = margin(site, work + POSITIONS + phase * POSITION_BYTES, sine, -2.0 * error);
        // Both sides of covers() change by no more than the position does.
        if (above < -2.0 * error) continue;
        const k = s * SEGMENT_EPOCHS + phase;
        if (!(above > 2.0 * error)) {
          const bit = (<u32>1) << phase;
          const position = work + EXACT + phase * POSITION_BYTES;
          if ((exact & bit) == 0) {
            exact |= bit;
            if (positionAt(window, record, k, work + SCRATCH) == OK) memory.copy(position, work + SCRATCH, 24);
            else failed |= bit;
          }
          if ((failed & bit) != 0 || !covers(site, position, sine)) continue;
        }
        atomic.add<u16>(row + ((<usize>k) << 1), 1);
      }
    }
  }
}

/**
 * Height above the site's horizon less what the minimum elevation asks for, km: covers() where it is not negative. The
 * height alone where that is below `low` already.
 */
@inline
function margin(site: usize, position: usize, sinMinElevation: f64, low: f64): f64 {
  const dx = load<f64>(position) - load<f64>(site, SITE_GROUND);
  const dy = load<f64>(position, 8) - load<f64>(site, SITE_GROUND + 8);
  const dz = load<f64>(position, 16) - load<f64>(site, SITE_GROUND + 16);
  const height = dx * load<f64>(site, SITE_UP) + dy * load<f64>(site, SITE_UP + 8) + dz * load<f64>(site, SITE_UP + 16);
  if (height < low) return height;
  return height - sinMinElevation * Math.sqrt(dx * dx + dy * dy + dz * dz);
}


@inline
function lengthOf(vector: usize): f64 {
  const x = load<f64>(vector);
  const y = load<f64>(vector, 8);
  const z = load<f64>(vector, 16);
  return Math.sqrt(x * x + y * y + z * z);
}

/** By segment, the members that need epochs of it for group g. */
function listEntries(window: usize, batch: usize, g: u32, work: usize): void {
  const epochs = load<u32>(window, WINDOW_EPOCHS);
  const entries = entriesOf(work, epochs);
  const bytes = bitmapBytes(epochs);
  const segments = segmentCount(epochs);
  const count = load<u32>(batch, BATCH_COUNT);
  let next: u32 = 0;
  for (let s: u32 = 0; s < segments; s++) {
    store<u32>(work + STARTS + (s << 2), next);
    for (let i: u32 = 0; i < count; i++) {
      const need = <usize>load<u32>(memberOf(batch, i), MEMBER_NEEDS) + g * bytes;
      const bits = segmentBits(need, s);
      if (bits == 0) continue;
      store<u32>(entries + ((<usize>next) << 2), (i << 16) | bits);
      next++;
    }
  }
  store<u32>(work + STARTS + (segments << 2), next);
}

/** Twelve bits of a bitmap; a bitmap is a multiple of 64 bytes long, and none is set behind its last epoch. */
@inline
function segmentBits(bitmap: usize, s: u32): u32 {
  const k = s * SEGMENT_EPOCHS;
  const word = load<u32>(bitmap + ((k >>> 5) << 2));
  const shift = k & 31;
  let bits = word >>> shift;
  if (shift > 32 - SEGMENT_EPOCHS) bits |= load<u32>(bitmap + ((k >>> 5) << 2), 4) << (32 - shift);
  return bits & ALL_EPOCHS;
}
