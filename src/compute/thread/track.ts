import { geodeticOf } from '../../core/geodetic.js';
import type { CoreInstance } from '../../core/instance.js';
import type { TrackTask } from '../tasks.js';

/** Geodetic latitude and longitude (degrees) and height (km), epoch by epoch: the slot's text takes the positions. */
export function placesUnder({ kernels, layout, memory }: CoreInstance, task: TrackTask): Float32Array {
  const { window, slot, satellite, from, to } = task;
  const positions = slot + layout.SLOT_TEXT;
  kernels.trackPositions(window, satellite, from, to, slot + layout.SLOT_SCRATCH, positions);
  const xyz = new Float64Array(memory.buffer, positions, 3 * (to - from));
  const places = new Float32Array(xyz.length);
  for (let i = 0; i < xyz.length; i += 3) {
    const { latDeg, lonDeg, heightKm } = geodeticOf(xyz[i] as number, xyz[i + 1] as number, xyz[i + 2] as number);
    places.set([latDeg, lonDeg, heightKm], i);
  }
  return places;
}
