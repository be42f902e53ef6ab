import { placeFootprint } from '../../footprint/footprint';
import { SATELLITE_SIN_MIN_ELEVATION, WINDOW_DEEP_COUNT, WINDOW_NEAR_COUNT } from '../../layout';
import { satelliteRecord, trackPositions } from '../../window';

/** x, y, z, f64. */
const POSITION_BYTES: usize = 24;

/**
 * Where all satellites are at epoch k: x, y, z (km, Earth-fixed) of each, in the window's order, into `out`; NaN where
 * one fails. Returns how many fail. `scratch`: 256 bytes.
 */
export function epochPositions(window: usize, k: u32, scratch: usize, out: usize): u32 {
  const count = load<u32>(window, WINDOW_NEAR_COUNT) + load<u32>(window, WINDOW_DEEP_COUNT);
  let failed: u32 = 0;
  for (let index: u32 = 0; index < count; index++) {
    failed += trackPositions(window, index, k, k + 1, scratch, out + <usize>index * POSITION_BYTES);
  }
  return failed;
}

/** Prepares the footprint of satellite `index` of the window at its position of epochPositions. */
export function footprintOf(window: usize, rings: usize, positions: usize, index: u32, footprint: usize): void {
  const sinMinElevation = load<f64>(satelliteRecord(window, index), SATELLITE_SIN_MIN_ELEVATION);
  placeFootprint(footprint, rings, positions + <usize>index * POSITION_BYTES, sinMinElevation);
}
