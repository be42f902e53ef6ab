import { LOWEST_ALTITUDE_KM, WGS84_A, WGS84_B } from '../constants';
import { add, both, div, mul, mulAdd, select, sub, within } from '../math/lanes';
import {
  cosOf,
  cosOfSmall,
  cosOfTiny,
  cosineOf,
  LARGEST_ANGLE,
  quartersOf,
  reduced,
  sinOf,
  sinOfSmall,
  sinOfTiny,
  sineOf,
} from '../math/sincosLanes';
import { J2, RADIUS_KM, VKMPERSEC, XKE } from './constants';

const MAX_STEPS: u32 = 10;
/** Kepler's equation is solved when e^2 d^4 is below this, d the last step: then e d^2 / 2, the error left, is 5e-15. */
const KEPLER_LEFT: f64 = 1.0e-28;

/**
 * orbit() of two satellites, or of one at two times, straight to Earth-fixed axes; `arg` is argpp, `anomaly` mp + argpp.
 * Writes x, y, z (km) of both to `out`, 3 v128, and the inertial velocity along the same axes (km/s) behind it if asked
 * for. Returns the mask of the lanes that it vouches for: in the others something is near a limit of the theory or beyond
 * what the shortened arithmetic is good for, and orbit() must say.
 *
 * Kepler's equation is solved by orbit()'s own steps, but for the difference from where they start, whose sine and cosine
 * follow by addition; the short-period corrections, which are small, are added to the angles in the same way.
 */
@inline
export function orbitPair(
  am: v128,
  ep: v128,
  sinip: v128,
  cosip: v128,
  arg: v128,
  node: v128,
  anomaly: v128,
  aycof: v128,
  xlcof: v128,
  con41: v128,
  x1mth2: v128,
  x7thm1: v128,
  cosGmst: v128,
  sinGmst: v128,
  velocity: bool,
  out: usize,
): v128 {
  const one = both(1.0);
  let n = quartersOf(arg);
  let r = reduced(arg, n);
  let q = mul(r, r);
  let s = sinOf(r, q);
  let c = cosOf(q);
  const longPeriod = div(one, mul(am, sub(one, mul(ep, ep))));
  const axnl = mul(ep, cosineOf(n, s, c));
  const aynl = mulAdd(longPeriod, aycof, mul(ep, sineOf(n, s, c)));
  const u = mulAdd(mul(longPeriod, xlcof), axnl, anomaly);
  const el2 = add(mul(axnl, axnl), mul(aynl, aynl));

  n = quartersOf(u);
  r = reduced(u, n);
  q = mul(r, r);
  s = sinOf(r, q);
  c = cosOf(q);
  let sineo1 = sineOf(n, s, c);
  let coseo1 = cosineOf(n, s, c);
  let esine = sub(mul(axnl, sineo1), mul(aynl, coseo1));
  let ecose = add(mul(axnl, coseo1), mul(aynl, sineo1));
  let offset = both(0.0);
  let active = i64x2.splat(-1);
  for (let ktr: u32 = 0; ktr < MAX_STEPS; ktr++) {
    let step = div(sub(esine, offset), sub(one, ecose));
    step = f64x2.max(both(-0.95), f64x2.min(both(0.95), step));
    offset = select(active, add(offset, step), offset);
    q = mul(step, step);
    s = sinOfSmall(step, q);
    c = cosOfSmall(q);
    let sine = add(mul(sineo1, c), mul(coseo1, s));
    let cosine = sub(mul(coseo1, c), mul(sineo1, s));
    const small = within(step, 0.12);
    if (!i64x2.all_true(small)) {
      const eo1 = add(u, offset);
      n = quartersOf(eo1);
      r = reduced(eo1, n);
      const rr = mul(r, r);
      s = sinOf(r, rr);
      c = cosOf(rr);
      sine = select(small, sine, sineOf(n, s, c));
      cosine = select(small, cosine, cosineOf(n, s, c));
    }
    sineo1 = select(active, sine, sineo1);
    coseo1 = select(active, cosine, coseo1);
    esine = sub(mul(axnl, sineo1), mul(aynl, coseo1));
    ecose = add(mul(axnl, coseo1), mul(aynl, sineo1));
    active = v128.andnot(active, f64x2.lt(mul(el2, mul(q, q)), both(KEPLER_LEFT)));
    if (!v128.any_true(active)) break;
  }

  const betal2 = sub(one, el2);
  const betal = f64x2.sqrt(betal2);
  const pl = mul(am, betal2);
  const rl = mul(am, sub(one, ecose));
  const shape = div(esine, add(one, betal));
  const perRl = div(one, sub(one, ecose));
  const sinu = mul(perRl, sub(sub(sineo1, aynl), mul(axnl, shape)));
  const cosu = mul(perRl, add(sub(coseo1, axnl), mul(aynl, shape)));
  const sin2u = mul(add(cosu, cosu), sinu);
  const cos2u = sub(one, mul(mul(both(2.0), sinu), sinu));
  const temp = div(one, pl);
  const temp1 = mul(both(0.5 * J2), temp);
  const temp2 = mul(temp1, temp);
  const threeHalves = mul(both(1.5), temp2);
  const mrt = add(
    mul(rl, sub(one, mul(mul(threeHalves, betal), con41))),
    mul(mul(mul(both(0.5), temp1), x1mth2), cos2u),
  );

  const du = mul(mul(mul(both(-0.25), temp2), x7thm1), sin2u);
  q = mul(du, du);
  s = sinOfTiny(du, q);
  c = cosOfTiny(q);
  const sinsu = add(mul(sinu, c), mul(cosu, s));
  const cossu = sub(mul(cosu, c), mul(sinu, s));
  const shift = mul(threeHalves, cosip);
  const di = mul(mul(shift, sinip), cos2u);
  q = mul(di, di);
  s = sinOfTiny(di, q);
  c = cosOfTiny(q);
  const sini = add(mul(sinip, c), mul(cosip, s));
  const cosi = sub(mul(cosip, c), mul(sinip, s));

  const xnode = mulAdd(shift, sin2u, node);
  n = quartersOf(xnode);
  r = reduced(xnode, n);
  q = mul(r, r);
  s = sinOf(r, q);
  c = cosOf(q);
  const sinNode = sineOf(n, s, c);
  const cosNode = cosineOf(n, s, c);
  // The node seen from the turning Earth.
  const snod = sub(mul(sinNode, cosGmst), mul(cosNode, sinGmst));
  const cnod = add(mul(cosNode, cosGmst), mul(sinNode, sinGmst));
  const xmx = mul(snod, cosi);
  const xmy = mul(cnod, cosi);
  const ux = sub(mul(cnod, cossu), mul(xmx, sinsu));
  const uy = add(mul(snod, cossu), mul(xmy, sinsu));
  const uz = mul(sini, sinsu);
  const radius = mul(mrt, both(RADIUS_KM));
  const x = mul(radius, ux);
  const y = mul(radius, uy);
  const z = mul(radius, uz);
  v128.store(out, x);
  v128.store(out, y, 16);
  v128.store(out, z, 32);

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
    v128.store(out, add(mul(mvt, ux), mul(rvdot, vx)), 48);
    v128.store(out, add(mul(mvt, uy), mul(rvdot, vy)), 64);
    v128.store(out, add(mul(mvt, uz), mul(rvdot, mul(sini, cossu))), 80);
  }

  const height = add(
    mul(add(mul(x, x), mul(y, y)), both(1.0 / ((WGS84_A + LOWEST_ALTITUDE_KM) * (WGS84_A + LOWEST_ALTITUDE_KM)))),
    mul(mul(z, z), both(1.0 / ((WGS84_B + LOWEST_ALTITUDE_KM) * (WGS84_B + LOWEST_ALTITUDE_KM)))),
  );
  // Each written so that NaN is not vouched for.
  let sound = f64x2.gt(height, both(1.0 + MARGIN));
  sound = v128.and(sound, f64x2.gt(mrt, both(1.0 + MARGIN)));
  sound = v128.and(sound, f64x2.lt(mrt, both(FARTHEST)));
  sound = v128.and(sound, f64x2.gt(betal2, both(MARGIN)));
  sound = v128.and(sound, f64x2.lt(ep, both(1.0 - MARGIN)));
  const largest = f64x2.max(f64x2.max(f64x2.abs(u), f64x2.abs(arg)), f64x2.abs(xnode));
  sound = v128.and(sound, within(largest, LARGEST_ANGLE));
  sound = v128.and(sound, within(f64x2.max(f64x2.abs(du), f64x2.abs(di)), 0.01));
  return v128.andnot(sound, active);
}

/** So near to a limit of the theory, in units of what is limited, orbit() decides. */
export const MARGIN: f64 = 1.0e-6;
/** Earth radii. */
const FARTHEST: f64 = 1.0e5;
