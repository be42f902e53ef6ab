import { both, mul, mulAdd, select, sub } from './lanes';

/**
 * Sine and cosine of two angles at once, to an ulp for angles up to a million. A caller that needs both does, so that no
 * polynomial is summed twice,
 *
 *   n = quartersOf(x), r = reduced(x, n), q = r r, s = sinOf(r, q), c = cosOf(q)
 *   sine = sineOf(n, s, c), cosine = cosineOf(n, s, c)
 *
 * Reduction in two parts of pi/2 (Cody and Waite 1980): n has 20 bits, and n times the upper 33 bits of pi/2 is exact.
 * Polynomials on [-pi/4, pi/4]: fdlibm, k_sin.c and k_cos.c (Sun Microsystems 1993).
 */
const TWO_OVER_PI: f64 = 0.6366197723675814;
const HALF_PI_UPPER: f64 = 1.5707963267341256;
const HALF_PI_LOWER: f64 = 6.077100506506192e-11;
/** 1.5 times 2^52: added to a number, it rounds it to a whole one that stands in its lowest bits. */
const ROUNDER: f64 = 6755399441055744.0;

const S1: f64 = -1.66666666666666324348e-1;
const S2: f64 = 8.33333333332248946124e-3;
const S3: f64 = -1.98412698298579493134e-4;
const S4: f64 = 2.75573137070700676789e-6;
const S5: f64 = -2.50507602534068634195e-8;
const S6: f64 = 1.58969099521155010221e-10;
const C1: f64 = 4.16666666666666019037e-2;
const C2: f64 = -1.38888888888741095749e-3;
const C3: f64 = 2.48015872894767294178e-5;
const C4: f64 = -2.75573143513906633035e-7;
const C5: f64 = 2.0875723212981748279e-9;
const C6: f64 = -1.13596475577881948265e-11;

/** Quarter turns in x, with ROUNDER added. */
@inline
export function quartersOf(x: v128): v128 {
  return mulAdd(x, both(TWO_OVER_PI), both(ROUNDER));
}


@inline
export function reduced(x: v128, n: v128): v128 {
  const quarters = sub(n, both(ROUNDER));
  return sub(sub(x, mul(quarters, both(HALF_PI_UPPER))), mul(quarters, both(HALF_PI_LOWER)));
}

/** Sine of |r| <= pi/4, q = r r. */
@inline
export function sinOf(r: v128, q: v128): v128 {
  let p = mulAdd(q, both(S6), both(S5));
  p = mulAdd(q, p, both(S4));
  p = mulAdd(q, p, both(S3));
  p = mulAdd(q, p, both(S2));
  p = mulAdd(q, p, both(S1));
  return mulAdd(mul(r, q), p, r);
}

/** Cosine of the root of q <= (pi/4)^2. */
@inline
export function cosOf(q: v128): v128 {
  let p = mulAdd(q, both(C6), both(C5));
  p = mulAdd(q, p, both(C4));
  p = mulAdd(q, p, both(C3));
  p = mulAdd(q, p, both(C2));
  p = mulAdd(q, p, both(C1));
  return mulAdd(mul(q, q), p, sub(both(1.0), mul(both(0.5), q)));
}


@inline
export function sineOf(n: v128, s: v128, c: v128): v128 {
  return v128.xor(select(oddMask(n), c, s), i64x2.shl(v128.and(n, i64x2.splat(2)), 62));
}


@inline
export function cosineOf(n: v128, s: v128, c: v128): v128 {
  const sign = i64x2.shl(v128.and(i64x2.add(n, i64x2.splat(1)), i64x2.splat(2)), 62);
  return v128.xor(select(oddMask(n), s, c), sign);
}


@inline
function oddMask(n: v128): v128 {
  return i64x2.neg(v128.and(n, i64x2.splat(1)));
}

/** Sine of |x| <= 0.12 to 1e-17, q = x x: Taylor. */
@inline
export function sinOfSmall(x: v128, q: v128): v128 {
  let p = mulAdd(q, both(1.0 / 362880.0), both(-1.0 / 5040.0));
  p = mulAdd(q, p, both(1.0 / 120.0));
  p = mulAdd(q, p, both(-1.0 / 6.0));
  return mulAdd(mul(x, q), p, x);
}

/** Cosine of the root of q <= 0.12^2 to 2e-16. */
@inline
export function cosOfSmall(q: v128): v128 {
  let p = mulAdd(q, both(1.0 / 40320.0), both(-1.0 / 720.0));
  p = mulAdd(q, p, both(1.0 / 24.0));
  p = mulAdd(q, p, both(-0.5));
  return mulAdd(q, p, both(1.0));
}

/** Sine of |x| <= 0.01 to 1e-17, q = x x. */
@inline
export function sinOfTiny(x: v128, q: v128): v128 {
  return mulAdd(mul(x, q), mulAdd(q, both(1.0 / 120.0), both(-1.0 / 6.0)), x);
}

/** Cosine of the root of q <= 0.01^2 to 2e-15. */
@inline
export function cosOfTiny(q: v128): v128 {
  return mulAdd(q, mulAdd(q, both(1.0 / 24.0), both(-0.5)), both(1.0));
}
