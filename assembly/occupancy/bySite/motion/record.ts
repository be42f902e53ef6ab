import { TWO_PI } from '../../../constants';

/**
 * The motion of a near-earth satellite through a window, as polynomials: f64. Times are minutes since the elset's epoch
 * (t) or since the middle of the window (d); angles radians, lengths km.
 */
export const MOTION_BYTES: u32 = 384;
/** From an epoch's index to t and, less, to d. */
export const T0: u32 = 0;
export const MIDDLE: u32 = 8;
/** Mean argument of latitude: six coefficients in t. */
export const LATITUDE: u32 = 16;
/** Semi-major axis: the coefficients of its root in t, four of them behind the 1 that leads them, and its scale. */
export const AXIS_ROOT: u32 = 64;
export const AXIS: u32 = 96;
/** Eccentricity vector: four coefficients in d of each component, and how the first moves the latitude. */
export const EX: u32 = 104;
export const EY: u32 = 136;
export const LONG_PERIOD: u32 = 168;
/** Longitude of the node over the turning Earth: three coefficients in t. */
export const NODE: u32 = 176;
/** Short-period terms: of radius, argument of latitude, node and inclination. */
export const SHORT_RADIUS: u32 = 200;
export const SHORT_LATITUDE: u32 = 208;
export const SHORT_NODE: u32 = 216;
export const SINI: u32 = 224;
export const COSI: u32 = 232;
/** How far positions may be off, km; the largest eccentricity of the window. */
export const ERROR: u32 = 240;
export const ECCENTRICITY: u32 = 248;
/** Rough forms in turns and d: argument of latitude, four coefficients, and longitude of the node, two. */
export const COARSE_LATITUDE: u32 = 256;
export const COARSE_NODE: u32 = 288;
/** The largest angle to a site that is covered, and the same by the rough forms; the fastest motion over the Earth. */
export const REACH: u32 = 304;
export const COARSE_REACH: u32 = 312;
export const FASTEST: u32 = 320;

/** The root of the semi-major axis relative to that at the elset's epoch. */
@inline
export function axisRoot(motion: usize, t: f64): f64 {
  return (
    1.0 +
    t *
      (load<f64>(motion, AXIS_ROOT) +
        t *
          (load<f64>(motion, AXIS_ROOT + 8) +
            t * (load<f64>(motion, AXIS_ROOT + 16) + t * load<f64>(motion, AXIS_ROOT + 24))))
  );
}

/** The mean argument of latitude. */
@inline
export function meanLatitude(motion: usize, t: f64): f64 {
  let value = load<f64>(motion, LATITUDE + 32) + t * load<f64>(motion, LATITUDE + 40);
  value = load<f64>(motion, LATITUDE + 24) + t * value;
  value = load<f64>(motion, LATITUDE + 16) + t * value;
  value = load<f64>(motion, LATITUDE + 8) + t * value;
  return load<f64>(motion, LATITUDE) + t * value;
}

/** How fast the mean argument of latitude grows, from its rough form. */
@inline
export function latitudeRate(motion: usize, d: f64): f64 {
  const bend = 2.0 * load<f64>(motion, COARSE_LATITUDE + 16) + 3.0 * d * load<f64>(motion, COARSE_LATITUDE + 24);
  return TWO_PI * (load<f64>(motion, COARSE_LATITUDE + 8) + d * bend);
}

/** Longitude of the node over the turning Earth. */
@inline
export function nodeLongitude(motion: usize, t: f64): f64 {
  return load<f64>(motion, NODE) + t * (load<f64>(motion, NODE + 8) + t * load<f64>(motion, NODE + 16));
}

/** A component of the eccentricity vector. */
@inline
export function turning(from: usize, d: f64): f64 {
  return load<f64>(from) + d * (load<f64>(from, 8) + d * (load<f64>(from, 16) + d * load<f64>(from, 24)));
}
