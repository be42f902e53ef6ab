import { EPOCH_MS } from '../../spec.js';
import { ask, pathWith } from './client.js';
import { windowOf } from './window.js';

/** Positions of a tracked satellite over the window. */
export interface Track {
  /** Identity of the window. */
  window: string;
  startMs: number;
  epochCount: number;
  /** Geodetic latitude and longitude in degrees and altitude in km per epoch; NaN where it cannot be propagated. */
  positions: Float32Array;
}

const HEAD_BYTES = 8;
const BYTES_PER_EPOCH = 12;

/**
 * Reads a track: u32 epochs, u32 window start in seconds since 1970, then f32 latitude, longitude, altitude per epoch,
 * all little-endian. Throws RangeError where the length is another one.
 */
export function readTrack(bytes: ArrayBuffer, window: string): Track {
  const head = new DataView(bytes);
  const epochCount = head.getUint32(0, true);
  const expected = HEAD_BYTES + BYTES_PER_EPOCH * epochCount;
  if (bytes.byteLength !== expected) {
    throw new RangeError(`a track of ${epochCount} epochs has ${bytes.byteLength} bytes; it must have ${expected}`);
  }
  return {
    window,
    startMs: 1000 * head.getUint32(4, true),
    epochCount,
    positions: new Float32Array(bytes, HEAD_BYTES, 3 * epochCount),
  };
}

export async function loadTrack(satelliteId: number, signal: AbortSignal): Promise<Track> {
  const response = await ask(pathWith('/page/track', { tracked_satellite_id: satelliteId }), { signal });
  return readTrack(await response.arrayBuffer(), windowOf(response));
}

export function epochMsOf(track: Pick<Track, 'startMs'>, epoch: number): number {
  return track.startMs + EPOCH_MS * epoch;
}

/** Epoch that contains an instant, or the nearest one of the window. */
export function epochAt({ startMs, epochCount }: Pick<Track, 'startMs' | 'epochCount'>, ms: number): number {
  return Math.min(Math.max(Math.floor((ms - startMs) / EPOCH_MS), 0), epochCount - 1);
}
