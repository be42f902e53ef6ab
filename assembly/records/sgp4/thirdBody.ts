/** Sun or Moon as dscom() of AIAA 2006-6753 sees it from the node of a satellite's orbit, under the paper's names. */
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
  /** Cosine of the node's longitude from the satellite's node. */
  zcosh: f64;
  /** Sine of the node's longitude from the satellite's node. */
  zsinh: f64;
}
