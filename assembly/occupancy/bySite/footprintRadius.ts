import { VERTICAL_RAD } from '../../constants';

/**
 * Margin of a satellite's distance from the Earth's centre: short-period terms of J2 change it by up to 12 km, and its
 * osculating perigee and apogee by as much again.
 */
export const RADIUS_MARGIN_KM: f64 = 30.0;
const ANGLE_MARGIN_RAD: f64 = (0.5 * Math.PI) / 180.0;

/**
 * Radius (radians) of the footprint, on a sphere with the radius `sphere` (km), of a satellite at geocentric distance r
 * (km): with `side` -1 an upper bound, larger by the margins; with 1 a lower bound, smaller by them, and below 0 if no
 * site is certainly covered.
 */
export function footprintRadius(sphere: f64, r: f64, sinMinElevation: f64, side: f64): f64 {
  const elevation = Math.asin(sinMinElevation) + side * VERTICAL_RAD;
  return Math.acos(min(1.0, (sphere * Math.cos(elevation)) / r)) - elevation - side * ANGLE_MARGIN_RAD;
}
