import { Footprint } from '../records/byEpoch/footprint';
import { Ring } from '../records/byEpoch/ringTable';

/**
 * Value in place of a run of cells if the footprint covers no cell of the ring, or none after the runs returned so far.
 */
export const NO_RUN: i64 = -1;
/** Value in place of a run of cells if rounding may decide whether a cell of the ring is covered: covers() decides. */
export const IN_DOUBT: i64 = -2;

/**
 * Least A - |u| (see ringInterval), in tolerances, for which the closed form decides where an interval ends. With less,
 * the interval is about to vanish or to fill the ring, and rounding moves its ends too far.
 */
const CLOSING: f64 = 16.0;

/**
 * Returns the run of a ring's cells that a footprint covers, as first | last << 32, or NO_RUN, or IN_DOUBT. Cells are
 * counted eastwards from 0 at the ring's first; 0 <= first < cells and first <= last < first + cells. A last >= cells
 * stands for cell last - cells: the run passes longitude 0.
 *
 * Geometry. Let phi be the ring's latitude, a and e2 the ellipsoid's equatorial radius and squared eccentricity, W =
 * sqrt(1 - e2 sin^2(phi)), N = a / W, and p2 the square of the ground's distance from the Earth's centre. Let s = (rho,
 * z) be the satellite's position, S the sine of its minimum elevation, A = rho cos(phi), dlon its longitude less a
 * site's, h its height above the site's horizontal plane, and d its distance from the site. Then h = A cos(dlon) + z
 * sin(phi) - a W and d^2 = |s|^2 + p2 - 2 a^2 + 2 e2 N z sin(phi) - 2 N h. The satellite covers the site if h >= S d,
 * which is so if h is at least the larger root of h^2 + 2 S^2 N h = S^2 (|s|^2 + p2 - 2 a^2 + 2 e2 N z sin(phi)), that
 * is, if
 *
 *     A cos(dlon) >= u = a W - S^2 N - z sin(phi) + S sqrt(S^2 N^2 + p2 - 2 a^2 + |s|^2 + 2 e2 N z sin(phi)).
 *
 * Doubt. Rounding moves the two sides of covers() by at most 40 eps (|s| + a) in all (eps = 2^-53; site, difference,
 * products, sums), and h - S d changes by at least as much as h, so covers() can contradict this inequality only where
 * the inequality's two sides are as near to each other. A cos(dlon) and u as computed here are off by at most 200 eps
 * (|s| + a): the root's argument loses digits for low satellites, but where h >= 0 it is above 1000^2 km^2 for all that
 * are at least 90 km high. The footprint's tolerance, 1e-11 (|s| + a), is 370 times the sum of both bounds. The ring is
 * in doubt if |A cos(dlon) - u| <= tolerance at the centre of a cell. With w = acos(c), c = u / A, and 1 - |c| >=
 * CLOSING x tolerance / A, such a centre lies within 2.1 tolerance / (A sin w) of w or -w, since A |cos(w + t) -
 * cos(w)| >= 0.479 A |t| sin(w) for |t| <= sin(w) <= 1. The test takes 4 in place of 2.1, which leaves at least 1e-11
 * rad for the errors of acos, atan2 and the scaling to cells; these are below 1e-14.
 */
export function ringInterval(footprint: Footprint, ring: Ring): i64 {
  const sine = footprint.sinMinElevation;
  const z = footprint.z;
  const s2n = sine * sine * ring.normal;
  const squares = s2n * ring.normal + ring.squares + footprint.range2 + ring.shiftZ * z;
  const u = ring.up - s2n - z * ring.sinLat + sine * Math.sqrt(max(0.0, squares));
  const a = footprint.rho * ring.cosLat;
  const tolerance = footprint.tolerance;
  if (u > a + tolerance) return NO_RUN;
  const cells = ring.cells;
  if (u < -(a + tolerance)) return runOf(0, cells - 1);
  if (a - Math.abs(u) < CLOSING * tolerance) return IN_DOUBT;

  const inverse = footprint.inverseRho * ring.secLat;
  const cellsPerRad = ring.cellsPerRad;
  const c = u * inverse;
  const half = Math.acos(c) * cellsPerRad;
  const centre = (footprint.lon - ring.firstLon) * cellsPerRad;
  const west = centre - half;
  const east = centre + half;
  const distance = min(Math.abs(west - nearest<f64>(west)), Math.abs(east - nearest<f64>(east)));
  const doubt = 4.0 * tolerance * inverse * cellsPerRad;
  if (distance * distance * (1.0 - c * c) < doubt * doubt) return IN_DOUBT;

  const first = <i32>Math.ceil(west);
  const last = <i32>Math.floor(east);
  if (first > last) return NO_RUN;
  const turn = first < 0 ? cells : 0;
  return runOf(first + turn, last + turn);
}


@inline
export function runOf(first: i32, last: i32): i64 {
  return ((<i64>last) << 32) | (<i64>first);
}
