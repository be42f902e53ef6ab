import { VERTICAL_RAD } from '../../constants';

/**
 * Margin of a satellite's distance from the Earth's centre: short-period terms of J2 change it by up to 12 km, and the
 * osculating perigee and apogee by up to 12 km more.
 */
export const RADIUS_MARGIN_KM: f64 = 30.0;
const ANGLE_MARGIN_RAD: f64 = (0.5 * Math.PI) / 180.0;

/**
 * Bound of the radius of a satellite's footprint, radians. `sphere`: radius of the ground, km; `r`: distance of the
 * satellite from the Earth's centre, km; `side`: -1 for an upper bound, 1 for a lower bound, which is below 0 if no
 * site is certainly covered. Both include margins for the tilt of the vertical and of half a degree.
 */
export function footprintRadius(sphere: f64, r: f64, sinMinElevation: f64, side: f64): f64 {
  const elevation = Math.asin(sinMinElevation) + side * VERTICAL_RAD;
  return Math.acos(min(1.0, (sphere * Math.cos(elevation)) / r)) - elevation - side * ANGLE_MARGIN_RAD;
}
