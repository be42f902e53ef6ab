import { NO_RUN } from '../footprint/interval';
import { firstRun, laterRun, runFirst, runLast } from '../footprint/runs';
import { entryAt } from '../occupancy/byEpoch/exact';
import { footprintOf } from '../occupancy/byEpoch/positions';
import { Footprint } from '../records/byEpoch/footprint';
import { Positions } from '../records/byEpoch/positions';
import { RingTable } from '../records/byEpoch/ringTable';

/** Bytes of the number of runs, which comes first. */
const HEAD_BYTES: u32 = 2;
/** Bytes of a run: its ring, first cell and number of cells. */
const RUN_BYTES: u32 = 6;
/** Most bytes of the difference between the intensities of two cells. */
const MOST_VALUE_BYTES: u32 = 3;

/** Most bytes that packFootprint writes for satellite `index`. */
export function footprintBytes(rings: RingTable, positions: Positions, index: u32, footprint: Footprint): u32 {
  footprintOf(rings, positions, index, footprint);
  let bytes = HEAD_BYTES;
  for (let r = footprint.firstRing; r <= footprint.lastRing; r++) {
    const ring = rings.ring(r);
    for (let run = firstRun(footprint, ring); run != NO_RUN; run = laterRun(footprint, ring, run)) {
      bytes += RUN_BYTES + MOST_VALUE_BYTES * <u32>(runLast(run) + 1 - runFirst(run));
    }
  }
  return bytes;
}

/**
 * Writes the footprint of satellite `index` and the intensity of each of its cells, including 0, little-endian; returns
 * the number of bytes. `sum`: a map of sums that count the satellite itself, so that each is one more than the
 * intensity.
 *
 * The number of runs (u16) comes first; a run is neighbouring cells of one ring. Then each run follows as three u16:
 * its ring, counted from 1 at the north pole, its first cell, counted eastwards from 0 in the ring, and its number of
 * cells. A run with more cells than are left to the end of the ring goes on with the ring's first cell. Then each cell
 * follows as the difference d of its intensity to that of the cell before it, or to 0 for the first cell. The number
 * 2 d or, for d below 0, -2 d - 1 is written in bytes of seven bits, the lowest bits first; the high bit of a byte is
 * set if more bytes follow.
 */
export function packFootprint(
  rings: RingTable,
  positions: Positions,
  index: u32,
  sum: usize,
  footprint: Footprint,
  out: usize,
): u32 {
  footprintOf(rings, positions, index, footprint);
  let runs: u32 = 0;
  let end = out + HEAD_BYTES;
  for (let r = footprint.firstRing; r <= footprint.lastRing; r++) {
    const ring = rings.ring(r);
    for (let run = firstRun(footprint, ring); run != NO_RUN; run = laterRun(footprint, ring, run)) {
      store<u16>(end, <u16>r);
      store<u16>(end, <u16>runFirst(run), 2);
      store<u16>(end, <u16>(runLast(run) + 1 - runFirst(run)), 4);
      end += RUN_BYTES;
      runs++;
    }
  }
  store<u16>(out, <u16>runs);
  let before: i32 = 0;
  for (let at = out + HEAD_BYTES, stop = end; at < stop; at += RUN_BYTES) {
    const ring = rings.ring(load<u16>(at));
    const row = sum + ring.row;
    const first = <i32>load<u16>(at, 2);
    const behind = first + <i32>load<u16>(at, 4);
    for (let i = first; i < behind; i++) {
      const value = <i32>entryAt(row, i < ring.cells ? i : i - ring.cells) - 1;
      end = storeDifference(end, value - before);
      before = value;
    }
  }
  return <u32>(end - out);
}


@inline
function storeDifference(at: usize, difference: i32): usize {
  let rest = <u32>((difference << 1) ^ (difference >> 31));
  for (; rest >= 0x80; rest >>>= 7) store<u8>(at++, <u8>(rest | 0x80));
  store<u8>(at, <u8>rest);
  return at + 1;
}
