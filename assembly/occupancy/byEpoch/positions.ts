import { writeFootprint } from '../../footprint/footprint';
import { Footprint } from '../../records/byEpoch/footprint';
import { Positions, POSITIONS_HEADER_BYTES } from '../../records/byEpoch/positions';
import { RingTable } from '../../records/byEpoch/ringTable';
import { PAIRS_AT_ONCE } from '../../records/sgp4/orbitPair';
import { Scratch } from '../../records/sgp4/scratch';
import { Position } from '../../records/sgp4/state';
import { Window } from '../../records/window';
import { settlePair } from '../../sgp4/fixedPair';
import { propagatePairs } from '../../sgp4/propagatePairs';
import { OK } from '../../status';

/** Bytes of the positions of `count` satellites. */
export function positionsBytes(count: u32): u32 {
  return POSITIONS_HEADER_BYTES + 4 * planeBytes(count);
}

/**
 * Bytes of a plane, one f64 per satellite and 64 bytes or more to spare: kernels that read several satellites at once
 * may read beyond the last.
 */
@inline
function planeBytes(count: u32): u32 {
  return ((count << 3) + 127) & ~63;
}

/**
 * Writes the sines of the minimum elevations of a window's satellites, and NaN for all positions, which epochPositions
 * writes later.
 */
export function openPositions(window: Window, positions: Positions): void {
  const count = window.satelliteCount;
  clearPositions(positions, count);
  for (let index: u32 = 0; index < count; index++) {
    store<f64>(positions.entry(index) + 3 * positions.plane, window.satellite(index).sinMinElevation);
  }
}

/**
 * Writes the positions of satellites [from, to) at epoch k; returns the number of satellites that cannot be propagated
 * or are below 90 km, whose positions are NaN.
 */
export function epochPositions(
  window: Window,
  k: u32,
  from: u32,
  to: u32,
  scratch: Scratch,
  positions: Positions,
): u32 {
  const near = min(to, window.nearCount);
  let failed: u32 = 0;
  for (let index = from; index < to;) {
    // Near-earth satellites are paired with near-earth ones.
    const end = index < near ? near : to;
    const count = min(end - index, 2 * PAIRS_AT_ONCE);
    failed += blockPositions(window, k, index, count, scratch, positions);
    index += count;
  }
  return failed;
}

/** Does the work of epochPositions for at most 2 PAIRS_AT_ONCE satellites, all near-earth or all deep-space. */
function blockPositions(window: Window, k: u32, from: u32, count: u32, scratch: Scratch, positions: Positions): u32 {
  const instant = window.instant(k);
  const pairs = (count + 1) >>> 1;
  for (let i: u32 = 0; i < pairs; i++) {
    const pair = scratch.orbits.behind(i);
    pair.first.set(window.satellite(from + 2 * i), instant);
    pair.second.set(window.satellite(from + min(2 * i + 1, count - 1)), instant);
  }
  propagatePairs(scratch.orbits, pairs, false, scratch);
  let failed: u32 = 0;
  for (let i: u32 = 0; i < pairs; i++) {
    const pair = scratch.orbits.behind(i);
    const status = settlePair(pair, false, scratch);
    const at = positions.entry(from + 2 * i);
    failed += u32((status & 0xff) != OK);
    storeLane(at, positions.plane, changetype<usize>(pair));
    if (2 * i + 1 == count) break;
    failed += u32(status >>> 8 != OK);
    storeLane(at + 8, positions.plane, changetype<usize>(pair) + 8);
  }
  return failed;
}


@inline
function storeLane(at: usize, plane: usize, lane: usize): void {
  store<f64>(at, load<f64>(lane));
  store<f64>(at + plane, load<f64>(lane, 16));
  store<f64>(at + plane + plane, load<f64>(lane, 32));
}

/** Copies positions and sines of `count` satellites to `out`; `indexes`: their indexes, u32, `stride` bytes apart. */
export function pickPositions(positions: Positions, indexes: usize, stride: u32, count: u32, out: Positions): void {
  clearPositions(out, count);
  for (let i: u32 = 0; i < count; i++, indexes += stride) {
    const index = load<u32>(indexes);
    for (let p: u32 = 0; p < 4; p++)
      store<f64>(out.entry(i) + p * out.plane, load<f64>(positions.entry(index) + p * positions.plane));
  }
}

/** Writes the footprint of satellite `index`. */
export function footprintOf(rings: RingTable, positions: Positions, index: u32, footprint: Footprint): void {
  ownPosition(positions, index, footprint.own);
  writeFootprint(footprint, rings, footprint.own, positions.sine(index));
}

/** Writes the position of satellite `index`, km. */
export function ownPosition(positions: Positions, index: u32, own: Position): void {
  own.x = positions.x(index);
  own.y = positions.y(index);
  own.z = positions.z(index);
}

/** Sets the number of satellites, and all planes to NaN: a satellite without a position has no footprint. */
function clearPositions(positions: Positions, count: u32): void {
  const plane = planeBytes(count);
  positions.count = count;
  positions.plane = plane;
  const from = positions.entry(0);
  const end = from + 4 * plane;
  for (let at = from; at < end; at += 16) v128.store(at, f64x2.splat(NaN));
}
