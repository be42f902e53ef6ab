import { TWO_PI } from '../../constants';

/** Coefficients of a polynomial of the third degree. */
@unmanaged
export class Cubic {
  c0: f64;
  c1: f64;
  c2: f64;
  c3: f64;

  /** Value at x. */
  @inline
  at(x: f64): f64 {
    return this.c0 + x * (this.c1 + x * (this.c2 + x * this.c3));
  }
}

/**
 * Ephemeris of a near-earth satellite in a window, as polynomials. Their argument is t, minutes since the epoch of the
 * satellite's elements, or d, minutes since the middle of the window. The thread that claims the satellite's
 * `ephemeris` writes the record; once it is published, all threads read it.
 */
@unmanaged
export class NearEphemeris {
  /** Value of t at epoch 0 of the window, minutes. */
  t0: f64;
  /** Middle of the window, in epochs: d of epoch k is k - middle. */
  middle: f64;
  /** Mean argument of latitude, rad: coefficients of t^0 to t^5. */
  latitude0: f64;
  latitude1: f64;
  latitude2: f64;
  latitude3: f64;
  latitude4: f64;
  latitude5: f64;
  /**
   * Square root of the semi-major axis, divided by its value at the epoch of the elements: coefficients of t to t^4,
   * after the constant 1.
   */
  axisRoot1: f64;
  axisRoot2: f64;
  axisRoot3: f64;
  axisRoot4: f64;
  /**
   * Semi-major axis at the epoch of the elements, scaled so that it includes the constant short-period term of the
   * radius; km.
   */
  axis: f64;
  private ex0: f64;
  private ex1: f64;
  private ex2: f64;
  private ex3: f64;
  private ey0: f64;
  private ey1: f64;
  private ey2: f64;
  private ey3: f64;
  /** Long-period term of the mean argument of latitude, divided by `ex`; rad. */
  longPeriod: f64;
  /** Longitude of the ascending node on the rotating Earth, rad: coefficients of t^0 to t^2. */
  node0: f64;
  node1: f64;
  node2: f64;
  /** Short-period term of the radius divided by cos 2u, u being the argument of latitude; km. */
  shortRadius: f64;
  /** Short-period term of the argument of latitude u divided by sin 2u, rad. */
  shortLatitude: f64;
  /**
   * Short-period term of the node divided by sin 2u, u being the argument of latitude; rad. Times `sini`, it is the
   * short-period term of the inclination divided by cos 2u.
   */
  shortNode: f64;
  /** Sine of the inclination. */
  sini: f64;
  /** Cosine of the inclination. */
  cosi: f64;
  /** Bound of the error of positions, km. */
  error: f64;
  /** Bound of the eccentricity in the window. */
  eccentricity: f64;
  private coarseLatitude0: f64;
  private coarseLatitude1: f64;
  private coarseLatitude2: f64;
  private coarseLatitude3: f64;
  /** Rough form of the node's longitude, turns: coefficients of d^0 and d. */
  coarseNode0: f64;
  coarseNode1: f64;
  /**
   * Largest angle between satellite and site, seen from the Earth's centre, at which the satellite may cover the site,
   * rad.
   */
  reach: f64;
  /**
   * Limit of the cosine of the angle between site and satellite, by the rough form in the middle of a piece
   * (occupancy/bySite/spans.ts). If the cosine is below the limit, the satellite covers the site at no epoch of the
   * piece. -Infinity if no piece can be ruled out.
   */
  coarseCosine: f64;
  /**
   * Bound of the rate at which the satellite's direction from the Earth's centre turns relative to the rotating Earth,
   * rad/min.
   */
  fastest: f64;
  /** Closer limit than coarseCosine, for pieces of at most SHORT_EPOCHS epochs. */
  shortCosine: f64;
  /**
   * Like `reach`, but for an angle computed from the rough form at the same instant: larger by the errors of that form,
   * rad.
   */
  coarseReach: f64;
  private reserved2: f64;
  private reserved3: f64;
  private reserved4: f64;
  private reserved5: f64;
  private reserved6: f64;

  /** Component of the eccentricity vector towards the ascending node, e cos(argument of perigee), as a cubic in d. */
  @inline
  get ex(): Cubic {
    return changetype<Cubic>(changetype<usize>(this) + offsetof<NearEphemeris>('ex0'));
  }

  /**
   * Component of the eccentricity vector a quarter of a turn ahead of the ascending node, e sin(argument of perigee)
   * with its long-period term, as a cubic in d.
   */
  @inline
  get ey(): Cubic {
    return changetype<Cubic>(changetype<usize>(this) + offsetof<NearEphemeris>('ey0'));
  }

  /** Rough form of the mean argument of latitude, turns, as a cubic in d. */
  @inline
  get coarseLatitude(): Cubic {
    return changetype<Cubic>(changetype<usize>(this) + offsetof<NearEphemeris>('coarseLatitude0'));
  }

  /** Square root of the semi-major axis, divided by its value at the epoch of the elements. */
  @inline
  axisRoot(t: f64): f64 {
    return 1.0 + t * (this.axisRoot1 + t * (this.axisRoot2 + t * (this.axisRoot3 + t * this.axisRoot4)));
  }

  /** Mean argument of latitude, rad. */
  @inline
  meanLatitude(t: f64): f64 {
    let value = this.latitude4 + t * this.latitude5;
    value = this.latitude3 + t * value;
    value = this.latitude2 + t * value;
    value = this.latitude1 + t * value;
    return this.latitude0 + t * value;
  }

  /** Rate of the mean argument of latitude, by its rough form, rad/min. */
  @inline
  latitudeRate(d: f64): f64 {
    const latitude = this.coarseLatitude;
    const bend = 2.0 * latitude.c2 + 3.0 * d * latitude.c3;
    return TWO_PI * (latitude.c1 + d * bend);
  }

  /** Longitude of the ascending node on the rotating Earth, rad. */
  @inline
  nodeLongitude(t: f64): f64 {
    return this.node0 + t * (this.node1 + t * this.node2);
  }

  /** Rate of the node's longitude on the rotating Earth, rad/min: below 0, as the node moves westwards. */
  @inline
  nodeRate(t: f64): f64 {
    return this.node1 + 2.0 * t * this.node2;
  }
}
