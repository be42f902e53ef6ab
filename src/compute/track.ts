import { geodeticOf } from '../core/geodetic.js';
import type { CoreInstance } from '../core/instance.js';
import type { LoadedWindow } from '../store/loadedWindow.js';
import type { AnalysisParts } from './analysis.js';
import type { TrackTask } from './tasks.js';

type Asked = Pick<TrackTask, 'satellite' | 'from' | 'to'>;

/** Runs a question about the way of one satellite in a slot. */
export async function askInSlot<T>(
  { slots, windows }: Pick<AnalysisParts, 'slots' | 'windows'>,
  window: LoadedWindow,
  { satellite, from, to }: Asked,
  run: (task: TrackTask) => Promise<T>,
): Promise<T> {
  const release = windows.hold(window);
  try {
    const slot = await slots.acquire();
    try {
      return await run({ window: window.record.pointer, slot: slot.pointer, satellite, from, to });
    } finally {
      slot.release();
    }
  } finally {
    release();
  }
}

/** Where a satellite of the window is, as `placesUnder` says it. */
export async function askTrack(
  parts: Pick<AnalysisParts, 'pool' | 'slots' | 'windows'>,
  window: LoadedWindow,
  asked: Asked,
): Promise<Float32Array> {
  return askInSlot(parts, window, asked, (task) => parts.pool.track(task));
}

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
