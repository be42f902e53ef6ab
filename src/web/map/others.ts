import { E2, EQUATOR_KM, GRAVITY_KM3_PER_S2, RAD_PER_DEG, wrapLon } from '../data/geodetic.js';

/** Other satellites at an epoch, seven numbers each (compute/thread/states.ts); all 0 for one without a position. */
export interface Others {
  epoch: number;
  states: Int16Array;
}

/** Numbers of each satellite. */
const NUMBERS = 7;
const UNIT = 32_767;
const RADIUS_KM = 8;
const VELOCITY_KM_PER_S = 0.0005;
/** Rate of the Earth's rotation. */
const ROTATION_RAD_PER_S = 7.292_115e-5;

/**
 * Places below satellites some minutes from the epoch of their states: latitude and longitude in degrees, satellite by
 * satellite, NaN for one without a position. The orbits are Kepler's, by the series for f and g (Bate, Mueller, White
 * 1971, section 5.5), which are right within 0.1 degrees for ten minutes.
 *
 * @param seconds time since the epoch, negative before it
 */
export function placesBelow({ states }: Others, seconds: number): Float32Array {
  const count = states.length / NUMBERS;
  const places = new Float32Array(2 * count);
  const t = seconds;
  for (let i = 0; i < count; i++) {
    const at = NUMBERS * i;
    const r = RADIUS_KM * ((states[at + 3] as number) & 0xffff);
    const toKm = r / UNIT;
    const x = toKm * (states[at] as number);
    const y = toKm * (states[at + 1] as number);
    const z = toKm * (states[at + 2] as number);
    const vx = VELOCITY_KM_PER_S * (states[at + 4] as number);
    const vy = VELOCITY_KM_PER_S * (states[at + 5] as number);
    const vz = VELOCITY_KM_PER_S * (states[at + 6] as number);
    const u = GRAVITY_KM3_PER_S2 / r ** 3;
    const p = (x * vx + y * vy + z * vz) / (r * r);
    const q = (vx * vx + vy * vy + vz * vz) / (r * r) - u;
    const f =
      1 -
      (u / 2) * t ** 2 +
      ((u * p) / 2) * t ** 3 +
      (u / 24) * (3 * q - 15 * p ** 2 + u) * t ** 4 +
      ((u * p) / 8) * (7 * p ** 2 - 3 * q - u) * t ** 5;
    const g = t - (u / 6) * t ** 3 + ((u * p) / 4) * t ** 4 + (u / 120) * (9 * q - 45 * p ** 2 + u) * t ** 5;
    const nx = f * x + g * vx;
    const ny = f * y + g * vy;
    const nz = f * z + g * vz;
    const across = Math.hypot(nx, ny);
    const geocentric = Math.atan2(nz, across);
    // Converts to geodetic latitude, to the first order in the flattening.
    const lat = geocentric + (E2 / 2) * (EQUATOR_KM / Math.hypot(across, nz)) * Math.sin(2 * geocentric);
    places[2 * i] = lat / RAD_PER_DEG;
    places[2 * i + 1] = wrapLon((Math.atan2(ny, nx) - ROTATION_RAD_PER_S * t) / RAD_PER_DEG);
  }
  return places;
}

/** Other satellites of one minute. */
export interface OtherDots {
  /** Latitude and longitude of the place below each satellite, in degrees, satellite by satellite. */
  places: Float32Array;
  /** Operator of each satellite, as an index into `tints`; undefined while operators are not known. */
  kinds: ArrayLike<number> | undefined;
  /** Index of each operator's colour in the theme; undefined for operators that are switched off. */
  tints: readonly (number | undefined)[];
}

/** Another satellite within the beam of the receiver, and the place below it. */
export interface InBeam {
  name: string;
  latDeg: number;
  lonDeg: number;
}

/** Index in the theme of the colour of satellites whose operator has no colour of its own, or is not known. */
export const REST = 6;

/** Index of a satellite's colour in the theme; undefined if its operator is switched off. */
export function tintOf({ kinds, tints }: OtherDots, index: number): number | undefined {
  return kinds ? tints[kinds[index] ?? -1] : REST;
}
