import { add, both, div, mul, mulAdd, select, sub } from '../../math/lanes';

/** Sine of |x| <= pi/4 to an ulp: fdlibm, k_sin.c (Sun Microsystems 1993). */
@inline
export function sineOf(x: v128): v128 {
  const q = mul(x, x);
  let p = mulAdd(q, both(1.58969099521155010221e-10), both(-2.50507602534068634195e-8));
  p = mulAdd(q, p, both(2.75573137070700676789e-6));
  p = mulAdd(q, p, both(-1.98412698298579493134e-4));
  p = mulAdd(q, p, both(8.33333333332248946124e-3));
  p = mulAdd(q, p, both(-1.66666666666666324348e-1));
  return mulAdd(mul(x, q), p, x);
}

/** Arc sine of 0 <= x <= 1/2 to an ulp: fdlibm, e_asin.c. */
@inline
function smallArcSine(x: v128): v128 {
  const q = mul(x, x);
  let p = mulAdd(q, both(3.4793310759602116757e-5), both(7.91534994289814532176e-4));
  p = mulAdd(q, p, both(-4.00555345006794114027e-2));
  p = mulAdd(q, p, both(2.01212532134862925881e-1));
  p = mulAdd(q, p, both(-3.25565818622400915405e-1));
  p = mulAdd(q, p, both(1.66666666666666657415e-1));
  let d = mulAdd(q, both(7.70381505559019352791e-2), both(-6.8828397160545329303e-1));
  d = mulAdd(q, d, both(2.02094576023350569471));
  d = mulAdd(q, d, both(-2.40339491173441421878));
  d = mulAdd(q, d, both(1.0));
  return mulAdd(x, div(mul(q, p), d), x);
}

/** Arc sine of 0 <= x <= 1, above 1/2 by half the angle's complement. */
@inline
export function arcSineOf(x: v128): v128 {
  const large = f64x2.gt(x, both(0.5));
  const complement = f64x2.sqrt(mul(both(0.5), sub(both(1.0), x)));
  const arc = smallArcSine(select(large, complement, x));
  const whole = add(sub(both(0.5 * Math.PI), add(arc, arc)), both(6.123233995736766e-17));
  return select(large, whole, arc);
}
