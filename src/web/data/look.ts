import { EPOCH_MS } from '../../spec.js';
import { earthFixed, type Place, RAD_PER_DEG, type Vector } from './geodetic.js';
import type { Track } from './track.js';

/** Place from which the sky is looked at. */
export interface Site extends Place {
  /** Height above the ellipsoid; a station's height above the sea is taken for it. */
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

/** Returns a function from an Earth-fixed position in km to the vector from a site to it. */
function vectorFrom({ latDeg, lonDeg, heightM }: Site): (position: Vector) => Vector {
  const origin = earthFixed({ latDeg, lonDeg, heightKm: heightM / 1000 });
  return (position) => [position[0] - origin[0], position[1] - origin[1], position[2] - origin[2]];
}

/** Returns a function from an Earth-fixed position in km to its direction and distance from a site; NaN for NaN. */
export function lookFrom(site: Site): (position: Vector) => Look {
  const vectorTo = vectorFrom(site);
  const { latDeg, lonDeg } = site;
  const [sinLat, cosLat] = [Math.sin(RAD_PER_DEG * latDeg), Math.cos(RAD_PER_DEG * latDeg)];
  const [sinLon, cosLon] = [Math.sin(RAD_PER_DEG * lonDeg), Math.cos(RAD_PER_DEG * lonDeg)];
  const up = [cosLat * cosLon, cosLat * sinLon, sinLat] as const;
  const east = [-sinLon, cosLon, 0] as const;
  const north = [-sinLat * cosLon, -sinLat * sinLon, cosLat] as const;
  return (position) => {
    const to = vectorTo(position);
    const [right, ahead, above] = [dot(to, east), dot(to, north), dot(to, up)];
    const azimuth = Math.atan2(right, ahead) / RAD_PER_DEG;
    return {
      azimuthDeg: azimuth < 0 ? azimuth + 360 : azimuth,
      elevationDeg: Math.atan2(above, Math.hypot(right, ahead)) / RAD_PER_DEG,
      rangeKm: Math.hypot(...to),
    };
  };
}

/** Motion of a satellite in Earth-fixed axes: its position in km, and its velocity in km/s. */
export interface Motion {
  position: Vector;
  velocity: Vector;
}

const KNOTS = 6;
const NOWHERE: Vector = [Number.NaN, Number.NaN, Number.NaN];

/**
 * Motion at an instant of a track, by Lagrange's polynomial through the six nearest epochs, and its derivative. On a
 * low orbit it is right to 2 cm and 1 mm/s, in the first and last two minutes of the track to five times that. NaN
 * outside the window, and if one of the six has no position.
 */
export function motionAt({ startMs, epochCount, fixedKm }: Track, ms: number): Motion {
  const at = (ms - startMs) / EPOCH_MS;
  if (!(at >= 0 && at <= epochCount - 1)) return { position: NOWHERE, velocity: NOWHERE };
  const count = Math.min(KNOTS, epochCount);
  const first = Math.max(0, Math.min(Math.floor(at) - 2, epochCount - count));
  const from = at - first;
  const knots = Array.from({ length: count }, (_none, knot) => {
    let [weight, slope] = [1, 0];
    for (let other = 0; other < count; other++) {
      if (other === knot) continue;
      slope = (slope * (from - other) + weight) / (knot - other);
      weight *= (from - other) / (knot - other);
    }
    return { offset: 3 * (first + knot), weight, slope: slope / (EPOCH_MS / 1000) };
  });
  const along = (by: 'weight' | 'slope'): Vector => {
    const sum = (axis: number) => knots.reduce((all, knot) => all + knot[by] * (fixedKm[knot.offset + axis] ?? 0), 0);
    return [sum(0), sum(1), sum(2)];
  };
  return { position: along('weight'), velocity: along('slope') };
}

/** Earth-fixed position in km at an instant: at an epoch that of the track, else that of motionAt, which may be NaN. */
export function positionBetween(track: Track, ms: number): Vector {
  const at = (ms - track.startMs) / EPOCH_MS;
  const isEpoch = Number.isInteger(at) && at >= 0 && at < track.epochCount;
  return isEpoch ? (track.fixedKm.subarray(3 * at, 3 * at + 3) as unknown as Vector) : motionAt(track, ms).position;
}

/** Returns a function from the motion of a satellite to the rate in km/s at which its distance from a site grows. */
export function rangeRateFrom(site: Site): (motion: Motion) => number {
  const vectorTo = vectorFrom(site);
  return ({ position, velocity }) => {
    const to = vectorTo(position);
    return dot(to, velocity) / Math.hypot(...to);
  };
}

/** Direction of a satellite at an instant, which is in milliseconds since 1970. */
export interface PathPoint extends Direction {
  ms: number;
}

/** Number of steps of a path of up to 40 hours: more would not show in a plot. */
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
