import { both, div, mul, mulAdd, select, sub } from './lanes';

const ATAN_HALF: f64 = 0.4636476090008061;

/**
 * Computes atan2(y, x) in each lane, radians, to 5e-16; NaN if both are 0. With t the smaller of |y| and |x| over the
 * larger, and b the one of 0, 1/2 and 1 nearest to t, atan(t) is atan(b) plus a small angle. Taylor's series gives this
 * angle from its tangent, which is at most 1/4 in size.
 */
@inline
export function atan2Of(y: v128, x: v128): v128 {
  const ay = f64x2.abs(y);
  const ax = f64x2.abs(x);
  const steep = f64x2.gt(ay, ax);
  const low = f64x2.min(ay, ax);
  const high = f64x2.max(ay, ax);
  const aboveQuarter = f64x2.gt(low, mul(both(0.25), high));
  const aboveThreeQuarters = f64x2.gt(low, mul(both(0.75), high));
  const tangent = select(aboveThreeQuarters, both(1.0), v128.and(aboveQuarter, both(0.5)));
  const base = select(aboveThreeQuarters, both(0.25 * Math.PI), v128.and(aboveQuarter, both(ATAN_HALF)));
  const t = div(sub(low, mul(tangent, high)), mulAdd(tangent, low, high));
  const q = mul(t, t);
  let p = mulAdd(q, both(-1.0 / 23.0), both(1.0 / 21.0));
  p = mulAdd(q, p, both(-1.0 / 19.0));
  p = mulAdd(q, p, both(1.0 / 17.0));
  p = mulAdd(q, p, both(-1.0 / 15.0));
  p = mulAdd(q, p, both(1.0 / 13.0));
  p = mulAdd(q, p, both(-1.0 / 11.0));
  p = mulAdd(q, p, both(1.0 / 9.0));
  p = mulAdd(q, p, both(-1.0 / 7.0));
  p = mulAdd(q, p, both(1.0 / 5.0));
  p = mulAdd(q, p, both(-1.0 / 3.0));
  let angle = f64x2.add(base, mulAdd(mul(t, q), p, t));
  angle = select(steep, sub(both(0.5 * Math.PI), angle), angle);
  angle = select(f64x2.lt(x, both(0.0)), sub(both(Math.PI), angle), angle);
  return v128.or(angle, v128.and(y, both(-0.0)));
}
