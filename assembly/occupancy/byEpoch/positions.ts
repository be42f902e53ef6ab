import { placeFootprint } from '../../footprint/footprint';
import { SATELLITE_FOOTPRINT_RAD, SATELLITE_SIN_MIN_ELEVATION } from '../../layout';
import { rangePositions, satelliteRecord } from '../../window';

/** x, y, z, f64. */
const POSITION_BYTES: u32 = 24;

/**
 * Where the satellites [from, to) are at epoch k: x, y, z (km, Earth-fixed) of each at its place in `positions`, which
 * has room for all of the window; NaN where one fails. Returns how many fail. `scratch`: 256 bytes.
 */
export function epochPositions(window: usize, k: u32, from: u32, to: u32, scratch: usize, positions: usize): u32 {
  const x = positions + <usize>from * POSITION_BYTES;
  return rangePositions(window, k, from, to, scratch, x, x + 8, x + 16, POSITION_BYTES);
}

/**
 * Whether the footprints of two satellites at their positions may have a cell in common: no further apart than boundMotion
 * allows both to reach.
 */
export function mayMeet(window: usize, positions: usize, a: u32, b: u32): bool {
  const reach =
    load<f64>(satelliteRecord(window, a), SATELLITE_FOOTPRINT_RAD) +
    load<f64>(satelliteRecord(window, b), SATELLITE_FOOTPRINT_RAD);
  if (reach >= Math.PI) return true;
  const one = positions + <usize>a * POSITION_BYTES;
  const other = positions + <usize>b * POSITION_BYTES;
  // False where one of them is NaN: it has no footprint.
  return dot(one, other) >= Math.cos(reach) * Math.sqrt(dot(one, one) * dot(other, other));
}

function dot(a: usize, b: usize): f64 {
  return load<f64>(a) * load<f64>(b) + load<f64>(a, 8) * load<f64>(b, 8) + load<f64>(a, 16) * load<f64>(b, 16);
}

/** Prepares the footprint of satellite `index` of the window at its position of epochPositions. */
export function footprintOf(window: usize, rings: usize, positions: usize, index: u32, footprint: usize): void {
  const sinMinElevation = load<f64>(satelliteRecord(window, index), SATELLITE_SIN_MIN_ELEVATION);
  placeFootprint(footprint, rings, positions + <usize>index * POSITION_BYTES, sinMinElevation);
}
