import { EPOCH_MS } from '../../spec.js';
import { earthFixed, type Place, RAD_PER_DEG, type Vector } from './geodetic.js';
import type { Track } from './track.js';

/** Place from which the sky is looked at. */
export interface Site extends Place {
  /** Height above the ellipsoid. */
  heightM: number;
}

/** Direction in the sky. */
export interface Direction {
  /** Degrees clockwise from north, 0 to below 360. */
  azimuthDeg: number;
  elevationDeg: number;
}

export interface Look extends Direction {
  rangeKm: number;
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/** Returns a function from an Earth-fixed position in km to its direction and distance from a site; NaN for NaN. */
export function lookFrom({ latDeg, lonDeg, heightM }: Site): (position: Vector) => Look {
  const origin = earthFixed({ latDeg, lonDeg, heightKm: heightM / 1000 });
  const [sinLat, cosLat] = [Math.sin(RAD_PER_DEG * latDeg), Math.cos(RAD_PER_DEG * latDeg)];
  const [sinLon, cosLon] = [Math.sin(RAD_PER_DEG * lonDeg), Math.cos(RAD_PER_DEG * lonDeg)];
  const up = [cosLat * cosLon, cosLat * sinLon, sinLat] as const;
  const east = [-sinLon, cosLon, 0] as const;
  const north = [-sinLat * cosLon, -sinLat * sinLon, cosLat] as const;
  return (position) => {
    const to = [position[0] - origin[0], position[1] - origin[1], position[2] - origin[2]] as const;
    const [right, ahead, above] = [dot(to, east), dot(to, north), dot(to, up)];
    const azimuth = Math.atan2(right, ahead) / RAD_PER_DEG;
    return {
      azimuthDeg: azimuth < 0 ? azimuth + 360 : azimuth,
      elevationDeg: Math.atan2(above, Math.hypot(right, ahead)) / RAD_PER_DEG,
      rangeKm: Math.hypot(...to),
    };
  };
}

/** Earth-fixed position in km at an epoch of a track; NaN if the satellite has none there. */
function fixedAt(positions: Float32Array, epoch: number): Vector {
  const [latDeg, lonDeg, heightKm] = positions.subarray(3 * epoch, 3 * epoch + 3) as unknown as Vector;
  return earthFixed({ latDeg, lonDeg, heightKm });
}

/** Elevation in degrees over a site at each epoch of a track; NaN at epochs without a position. */
export function elevationsDeg(site: Site, positions: Float32Array): Float32Array {
  const look = lookFrom(site);
  return Float32Array.from(
    { length: positions.length / 3 },
    (_none, epoch) => look(fixedAt(positions, epoch)).elevationDeg,
  );
}

/**
 * Earth-fixed position in km at an instant of a track, by the cubic through the four nearest epochs. The error is some
 * metres, as satellites move at most 4 degrees along their orbits between epochs. NaN beside epochs without a position,
 * and outside the window.
 */
export function positionBetween(track: Track, ms: number): Vector {
  const at = (ms - track.startMs) / EPOCH_MS;
  const last = track.epochCount - 1;
  if (!(at >= 0 && at <= last)) return [Number.NaN, Number.NaN, Number.NaN];
  if (Number.isInteger(at)) return fixedAt(track.positions, at);
  const first = Math.min(Math.max(Math.floor(at) - 1, 0), Math.max(0, last - 3));
  const sum: [number, number, number] = [0, 0, 0];
  const knots = Array.from({ length: Math.min(4, track.epochCount) }, (_none, index) => first + index);
  for (const knot of knots) {
    let weight = 1;
    for (const other of knots) if (other !== knot) weight *= (at - other) / (knot - other);
    const position = fixedAt(track.positions, knot);
    for (let axis = 0; axis < 3; axis++) sum[axis] = (sum[axis] ?? 0) + weight * (position[axis] ?? Number.NaN);
  }
  return sum;
}

/** Direction of a satellite at an instant, which is in milliseconds since 1970. */
export interface PathPoint extends Direction {
  ms: number;
}

/** Most points of a path: more would not show in a plot. */
const PATH_POINTS = 240;
const LONGEST_STEP_MS = 600_000;

/** Path of a satellite through the sky over a site between two instants; points without a position are left out. */
export function pathThrough(track: Track, site: Site, fromMs: number, toMs: number): PathPoint[] {
  const look = lookFrom(site);
  const stepMs = Math.min((toMs - fromMs) / PATH_POINTS, LONGEST_STEP_MS);
  const count = stepMs > 0 ? Math.ceil((toMs - fromMs) / stepMs) : 0;
  return Array.from({ length: count + 1 }, (_none, index) => {
    const ms = Math.min(fromMs + index * stepMs, toMs);
    return { ms, ...look(positionBetween(track, ms)) };
  }).filter(({ elevationDeg }) => !Number.isNaN(elevationDeg));
}
