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
 * Finds where a satellite is epoch by epoch: Earth-fixed x, y, z in km, NaN where it cannot be propagated. The positions
 * lie in the slot's text meanwhile.
 */
export function track({ kernels, layout, memory }: CoreInstance, task: TrackTask): Float64Array {
  const { window, slot, satellite, from, to } = task;
  const positions = slot + layout.SLOT_TEXT;
  kernels.writeEphemeris(window, satellite, from, to, slot + layout.SLOT_SCRATCH, positions);
  return new Float64Array(memory.buffer, positions, 3 * (to - from)).slice();
}
