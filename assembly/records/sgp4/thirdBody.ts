/** Orbit of the Sun or the Moon about the Earth as dscom() of AIAA 2006-6753 uses it, under the paper's names. */
@unmanaged
export class ThirdBody {
  /** Perturbation coefficient, rad/min. */
  cc: f64;
  /** Mean motion, rad/min. */
  zn: f64;
  /** Eccentricity. */
  ze: f64;
  /** Cosine of the argument of perigee. */
  zcosg: f64;
  /** Sine of the argument of perigee. */
  zsing: f64;
  /** Cosine of the inclination. */
  zcosi: f64;
  /** Sine of the inclination. */
  zsini: f64;
  /** Cosine of the longitude of the satellite's node less that of the body's node. */
  zcosh: f64;
  /** Sine of the longitude of the satellite's node less that of the body's node. */
  zsinh: f64;
}
