import { Footprint } from '../records/byEpoch/footprint';
import { Ring } from '../records/byEpoch/ringTable';

/** Value in place of a run where the footprint covers no cell of the ring, or no further one. */
export const NO_RUN: i64 = -1;
/**
 * Value in place of a run where the closed form is so near to the edge of a cell that rounding counts: the exact test
 * must decide.
 */
export const IN_DOUBT: i64 = -2;

/**
 * Least distance of |u| from A, in tolerances. Nearer, the interval is about to close or to fill the ring, and its ends
 * move too fast.
 */
const CLOSING: f64 = 16.0;

/**
 * The cells of a ring that a footprint covers: first | last << 32, counted from 0 at the ring's first cell, with
 * 0 <= first < cells and first <= last < first + cells, so that a last >= cells lies beyond longitude 0; or NO_RUN, or
 * IN_DOUBT.
 *
 * Geometry. Let h be the height of the satellite above a site's horizontal plane, d its distance, S the sine of the
 * minimum elevation, N, W and p2 = |ground|^2 the ellipsoid's at the ring's latitude phi, and A = rho cos(phi). Then
 * h = A cos(dlon) + z sin(phi) - a W and d^2 = |s|^2 + p2 - 2 a^2 + 2 e2 N z sin(phi) - 2 N h, so that h >= S d where h
 * reaches the larger root of h^2 + 2 S^2 N h = S^2 (|s|^2 + p2 - 2 a^2 + 2 e2 N z sin(phi)): where
 *
 *     A cos(dlon) >= u = a W - S^2 N - z sin(phi) + S sqrt(S^2 N^2 + p2 - 2 a^2 + |s|^2 + 2 e2 N z sin(phi)).
 *
 * Doubt. Rounding moves covers()'s two sides by at most 40 eps (|s| + a) in all (eps = 2^-53; site, difference,
 * products, sums), and h - S d changes by at least as much as h, so covers() can differ from the inequality only where
 * the two sides of that are as near. A cos(dlon) and u as computed here are off by at most 200 eps (|s| + a): the
 * root's argument loses digits at low altitudes, but where h >= 0 it is above 1000^2 km^2 from 90 km on. TOLERANCE,
 * 1e-11 (|s| + a), is 370 times the sum. Where |A cos(dlon) - u| <= TOLERANCE at a cell's centre, the ring is in doubt.
 * With w = acos(c), c = u / A, and 1 - |c| >= CLOSING x TOLERANCE / A, such a centre lies within 2.1 TOLERANCE /
 * (A sin w) of w or -w, since A |cos(w + t) - cos(w)| >= 0.479 A |t| sin(w) for |t| <= sin(w) <= 1. The test takes 4 in
 * place of 2.1, which leaves at least 1e-11 rad for acos, atan2 and the scaling; these are good to 1e-14.
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
