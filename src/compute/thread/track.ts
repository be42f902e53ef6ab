import { geodeticOf } from '../../core/geodetic.js';
import type { CoreInstance } from '../../core/instance.js';

/** One satellite of the window, at epochs [from, to). */
export interface TrackTask {
  window: number;
  slot: number;
  satellite: number;
  from: number;
  to: number;
}

/**
 * Finds the place below a satellite epoch by epoch: geodetic latitude and longitude in degrees and height in km, NaN
 * where it cannot be propagated. The positions lie in the slot's text meanwhile.
 */
export function track({ kernels, layout, memory }: CoreInstance, task: TrackTask): Float32Array {
  const { window, slot, satellite, from, to } = task;
  const positions = slot + layout.SLOT_TEXT;
  kernels.writeEphemeris(window, satellite, from, to, slot + layout.SLOT_SCRATCH, positions);
  const xyz = new Float64Array(memory.buffer, positions, 3 * (to - from));
  const below = new Float32Array(xyz.length);
  for (let i = 0; i < xyz.length; i += 3) {
    const { latDeg, lonDeg, heightKm } = geodeticOf(xyz[i] as number, xyz[i + 1] as number, xyz[i + 2] as number);
    below.set([latDeg, lonDeg, heightKm], i);
  }
  return below;
}
