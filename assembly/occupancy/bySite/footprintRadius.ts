import { VERTICAL_RAD } from '../../constants';

/** Margin of the radius: short-period J2 terms move it by up to 12 km, and the osculating apsides by as much again. */
export const RADIUS_MARGIN_KM: f64 = 30.0;
const ANGLE_MARGIN_RAD: f64 = (0.5 * Math.PI) / 180.0;

/**
 * Radius (radians) of the footprint on a sphere of radius `sphere`, seen from a satellite at geocentric distance r
 * (km): `side` -1 makes it larger by the margins, +1 smaller. NaN below the sphere or where no site stands under the
 * satellite.
 */
export function footprintRadius(sphere: f64, r: f64, sinMinElevation: f64, side: f64): f64 {
  const elevation = Math.asin(sinMinElevation) + side * VERTICAL_RAD;
  return Math.acos(min(1.0, (sphere * Math.cos(elevation)) / r)) - elevation - side * ANGLE_MARGIN_RAD;
}
