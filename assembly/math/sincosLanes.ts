import { add, both, mul, mulAdd, select, sub } from './lanes';
import { HALF_PI_LOWER, HALF_PI_UPPER, TWO_OVER_PI } from './sincos';

/*
 * Sines and cosines of two angles at once. Angles are reduced by quarter turns, with pi/2 in two parts (Cody and Waite
 * 1980): the number of quarter turns has up to 20 bits, so its product with the upper 33 bits of pi/2 is exact.
 * Polynomials on [-pi/4, pi/4]: fdlibm, k_sin.c and k_cos.c (Sun Microsystems 1993).
 *
 * Calls of sinOf and cosOf for one angle compute the polynomials once, because the compiler shares equal expressions.
 */
/**
 * 1.5 times 2^52: adding it to a number rounds the number to a whole one, which then stands in the sum's lowest bits.
 */
export const ROUNDER: f64 = 6755399441055744.0;

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

/** Sine to 2e-16, for angles up to a million radians. */
@inline
export function sinOf(x: v128): v128 {
  const n = quartersOf(x);
  const r = reduced(x, n);
  const sine = select(oddMask(n), cosNearZero(r), sinNearZero(r));
  return v128.xor(sine, i64x2.shl(v128.and(n, i64x2.splat(2)), 62));
}

/** Cosine to 2e-16, for angles up to a million radians. */
@inline
export function cosOf(x: v128): v128 {
  const n = quartersOf(x);
  const r = reduced(x, n);
  const cosine = select(oddMask(n), sinNearZero(r), cosNearZero(r));
  return v128.xor(cosine, i64x2.shl(v128.and(i64x2.add(n, i64x2.splat(1)), i64x2.splat(2)), 62));
}

/** Cosine and sine of one angle: not inlined, for callers whose code size matters more than their speed. */
export function cosineAndSine(angle: f64): v128 {
  const x = both(angle);
  return v128.shuffle<f64>(cosOf(x), sinOf(x), 0, 2);
}

/** Number of whole quarter turns nearest to x, with ROUNDER added. */
@inline
function quartersOf(x: v128): v128 {
  return mulAdd(x, both(TWO_OVER_PI), both(ROUNDER));
}

/** x less its quarter turns, at most pi/4 in size; `n` comes from quartersOf. */
@inline
function reduced(x: v128, n: v128): v128 {
  const quarters = sub(n, both(ROUNDER));
  return sub(sub(x, mul(quarters, both(HALF_PI_UPPER))), mul(quarters, both(HALF_PI_LOWER)));
}

/** Sine of |r| <= pi/4. */
@inline
function sinNearZero(r: v128): v128 {
  const q = mul(r, r);
  let p = mulAdd(q, both(S6), both(S5));
  p = mulAdd(q, p, both(S4));
  p = mulAdd(q, p, both(S3));
  p = mulAdd(q, p, both(S2));
  p = mulAdd(q, p, both(S1));
  return mulAdd(mul(r, q), p, r);
}

/** Cosine of |r| <= pi/4. */
@inline
function cosNearZero(r: v128): v128 {
  const q = mul(r, r);
  let p = mulAdd(q, both(C6), both(C5));
  p = mulAdd(q, p, both(C4));
  p = mulAdd(q, p, both(C3));
  p = mulAdd(q, p, both(C2));
  p = mulAdd(q, p, both(C1));
  return mulAdd(mul(q, q), p, sub(both(1.0), mul(both(0.5), q)));
}

/** All ones in lanes whose number of quarter turns is odd; `n` comes from quartersOf. */
@inline
function oddMask(n: v128): v128 {
  return i64x2.neg(v128.and(n, i64x2.splat(1)));
}

/** Sine of |x| <= 0.12 to 1e-17: Taylor. */
@inline
export function sinOfSmall(x: v128): v128 {
  const q = mul(x, x);
  let p = mulAdd(q, both(1.0 / 362880.0), both(-1.0 / 5040.0));
  p = mulAdd(q, p, both(1.0 / 120.0));
  p = mulAdd(q, p, both(-1.0 / 6.0));
  return mulAdd(mul(x, q), p, x);
}

/** Cosine of |x| <= 0.12 to 2.3e-16. */
@inline
export function cosOfSmall(x: v128): v128 {
  const q = mul(x, x);
  let p = mulAdd(q, both(1.0 / 40320.0), both(-1.0 / 720.0));
  p = mulAdd(q, p, both(1.0 / 24.0));
  p = mulAdd(q, p, both(-0.5));
  return mulAdd(q, p, both(1.0));
}

/** Sine of |x| <= 0.01 to 1e-17. */
@inline
export function sinOfTiny(x: v128): v128 {
  const q = mul(x, x);
  return mulAdd(mul(x, q), mulAdd(q, both(1.0 / 120.0), both(-1.0 / 6.0)), x);
}

/** Cosine of |x| <= 0.01 to 2e-15. */
@inline
export function cosOfTiny(x: v128): v128 {
  const q = mul(x, x);
  return mulAdd(q, mulAdd(q, both(1.0 / 24.0), both(-0.5)), both(1.0));
}

/** Sine by Taylor's series to the fifth order, less than 4e-10 off up to 0.15. */
@inline
export function sinToFifth(x: v128): v128 {
  const q = mul(x, x);
  const p = add(both(-1.0 / 6.0), mul(q, both(1.0 / 120.0)));
  return mul(x, add(both(1.0), mul(q, p)));
}

/** Cosine by Taylor's series to the sixth order, less than 7e-12 off up to 0.15. */
@inline
export function cosToSixth(x: v128): v128 {
  const q = mul(x, x);
  const p = add(both(1.0 / 24.0), mul(q, both(-1.0 / 720.0)));
  return add(both(1.0), mul(q, add(both(-0.5), mul(q, p))));
}

/** Sine of the sum of two angles. */
@inline
export function sinOfSum(sin1: v128, cos1: v128, sin2: v128, cos2: v128): v128 {
  return add(mul(sin1, cos2), mul(cos1, sin2));
}

/** Cosine of the sum of two angles. */
@inline
export function cosOfSum(sin1: v128, cos1: v128, sin2: v128, cos2: v128): v128 {
  return sub(mul(cos1, cos2), mul(sin1, sin2));
}

/** Sine of the first angle less the second. */
@inline
export function sinOfDifference(sin1: v128, cos1: v128, sin2: v128, cos2: v128): v128 {
  return sub(mul(sin1, cos2), mul(cos1, sin2));
}

/** Cosine of the first angle less the second. */
@inline
export function cosOfDifference(sin1: v128, cos1: v128, sin2: v128, cos2: v128): v128 {
  return add(mul(cos1, cos2), mul(sin1, sin2));
}
