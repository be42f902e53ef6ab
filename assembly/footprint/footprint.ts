import { WGS84_A, WGS84_B } from '../constants';
import { FOOTPRINT_FIRST_RING, FOOTPRINT_LAST_RING, RING_TABLE_NSIDE, RING_TABLE_RINGS } from '../layout';
import { Position } from '../records/state';

/** What ringInterval reads of a footprint: f64, but for the pointers. */
export const POSITION: u32 = 8;
export const RINGS: u32 = 12;
export const Z: u32 = 16;
/** Distances from the Earth's axis and its inverse, and from its centre, squared. */
export const RHO: u32 = 24;
export const INVERSE_RHO: u32 = 32;
export const RANGE2: u32 = 40;
export const LON: u32 = 48;
export const SIN_MIN_ELEVATION: u32 = 56;
/** How far the closed form and the exact test may be apart, km: see ringInterval. */
export const TOLERANCE: u32 = 64;
/** Room for a position, for who has none in one place. */
export const OWN_POSITION: u32 = 72;

const TOLERANCE_SHARE: f64 = 1e-11;

/** WGS84's vertical is at most 0.1924 degrees off the direction from the Earth's centre. */
const VERTICAL_RAD: f64 = (0.2 * Math.PI) / 180.0;
const HALF_PI: f64 = 0.5 * Math.PI;

/**
 * Prepares the footprint of a satellite at `position` (km, Earth-fixed, at least 90 km high; it must stay there as long
 * as the footprint is used); sinMinElevation from 0 to below 1. 128 bytes. A NaN position has a footprint without rings.
 */
export function placeFootprint(footprint: usize, rings: usize, position: Position, sinMinElevation: f64): void {
  placePoint(footprint, rings, position, sinMinElevation);
  const z = load<f64>(footprint, Z);
  const rho = load<f64>(footprint, RHO);
  const range = Math.sqrt(load<f64>(footprint, RANGE2));
  if (isNaN(range)) {
    store<u32>(footprint, 1, FOOTPRINT_FIRST_RING);
    store<u32>(footprint, 0, FOOTPRINT_LAST_RING);
    return;
  }
  // From a site where the elevation is E the satellite stands at a geocentric elevation of E - VERTICAL_RAD or more,
  // and the farthest of these sites are those nearest to the Earth's centre.
  const elevation = Math.asin(sinMinElevation) - VERTICAL_RAD;
  const radius = Math.acos(min(1.0, (WGS84_B * Math.cos(elevation)) / range)) - elevation;
  const lat = Math.atan2(z, rho);
  const nside = load<i32>(rings, RING_TABLE_NSIDE);
  const north = <i32>Math.ceil(ringAt(nside, lat + (radius + VERTICAL_RAD)));
  const south = <i32>Math.floor(ringAt(nside, lat - (radius + VERTICAL_RAD)));
  store<i32>(footprint, max(1, north), FOOTPRINT_FIRST_RING);
  store<i32>(footprint, min(load<i32>(rings, RING_TABLE_RINGS), south), FOOTPRINT_LAST_RING);
}

/** As placeFootprint, but for the rings that may hold a covered cell: for who knows which rings to look at. */
export function placePoint(footprint: usize, rings: usize, position: Position, sinMinElevation: f64): void {
  const x = position.x;
  const y = position.y;
  const z = position.z;
  const rho = Math.sqrt(x * x + y * y);
  const range2 = x * x + y * y + z * z;
  const range = Math.sqrt(range2);
  store<u32>(footprint, <u32>changetype<usize>(position), POSITION);
  store<u32>(footprint, <u32>rings, RINGS);
  store<f64>(footprint, z, Z);
  store<f64>(footprint, rho, RHO);
  store<f64>(footprint, 1.0 / rho, INVERSE_RHO);
  store<f64>(footprint, range2, RANGE2);
  store<f64>(footprint, Math.atan2(y, x), LON);
  store<f64>(footprint, sinMinElevation, SIN_MIN_ELEVATION);
  store<f64>(footprint, TOLERANCE_SHARE * (range + WGS84_A), TOLERANCE);
}

/** The ring of a latitude as a real number, 0 to 4 nside at and beyond the poles (Gorski et al. 2005, eqs. 4 and 8). */
function ringAt(nside: i32, latRad: f64): f64 {
  const n = <f64>nside;
  if (latRad >= HALF_PI) return 0.0;
  if (latRad <= -HALF_PI) return 4.0 * n;
  const z = Math.sin(latRad);
  if (z > 2.0 / 3.0) return n * Math.sqrt(3.0 * (1.0 - z));
  if (z >= -2.0 / 3.0) return n * (2.0 - 1.5 * z);
  return 4.0 * n - n * Math.sqrt(3.0 * (1.0 + z));
}
