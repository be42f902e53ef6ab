import { State } from './state';

/**
 * An orbit at one instant, after its secular and lunar-solar terms, under the names of AIAA 2006-6753. From these
 * fields orbit() computes the state that stands in front of them.
 */
@unmanaged
export class Orbit extends State {
  /** Semi-major axis, earth radii. */
  am: f64;
  /** Eccentricity. */
  ep: f64;
  /** Inclination, rad. */
  xincp: f64;
  /** Argument of perigee, rad. */
  argpp: f64;
  /** Right ascension of the ascending node, rad. */
  nodep: f64;
  /** Mean anomaly, rad. */
  mp: f64;
  /** Sine of xincp. */
  sinip: f64;
  /** Cosine of xincp. */
  cosip: f64;
  /** Long-period term of e sin(argument of perigee), times a (1 - e²); earth radii. */
  aycof: f64;
  /** Long-period term of the mean longitude divided by e cos(argument of perigee), times a (1 - e²); earth radii. */
  xlcof: f64;
  /** 3 cos² i - 1. */
  con41: f64;
  /** 1 - cos² i. */
  x1mth2: f64;
  /** 7 cos² i - 1. */
  x7thm1: f64;
}
