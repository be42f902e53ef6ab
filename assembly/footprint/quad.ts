import { WGS84_A, WGS84_B } from '../constants';
import { cosOfDifference32, cosOfSum32, sinOfDifference32, sinOfSum32 } from '../math/sums32';
import { atan2Turns } from '../math/turns';
import { Positions } from '../records/byEpoch/positions';
import { Quad } from '../records/byEpoch/quad';

/** Cosine of 0.2 degrees, a bound of the angle between WGS84's vertical and the direction from the Earth's centre. */
const COS_VERTICAL: f32 = 0.9999939076577904;
/** Sine of 0.2 degrees: see COS_VERTICAL. */
const SIN_VERTICAL: f32 = 0.003490651415223732;
/**
 * Cosine of the margin of a footprint's radius, 0.5 degrees: 0.2 for the vertical, 0.2 for latitudes that are taken as
 * geocentric, 0.1 for f32.
 */
const COS_MARGIN: f32 = 0.9999619230641713;
/** Sine of the margin of 0.5 degrees: see COS_MARGIN. */
const SIN_MARGIN: f32 = 0.008726535498373935;
/** Square of the sine of 1 degree: satellites within 1 degree of a pole are left to f64. */
const POLAR_SIN2: f32 = 0.0003046;
const LOWEST_RADIUS: f32 = <f32>(WGS84_B / WGS84_A);
/** Upper bound of the distance between neighbouring cells of a ring, radians times nside; the largest is 1.571. */
const CELLS_AWAY: f32 = 2.0;
/** Relative rounding error of an f32 operation, 2^-24, raised by a twentieth for safety. */
const ROUNDING: f32 = 6.3e-8;

/**
 * Writes to `quad` the values from which the intervals of four satellites on rings are found: of satellite `index` and
 * the next three. Lanes beyond the last satellite are arbitrary.
 */
export function writeQuad(nside: i32, positions: Positions, index: u32, quad: Quad): void {
  const plane = <usize>positions.plane;
  const at = positions.entry(index);
  const scale = f64x2.splat(1.0 / WGS84_A);
  const x0 = f64x2.mul(v128.load(at), scale);
  const x2 = f64x2.mul(v128.load(at, 16), scale);
  const y0 = f64x2.mul(v128.load(at + plane), scale);
  const y2 = f64x2.mul(v128.load(at + plane, 16), scale);
  const z0 = f64x2.mul(v128.load(at + 2 * plane), scale);
  const z2 = f64x2.mul(v128.load(at + 2 * plane, 16), scale);
  const s0 = v128.load(at + 3 * plane);
  const s2 = v128.load(at + 3 * plane, 16);
  const axis0 = f64x2.add(f64x2.mul(x0, x0), f64x2.mul(y0, y0));
  const axis2 = f64x2.add(f64x2.mul(x2, x2), f64x2.mul(y2, y2));
  const whole0 = f64x2.add(axis0, f64x2.mul(z0, z0));
  const whole2 = f64x2.add(axis2, f64x2.mul(z2, z2));
  const one = f64x2.splat(1.0);

  const x = demote(x0, x2);
  const y = demote(y0, y2);
  const z = demote(z0, z2);
  const sine = demote(s0, s2);
  const rho2 = demote(axis0, axis2);
  const range2 = demote(whole0, whole2);
  const rho = f32x4.sqrt(rho2);
  const range = f32x4.sqrt(range2);
  const inverseRho = f32x4.div(f32x4.splat(1.0), rho);
  const inverseRange = f32x4.div(f32x4.splat(1.0), range);
  const slope = f32x4.mul(z, inverseRho);
  quad.sine2 = demote(f64x2.mul(s0, s0), f64x2.mul(s2, s2));
  quad.sine = sine;
  quad.inverseRho = inverseRho;
  quad.slope = slope;
  quad.range2 = demote(f64x2.sub(whole0, one), f64x2.sub(whole2, one));
  quad.z = z;
  quad.lonTurns = atan2Turns(y, x);
  quad.polar = f32x4.lt(rho2, f32x4.mul(range2, f32x4.splat(POLAR_SIN2)));
  quad.directionX = f32x4.mul(x, inverseRange);
  quad.directionY = f32x4.mul(y, inverseRange);
  const sinLat = f32x4.mul(z, inverseRange);
  quad.directionZ = sinLat;
  storeError(quad, sine, inverseRho, slope, range);

  // The footprint's radius is computed as in writeFootprint, with sines and cosines in place of angles.
  const cosine = f32x4.sqrt(f32x4.pmax(f32x4.splat(0.0), f32x4.sub(f32x4.splat(1.0), f32x4.mul(sine, sine))));
  const level = cosOfDifference32(sine, cosine, f32x4.splat(SIN_VERTICAL), f32x4.splat(COS_VERTICAL));
  const cosAway = f32x4.pmin(f32x4.splat(1.0), f32x4.mul(f32x4.mul(level, f32x4.splat(LOWEST_RADIUS)), inverseRange));
  const sinAway = f32x4.sqrt(f32x4.sub(f32x4.splat(1.0), f32x4.mul(cosAway, cosAway)));
  const cosLess = cosOfDifference32(sine, cosine, f32x4.splat(SIN_MARGIN), f32x4.splat(COS_MARGIN));
  const sinLess = sinOfDifference32(sine, cosine, f32x4.splat(SIN_MARGIN), f32x4.splat(COS_MARGIN));
  const cosRadius = cosOfDifference32(sinAway, cosAway, sinLess, cosLess);
  const sinRadius = sinOfDifference32(sinAway, cosAway, sinLess, cosLess);
  quad.cosRadius = cosRadius;
  quad.sinRadius = sinRadius;
  storeMayWrap(quad, nside);
  storeRings(quad, nside, sinLat, f32x4.mul(rho, inverseRange));
}

/**
 * Sets `mayWrap` to 0 if the footprint certainly stays more than a cell away from longitude 0, so that none of its
 * intervals passes it; else to all ones.
 */
@inline
function storeMayWrap(quad: Quad, nside: i32): void {
  const sinRadius = quad.sinRadius;
  const reach = f32x4.add(sinRadius, f32x4.splat(CELLS_AWAY / <f32>nside));
  const west = f32x4.lt(quad.directionX, f32x4.neg(sinRadius));
  const apart = v128.or(west, f32x4.gt(f32x4.abs(quad.directionY), reach));
  quad.mayWrap = v128.not(v128.and(apart, f32x4.ge(quad.cosRadius, f32x4.splat(0.0))));
}

/**
 * Writes the first and the last ring that may hold a covered cell, from sines and cosines of the satellite's latitude
 * and of the footprint's radius.
 */
@inline
function storeRings(quad: Quad, nside: i32, sinLat: v128, cosLat: v128): void {
  const cosRadius = quad.cosRadius;
  const sinRadius = quad.sinRadius;
  const zero = f32x4.splat(0.0);
  const n = <f32>nside;
  const overNorth = f32x4.lt(cosOfSum32(sinLat, cosLat, sinRadius, cosRadius), zero);
  const overSouth = f32x4.lt(cosOfDifference32(sinLat, cosLat, sinRadius, cosRadius), zero);
  const north = v128.andnot(ringAt(n, sinOfSum32(sinLat, cosLat, sinRadius, cosRadius)), overNorth);
  const south = v128.bitselect(
    f32x4.splat(4.0 * n),
    ringAt(n, sinOfDifference32(sinLat, cosLat, sinRadius, cosRadius)),
    overSouth,
  );
  const first = i32x4.trunc_sat_f32x4_s(f32x4.floor(north));
  const last = i32x4.trunc_sat_f32x4_s(f32x4.ceil(south));
  quad.firstRing = i32x4.max_s(first, i32x4.splat(1));
  const somewhere = f32x4.eq(sinLat, sinLat);
  quad.lastRing = v128.and(i32x4.min_s(last, i32x4.splat(4 * nside - 1)), somewhere);
}

/**
 * Stores a bound of the rounding error of u (findCosines), in units of rho. It is the sum of the errors of all
 * operations, each at most ROUNDING times its result; that is, ROUNDING times
 *
 *     (6.5 + S (4 + 12.5 |s|)) / rho + 6.5 |z| / rho + 1
 *
 * S is the sine of the minimum elevation, s the satellite's position; W, N, A and u are ringInterval's; lengths are in
 * equatorial radii. The bound holds since W <= 1, N <= 1.004, the radicand is at most 1.03 |s|^2 and, where an interval
 * has ends, |u| <= A <= rho.
 */
@inline
function storeError(quad: Quad, sine: v128, inverseRho: v128, slope: v128, range: v128): void {
  const far = f32x4.add(f32x4.splat(4.0), f32x4.mul(range, f32x4.splat(12.5)));
  const sum = f32x4.mul(f32x4.add(f32x4.splat(6.5), f32x4.mul(sine, far)), inverseRho);
  const steep = f32x4.add(f32x4.mul(f32x4.abs(slope), f32x4.splat(6.5)), f32x4.splat(1.0));
  quad.error = f32x4.mul(f32x4.add(sum, steep), f32x4.splat(ROUNDING));
}


@inline
function demote(low: v128, high: v128): v128 {
  return v128.shuffle<i32>(f32x4.demote_f64x2_zero(low), f32x4.demote_f64x2_zero(high), 0, 1, 4, 5);
}

/** Ring number, as a real number, of the latitude whose sine is `z` (Gorski et al. 2005, eqs. 4 and 8). */
@inline
function ringAt(n: f32, z: v128): v128 {
  const size = f32x4.abs(z);
  const depth = f32x4.pmax(f32x4.splat(0.0), f32x4.sub(f32x4.splat(1.0), size));
  const cap = f32x4.mul(f32x4.splat(n), f32x4.sqrt(f32x4.mul(f32x4.splat(3.0), depth)));
  const belt = f32x4.mul(f32x4.splat(n), f32x4.sub(f32x4.splat(2.0), f32x4.mul(f32x4.splat(1.5), z)));
  const south = f32x4.lt(z, f32x4.splat(0.0));
  const polar = v128.bitselect(f32x4.sub(f32x4.splat(4.0 * n), cap), cap, south);
  return v128.bitselect(polar, belt, f32x4.gt(size, f32x4.splat(2.0 / 3.0)));
}
