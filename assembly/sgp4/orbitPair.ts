import { LOWEST_ALTITUDE_KM, WGS84_A, WGS84_B } from '../constants';
import { add, both, div, mul, mulAdd, select, sub, within } from '../math/lanes';
import {
  cosOf,
  cosOfDifference,
  cosOfSmall,
  cosOfSum,
  cosOfTiny,
  sinOf,
  sinOfDifference,
  sinOfSmall,
  sinOfSum,
  sinOfTiny,
} from '../math/sincosLanes';
import { OrbitPair } from '../records/sgp4/orbitPair';
import { J2, J3OJ2, RADIUS_KM, VKMPERSEC, XKE } from './constants';

const MAX_STEPS: u32 = 10;
/** Square of the eccentricity below which keplerPair's series alone solves Kepler's equation, to 1e-12 rad. */
const SERIES_SOLVES: f64 = 4.0e-4;
/** Square of the eccentricity below which Newton's steps start from keplerPair's series; above it they start from u. */
const SERIES_STARTS: f64 = 1.0e-2;
/**
 * Newton's steps d for Kepler's equation end when e^2 d^4 is below this: the error that is left, at most e d^2 / 2 /
 * sqrt(1 - e^2), is then below 5e-15 / sqrt(1 - e^2).
 */
const KEPLER_LEFT: f64 = 1.0e-28;
/**
 * Margin of limits beyond which SGP4 returns an error: a lane that is nearer to one is left to the scalar kernel,
 * because rounding could put the lane on the other side.
 */
export const MARGIN: f64 = 1.0e-6;
/**
 * Largest radius, Earth radii, of a valid lane: farther out the rounding of the pair and of the scalar kernel may
 * differ by more than 1e-6 km.
 */
const FARTHEST: f64 = 100.0;
/**
 * Largest angle, rad, of a valid lane: up to it the pair and the scalar kernel agree to 1e-6 km in spite of rounding. A
 * low orbit reaches it in about a year, or sooner when its drag runs away.
 */
export const LARGEST_ANGLE: f64 = 3.0e4;
/** Largest angle for sinOfSmall and cosOfSmall, rad. */
export const SMALL: f64 = 0.12;
/** Largest angle for sinOfTiny and cosOfTiny, rad. */
const TINY: f64 = 0.01;

/**
 * Solves Kepler's equation for a pair of orbits, as orbit() does for one, and writes the pair's fields from axnl to
 * ecose. Clears in `sound` the lanes where the shortened arithmetic is not valid, which are then left to the scalar
 * kernel.
 *
 * Most of the time is spent waiting, because each result needs the one before. So sines and cosines of sums follow by
 * the addition theorems from sines and cosines in the pair, which are ready. Kepler's equation is solved for E - u,
 * where u and E are the mean and the eccentric anomaly plus the argument of perigee. With es and ec the values of esine
 * and ecose at E = u, g = 1 / (1 - ec) and d = es g, a series gives E - u = d - (es d^2/2 + ec d^3/6 - es d^4/24)
 * g (1 - (es d + ec d^2/2) g). This is Newton's second step from u, with the sines expanded. For eccentricities that
 * are not small, orbit()'s own steps follow.
 */
export function keplerPair(pair: OrbitPair): void {
  const one = both(1.0);
  const am = pair.am;
  const ep = pair.ep;
  const sinip = pair.sinip;
  const cosArg = pair.cosArg;
  const sinAnomaly = pair.sinAnomaly;
  const cosAnomaly = pair.cosAnomaly;
  const aycof = mul(both(-0.5 * J3OJ2), sinip);
  const longPeriod = div(one, mul(am, sub(one, mul(ep, ep))));
  const axnl = mul(ep, cosArg);
  const aynl = mulAdd(longPeriod, aycof, mul(ep, pair.sinArg));
  const el2 = add(mul(axnl, axnl), mul(aynl, aynl));
  const dl = mul(mul(longPeriod, pair.xlcof), axnl);
  const sinU = sinOfSum(sinAnomaly, cosAnomaly, sinOfTiny(dl), cosOfTiny(dl));
  const cosU = cosOfSum(sinAnomaly, cosAnomaly, sinOfTiny(dl), cosOfTiny(dl));
  let esine = sub(mul(axnl, sinU), mul(aynl, cosU));
  let ecose = add(mul(axnl, cosU), mul(aynl, sinU));

  const g = div(one, sub(one, ecose));
  const d = mul(esine, g);
  const d2 = mul(d, d);
  const left = mul(
    d2,
    sub(add(mul(both(0.5), esine), mul(mul(both(1.0 / 6.0), ecose), d)), mul(mul(both(1.0 / 24.0), esine), d2)),
  );
  const slope = sub(one, mul(g, add(mul(esine, d), mul(mul(both(0.5), ecose), d2))));
  let offset = v128.and(sub(d, mul(mul(left, g), slope)), f64x2.lt(el2, both(SERIES_STARTS)));
  let sineo1 = sinOfSum(sinU, cosU, sinOfSmall(offset), cosOfSmall(offset));
  let coseo1 = cosOfSum(sinU, cosU, sinOfSmall(offset), cosOfSmall(offset));
  esine = sub(mul(axnl, sineo1), mul(aynl, coseo1));
  ecose = add(mul(axnl, coseo1), mul(aynl, sineo1));
  // A lane whose el2 is NaN stays active, and so ends as not sound.
  let active = v128.not(f64x2.lt(el2, both(SERIES_SOLVES)));
  for (let ktr: u32 = 0; v128.any_true(active) && ktr < MAX_STEPS; ktr++) {
    let step = div(sub(esine, offset), sub(one, ecose));
    step = f64x2.max(both(-0.95), f64x2.min(both(0.95), step));
    offset = select(active, add(offset, step), offset);
    let sine = sinOfSum(sineo1, coseo1, sinOfSmall(step), cosOfSmall(step));
    let cosine = cosOfSum(sineo1, coseo1, sinOfSmall(step), cosOfSmall(step));
    const small = within(step, SMALL);
    if (!i64x2.all_true(small)) {
      sine = select(small, sine, sinOfSum(sineo1, coseo1, sinOf(step), cosOf(step)));
      cosine = select(small, cosine, cosOfSum(sineo1, coseo1, sinOf(step), cosOf(step)));
    }
    sineo1 = select(active, sine, sineo1);
    coseo1 = select(active, cosine, coseo1);
    esine = sub(mul(axnl, sineo1), mul(aynl, coseo1));
    ecose = add(mul(axnl, coseo1), mul(aynl, sineo1));
    const q = mul(step, step);
    active = v128.andnot(active, f64x2.lt(mul(el2, mul(q, q)), both(KEPLER_LEFT)));
  }

  pair.axnl = axnl;
  pair.aynl = aynl;
  pair.el2 = el2;
  pair.sineo1 = sineo1;
  pair.coseo1 = coseo1;
  pair.esine = esine;
  pair.ecose = ecose;
  pair.sound = v128.andnot(v128.and(pair.sound, within(dl, TINY)), active);
}

/**
 * Writes a pair's positions (km), and with `velocity` its inertial velocities (km/s), both along Earth-fixed axes.
 * Clears in `sound` the lanes where the shortened arithmetic is not valid.
 */
export function statePair(pair: OrbitPair, velocity: bool): void {
  const one = both(1.0);
  const am = pair.am;
  const sinip = pair.sinip;
  const cosip = pair.cosip;
  const axnl = pair.axnl;
  const aynl = pair.aynl;
  const sineo1 = pair.sineo1;
  const coseo1 = pair.coseo1;
  const esine = pair.esine;
  const ecose = pair.ecose;
  const betal2 = sub(one, pair.el2);
  const betal = f64x2.sqrt(betal2);
  const pl = mul(am, betal2);
  const rl = mul(am, sub(one, ecose));
  const shape = div(esine, add(one, betal));
  const perRl = div(one, sub(one, ecose));
  const sinu = mul(perRl, sub(sub(sineo1, aynl), mul(axnl, shape)));
  const cosu = mul(perRl, add(sub(coseo1, axnl), mul(aynl, shape)));
  const sin2u = mul(add(cosu, cosu), sinu);
  const cos2u = sub(one, mul(mul(both(2.0), sinu), sinu));
  const con41 = pair.con41;
  const cosisq = mul(cosip, cosip);
  const x1mth2 = sub(one, cosisq);
  const x7thm1 = sub(mul(both(7.0), cosisq), one);
  const temp = div(one, pl);
  const temp1 = mul(both(0.5 * J2), temp);
  const temp2 = mul(temp1, temp);
  const threeHalves = mul(both(1.5), temp2);
  const mrt = add(
    mul(rl, sub(one, mul(mul(threeHalves, betal), con41))),
    mul(mul(mul(both(0.5), temp1), x1mth2), cos2u),
  );

  const du = mul(mul(mul(both(-0.25), temp2), x7thm1), sin2u);
  const sinsu = sinOfSum(sinu, cosu, sinOfTiny(du), cosOfTiny(du));
  const cossu = cosOfSum(sinu, cosu, sinOfTiny(du), cosOfTiny(du));
  const shift = mul(threeHalves, cosip);
  const di = mul(mul(shift, sinip), cos2u);
  const sini = sinOfSum(sinip, cosip, sinOfTiny(di), cosOfTiny(di));
  const cosi = cosOfSum(sinip, cosip, sinOfTiny(di), cosOfTiny(di));

  const dnode = mul(shift, sin2u);
  // The node seen from the turning Earth.
  const sinTurned = sinOfDifference(pair.sinNode, pair.cosNode, pair.sinGmst, pair.cosGmst);
  const cosTurned = cosOfDifference(pair.sinNode, pair.cosNode, pair.sinGmst, pair.cosGmst);
  const snod = sinOfSum(sinTurned, cosTurned, sinOfTiny(dnode), cosOfTiny(dnode));
  const cnod = cosOfSum(sinTurned, cosTurned, sinOfTiny(dnode), cosOfTiny(dnode));
  const xmx = mul(snod, cosi);
  const xmy = mul(cnod, cosi);
  const ux = sub(mul(cnod, cossu), mul(xmx, sinsu));
  const uy = add(mul(snod, cossu), mul(xmy, sinsu));
  const uz = mul(sini, sinsu);
  const radius = mul(mrt, both(RADIUS_KM));
  const x = mul(radius, ux);
  const y = mul(radius, uy);
  const z = mul(radius, uz);
  pair.x = x;
  pair.y = y;
  pair.z = z;

  if (velocity) {
    const rootA = f64x2.sqrt(am);
    const nm = div(both(XKE), mul(am, rootA));
    const perR = div(one, rl);
    const rdotl = mul(mul(rootA, esine), perR);
    const rvdotl = mul(f64x2.sqrt(pl), perR);
    const rate = div(mul(nm, temp1), both(XKE));
    const mvt = mul(both(VKMPERSEC), sub(rdotl, mul(mul(rate, x1mth2), sin2u)));
    const rvdot = mul(both(VKMPERSEC), add(rvdotl, mul(rate, add(mul(x1mth2, cos2u), mul(both(1.5), con41)))));
    const vx = sub(f64x2.neg(mul(xmx, cossu)), mul(cnod, sinsu));
    const vy = sub(mul(xmy, cossu), mul(snod, sinsu));
    pair.vx = add(mul(mvt, ux), mul(rvdot, vx));
    pair.vy = add(mul(mvt, uy), mul(rvdot, vy));
    pair.vz = add(mul(mvt, uz), mul(rvdot, mul(sini, cossu)));
  }

  const height = add(
    mul(add(mul(x, x), mul(y, y)), both(1.0 / ((WGS84_A + LOWEST_ALTITUDE_KM) * (WGS84_A + LOWEST_ALTITUDE_KM)))),
    mul(mul(z, z), both(1.0 / ((WGS84_B + LOWEST_ALTITUDE_KM) * (WGS84_B + LOWEST_ALTITUDE_KM)))),
  );
  // Each comparison is false for NaN.
  let sound = v128.and(pair.sound, f64x2.gt(height, both(1.0 + MARGIN)));
  sound = v128.and(sound, f64x2.gt(mrt, both(1.0 + MARGIN)));
  sound = v128.and(sound, f64x2.lt(mrt, both(FARTHEST)));
  sound = v128.and(sound, f64x2.gt(betal2, both(MARGIN)));
  sound = v128.and(sound, f64x2.lt(pair.ep, both(1.0 - MARGIN)));
  const largest = f64x2.max(f64x2.max(f64x2.abs(du), f64x2.abs(di)), f64x2.abs(dnode));
  sound = v128.and(sound, within(largest, TINY));
  pair.sound = sound;
}
