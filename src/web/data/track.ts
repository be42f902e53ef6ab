import { EPOCH_MS } from '../../spec.js';
import { ask, windowOf } from './client.js';
import { numbersIn } from './numbers.js';

/** Analysis window in time: its first instant, and its length in minutes. */
export interface WindowSpan {
  startMs: number;
  epochCount: number;
}

/** Positions of a tracked satellite over the window. */
export interface Track extends WindowSpan {
  /** Identity of the window. */
  window: string;
  /** Earth-fixed x, y and z in km per epoch, to a centimetre; NaN if the satellite cannot be propagated to it. */
  fixedKm: Float64Array;
}

const HEAD_BYTES = 8;
const PER_KM = 100_000;
const ORDER = 7;
const AXES = 3;

/**
 * Reads a track: u32 epochs, u32 window start in seconds since 1970, both little-endian, then positions as
 * src/codec/track.ts packs them. Throws RangeError if they do not end with the last epoch.
 */
export function readTrack(bytes: ArrayBuffer, window: string): Track {
  const head = new DataView(bytes);
  const epochCount = head.getUint32(0, true);
  const fixedKm = new Float64Array(AXES * epochCount).fill(Number.NaN);
  const { next, signed, offset } = numbersIn(bytes, HEAD_BYTES);
  let epoch = 0;
  while (offset() < bytes.byteLength) {
    epoch += next();
    const to = epoch + next();
    if (to > epochCount) throw new RangeError(`a track of ${epochCount} epochs has positions up to epoch ${to}`);
    const sums = new Float64Array(AXES * ORDER);
    const km = [0, 0, 0] as [number, number, number];
    for (; epoch < to; epoch++) {
      for (let axis = 0; axis < AXES; axis++) {
        let sum = signed();
        for (let k = ORDER * (axis + 1) - 1; k >= ORDER * axis; k--) sum = sums[k] = (sums[k] as number) + sum;
        km[axis] = sum / PER_KM;
      }
      fixedKm.set(km, AXES * epoch);
    }
  }
  if (epoch !== epochCount) throw new RangeError(`a track of ${epochCount} epochs ends after ${epoch}`);
  return { window, startMs: 1000 * head.getUint32(4, true), epochCount, fixedKm };
}

export async function loadTrack(satelliteId: number, signal: AbortSignal): Promise<Track> {
  const response = await ask('/page/track', { query: { tracked_satellite_id: satelliteId }, signal });
  return readTrack(await response.arrayBuffer(), windowOf(response));
}

export function epochMsOf(track: Pick<Track, 'startMs'>, epoch: number): number {
  return track.startMs + EPOCH_MS * epoch;
}

/** Epoch that contains an instant, or the nearest one of the window. */
export function epochAt({ startMs, epochCount }: WindowSpan, ms: number): number {
  return Math.min(Math.max(Math.floor((ms - startMs) / EPOCH_MS), 0), epochCount - 1);
}
