import { Satellite } from '../../../records/sgp4/satellite';
import { Scratch } from '../../../records/sgp4/scratch';
import { Window } from '../../../records/window';
import { OK } from '../../../status';
import { positionAt } from '../../../window';

/**
 * Number of epochs in a vector of a table. A table has the Earth-fixed positions of a satellite at every epoch of a
 * window: x, y and z in planes of f32 (km), NaN if the satellite cannot be propagated or is below 90 km. It serves the
 * few satellites that no simpler ephemeris fits.
 */
export const AT_ONCE: u32 = 4;
const LARGEST_KM: f64 = 60000.0;

/** Bytes of a plane of a table: one coordinate at every epoch. */
@inline
export function planeBytes(epochs: u32): u32 {
  return ((epochs + AT_ONCE - 1) / AT_ONCE) * (AT_ONCE << 2);
}

/** Bytes of a table, the positions of one satellite. */
export function tableBytes(epochs: u32): u32 {
  return 3 * planeBytes(epochs);
}

/** Writes a table at `minutes`; returns false if a coordinate is LARGEST_KM or more, which is too far for f32. */
export function fillTable(window: Window, record: Satellite, minutes: usize, scratch: Scratch): bool {
  const epochs = window.epochs;
  const plane = <usize>planeBytes(epochs);
  for (let k: u32 = 0; k < epochs; k++) {
    const at = minutes + ((<usize>k) << 2);
    const sound = positionAt(window, record, k, scratch) == OK;
    for (let axis: usize = 0; axis < 3; axis++) {
      const value = load<f64>(changetype<usize>(scratch) + (axis << 3));
      if (sound && !(Math.abs(value) < LARGEST_KM)) return false;
      store<f32>(at + axis * plane, sound ? <f32>value : NaN);
    }
  }
  return true;
}
