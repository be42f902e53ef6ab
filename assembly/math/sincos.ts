import { HALF_PI_LOWER, HALF_PI_UPPER, TWO_OVER_PI } from './quarters';

/**
 * Sine and cosine together, to 1e-12 for arguments up to a million: for uses that do not depend on the last bits.
 * Argument reduction in two parts of pi/2 (Cody and Waite 1980), Taylor polynomials on [-pi/4, pi/4].
 *
 * `out`: sine and cosine, two f64.
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
