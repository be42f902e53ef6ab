import { VERTICAL_RAD, WGS84_A, WGS84_B } from '../constants';
import { Footprint } from '../records/byEpoch/footprint';
import { RingTable } from '../records/byEpoch/ringTable';
import { Position } from '../records/sgp4/state';

/** Footprint.tolerance as a share of |s| + a: see ringInterval. */
const TOLERANCE_SHARE: f64 = 1e-11;

const HALF_PI: f64 = 0.5 * Math.PI;

/**
 * Writes the footprint of a satellite at `position` (km, Earth-fixed, at least 90 km high). The footprint keeps the
 * address of `position`, which must not change while the footprint is used. sinMinElevation is from 0 to below 1. A NaN
 * position has a footprint without rings.
 */
export function writeFootprint(footprint: Footprint, rings: RingTable, position: Position, sinMinElevation: f64): void {
  writeBareFootprint(footprint, rings, position, sinMinElevation);
  const z = footprint.z;
  const rho = footprint.rho;
  const range = Math.sqrt(footprint.range2);
  if (isNaN(range)) {
    footprint.firstRing = <i32>1;
    footprint.lastRing = <i32>0;
    return;
  }
  // A site that sees the satellite at elevation E sees it at E - VERTICAL_RAD or more above the plane across the line
  // to the Earth's centre. At equal elevation, the central angle to the satellite is largest for sites nearest to that
  // centre: WGS84_B.
  const elevation = Math.asin(sinMinElevation) - VERTICAL_RAD;
  const radius = Math.acos(min(1.0, (WGS84_B * Math.cos(elevation)) / range)) - elevation;
  const lat = Math.atan2(z, rho);
  const nside = rings.nside;
  const north = <i32>Math.ceil(ringAt(nside, lat + (radius + VERTICAL_RAD)));
  const south = <i32>Math.floor(ringAt(nside, lat - (radius + VERTICAL_RAD)));
  footprint.firstRing = max(1, north);
  footprint.lastRing = min(rings.count, south);
}

/** Writes all fields of a footprint except `firstRing` and `lastRing`: for callers that know its rings already. */
export function writeBareFootprint(
  footprint: Footprint,
  rings: RingTable,
  position: Position,
  sinMinElevation: f64,
): void {
  const x = position.x;
  const y = position.y;
  const z = position.z;
  const rho = Math.sqrt(x * x + y * y);
  const range2 = x * x + y * y + z * z;
  const range = Math.sqrt(range2);
  footprint.position = position;
  footprint.rings = rings;
  footprint.z = z;
  footprint.rho = rho;
  footprint.inverseRho = 1.0 / rho;
  footprint.range2 = range2;
  footprint.lon = Math.atan2(y, x);
  footprint.sinMinElevation = sinMinElevation;
  footprint.tolerance = TOLERANCE_SHARE * (range + WGS84_A);
}

/**
 * Ring number of a latitude as a real number: 0 at the north pole and beyond, 4 nside at the south pole and beyond
 * (Gorski et al. 2005, eqs. 4 and 8).
 */
function ringAt(nside: i32, latRad: f64): f64 {
  const n = <f64>nside;
  if (latRad >= HALF_PI) return 0.0;
  if (latRad <= -HALF_PI) return 4.0 * n;
  const z = Math.sin(latRad);
  if (z > 2.0 / 3.0) return n * Math.sqrt(3.0 * (1.0 - z));
  if (z >= -2.0 / 3.0) return n * (2.0 - 1.5 * z);
  return 4.0 * n - n * Math.sqrt(3.0 * (1.0 + z));
}
