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
 * Ephemeris of a near-earth satellite in a window, as polynomials. Times are minutes since the epoch of its elements
 * (t) or since the middle of the window (d). The thread that claims the satellite's `ephemeris` writes it; once that is
 * published, all threads read it.
 */
@unmanaged
export class NearEphemeris {
  /** Time t of epoch 0. */
  t0: f64;
  /** Middle of the window, in epochs: d of epoch k is k less it. */
  middle: f64;
  /** Mean argument of latitude: coefficients in t, rad. */
  latitude0: f64;
  latitude1: f64;
  latitude2: f64;
  latitude3: f64;
  latitude4: f64;
  latitude5: f64;
  /**
   * Root of the semi-major axis over its value at the epoch of the elements: coefficients in t, without the 1 in front.
   */
  axisRoot1: f64;
  axisRoot2: f64;
  axisRoot3: f64;
  axisRoot4: f64;
  /** Semi-major axis at the epoch of the elements, with the constant short-period term of the radius; km. */
  axis: f64;
  private ex0: f64;
  private ex1: f64;
  private ex2: f64;
  private ex3: f64;
  private ey0: f64;
  private ey1: f64;
  private ey2: f64;
  private ey3: f64;
  /** Long-period term of the mean argument of latitude divided by the eccentricity vector's x, rad. */
  longPeriod: f64;
  /** Longitude of the ascending node over the turning Earth: coefficients in t, rad. */
  node0: f64;
  node1: f64;
  node2: f64;
  /** Short-period term of the radius divided by cos 2u, km. */
  shortRadius: f64;
  /** Short-period term of the argument of latitude divided by sin 2u, rad. */
  shortLatitude: f64;
  /** Short-period term of the node divided by sin 2u, rad; times sini, that of the inclination divided by cos 2u. */
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
  /** Longitude of the node, roughly: coefficients in d, turns. */
  coarseNode0: f64;
  coarseNode1: f64;
  /** Largest angle between the directions of satellite and site at which the satellite may cover the site, rad. */
  reach: f64;
  /**
   * Cosine of the largest angle between the directions of site and satellite, by the rough form in the middle of a
   * piece (occupancy/bySite/spans.ts), at which the satellite may cover the site in the piece; -Infinity where any
   * angle allows it.
   */
  coarseCosine: f64;
  /** Bound of the rate of the satellite's direction over the turning Earth, rad/min. */
  fastest: f64;
  /** coarseCosine for pieces of up to SHORT_EPOCHS epochs. */
  shortCosine: f64;
  private reserved1: f64;
  private reserved2: f64;
  private reserved3: f64;
  private reserved4: f64;
  private reserved5: f64;
  private reserved6: f64;

  /** Eccentricity vector towards the node, e cos(argument of perigee), in d. */
  @inline
  get ex(): Cubic {
    return changetype<Cubic>(changetype<usize>(this) + offsetof<NearEphemeris>('ex0'));
  }

  /** Eccentricity vector a quarter of a turn ahead, e sin(argument of perigee) with its long-period term, in d. */
  @inline
  get ey(): Cubic {
    return changetype<Cubic>(changetype<usize>(this) + offsetof<NearEphemeris>('ey0'));
  }

  /** Mean argument of latitude, roughly, in d: turns. */
  @inline
  get coarseLatitude(): Cubic {
    return changetype<Cubic>(changetype<usize>(this) + offsetof<NearEphemeris>('coarseLatitude0'));
  }

  /** Root of the semi-major axis over that at the epoch of the elements. */
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

  /** Longitude of the node over the turning Earth, rad. */
  @inline
  nodeLongitude(t: f64): f64 {
    return this.node0 + t * (this.node1 + t * this.node2);
  }

  /** Rate of the node over the turning Earth, rad/min: below 0, as it goes westwards. */
  @inline
  nodeRate(t: f64): f64 {
    return this.node1 + 2.0 * t * this.node2;
  }
}
