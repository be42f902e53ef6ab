/** Two over pi: quarter turns in a radian. */
export const TWO_OVER_PI: f64 = 0.6366197723675814;
/** The upper 33 bits of pi/2: their product with a whole number of up to 20 bits is exact. */
export const HALF_PI_UPPER: f64 = 1.5707963267341256;
/** pi/2 less HALF_PI_UPPER, rounded. */
export const HALF_PI_LOWER: f64 = 6.077100506506192e-11;

/**
 * Writes sine and cosine of x, in radians, to `out`, two f64: to 1e-12 for x up to a million, for uses that do not
 * depend on the last bits. Argument reduction in two parts of pi/2 (Cody and Waite 1980), Taylor polynomials on [-pi/4,
 * pi/4].
 */
@inline
export function sincos(x: f64, out: usize): void {
  const turns = nearest<f64>(x * TWO_OVER_PI);
  const r = x - turns * HALF_PI_UPPER - turns * HALF_PI_LOWER;
  const q = r * r;
  let s = 1.0 / 6227020800.0;
  s = -1.0 / 39916800.0 + q * s;
  s = 1.0 / 362880.0 + q * s;
  s = -1.0 / 5040.0 + q * s;
  s = 1.0 / 120.0 + q * s;
  s = -1.0 / 6.0 + q * s;
  s = r + r * q * s;
  let c = 1.0 / 479001600.0;
  c = -1.0 / 3628800.0 + q * c;
  c = 1.0 / 40320.0 + q * c;
  c = -1.0 / 720.0 + q * c;
  c = 1.0 / 24.0 + q * c;
  c = 1.0 - 0.5 * q + q * q * c;
  const quadrant = <i32>turns;
  const sine = (quadrant & 1) != 0 ? c : s;
  const cosine = (quadrant & 1) != 0 ? s : c;
  store<f64>(out, (quadrant & 2) != 0 ? -sine : sine);
  store<f64>(out, ((quadrant + 1) & 2) != 0 ? -cosine : cosine, 8);
}

/** Does the work of sincos for two angles: writes both sines, then both cosines, to `out`, four f64. */
@inline
export function sincosPair(x: v128, out: usize): void {
  const turns = f64x2.nearest(f64x2.mul(x, f64x2.splat(TWO_OVER_PI)));
  const r = f64x2.sub(
    f64x2.sub(x, f64x2.mul(turns, f64x2.splat(HALF_PI_UPPER))),
    f64x2.mul(turns, f64x2.splat(HALF_PI_LOWER)),
  );
  const q = f64x2.mul(r, r);
  let s = f64x2.splat(1.0 / 6227020800.0);
  s = f64x2.add(f64x2.splat(-1.0 / 39916800.0), f64x2.mul(q, s));
  s = f64x2.add(f64x2.splat(1.0 / 362880.0), f64x2.mul(q, s));
  s = f64x2.add(f64x2.splat(-1.0 / 5040.0), f64x2.mul(q, s));
  s = f64x2.add(f64x2.splat(1.0 / 120.0), f64x2.mul(q, s));
  s = f64x2.add(f64x2.splat(-1.0 / 6.0), f64x2.mul(q, s));
  s = f64x2.add(r, f64x2.mul(f64x2.mul(r, q), s));
  let c = f64x2.splat(1.0 / 479001600.0);
  c = f64x2.add(f64x2.splat(-1.0 / 3628800.0), f64x2.mul(q, c));
  c = f64x2.add(f64x2.splat(1.0 / 40320.0), f64x2.mul(q, c));
  c = f64x2.add(f64x2.splat(-1.0 / 720.0), f64x2.mul(q, c));
  c = f64x2.add(f64x2.splat(1.0 / 24.0), f64x2.mul(q, c));
  c = f64x2.add(f64x2.splat(-0.5), f64x2.mul(q, c));
  c = f64x2.add(f64x2.splat(1.0), f64x2.mul(q, c));
  const quadrant = i64x2.extend_low_i32x4_s(i32x4.trunc_sat_f64x2_s_zero(turns));
  const one = i64x2.splat(1);
  const two = i64x2.splat(2);
  const odd = i64x2.neg(v128.and(quadrant, one));
  const sine = v128.bitselect(c, s, odd);
  const cosine = v128.bitselect(s, c, odd);
  v128.store(out, v128.xor(sine, i64x2.shl(v128.and(quadrant, two), 62)));
  v128.store(out, v128.xor(cosine, i64x2.shl(v128.and(i64x2.add(quadrant, one), two), 62)), 16);
}
