import { DEBUG } from '../checks';

/**
 * One satellite of a window: fields for counting, then the constants of its theory of motion under the names of AIAA
 * 2006-6753, with t in minutes since the epoch. Records start on a multiple of 64 bytes. Before the window is handed to
 * other threads, sgp4Init writes the constants, `epochUs` and `method`, the host `sinMinElevation`, boundSatellites the
 * bounds, and keepSteps the steps. After that all threads only read, except the one that claims `ephemeris`: it writes
 * `table`, and then `ephemeris` atomically.
 */
@unmanaged
export class Satellite {
  /** Epoch of the element set, µs since 1970, UTC. */
  epochUs: f64;
  /** Sine of the minimum elevation from which it covers a site. */
  sinMinElevation: f64;
  /** Bound of its footprint's radius within the window, rad at the Earth's centre. */
  footprintRad: f64;
  /** Bound of the speed of its sub-satellite point over the rotating Earth within the window, rad/min. */
  rateRadPerMin: f64;
  /** NEAR_EARTH or DEEP_SPACE: 'n' or 'd' of AIAA 2006-6753. */
  method: i32;
  /** Angle at the Earth's centre to a site, within which it certainly covers the site, rad; 0 if none is certain. */
  certainRad: f64;
  /** Bound of its angular speed along its orbit within the window, rad/min. */
  orbitRate: f64;
  /** State of its ephemeris for counting by site, NOT_FITTED to NO_EPHEMERIS; claimed and published atomically. */
  ephemeris: i32;
  /** Number of its table of positions among the window's; arbitrary unless `ephemeris` is TABULATED. */
  table: u32;

  /** Eccentricity at epoch. */
  ecco: f64;
  /** Argument of perigee at epoch, rad. */
  argpo: f64;
  /** Inclination at epoch, rad. */
  inclo: f64;
  /** Mean anomaly at epoch, rad. */
  mo: f64;
  /** Brouwer mean motion, rad/min. */
  noUnkozai: f64;
  /** Right ascension of the ascending node at epoch, rad. */
  nodeo: f64;
  /** Drag term, per earth radius. */
  bstar: f64;
  /** Semi-major axis of noUnkozai, earth radii. */
  ao: f64;
  /** Sine of inclo. */
  sinio: f64;
  /** Cosine of inclo. */
  cosio: f64;
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
  /** Rate of the mean anomaly: the mean motion plus the secular terms of J2 and J4; rad/min. */
  mdot: f64;
  /** Secular rate of the argument of perigee by J2 and J4, rad/min. */
  argpdot: f64;
  /** Secular rate of the node by J2 and J4, rad/min. */
  nodedot: f64;
  /** Change of the node by drag: coefficient of t², rad/min². */
  nodecf: f64;
  /** Relative decrease by drag of the square root of the semi-major axis: coefficient of t, per min. */
  cc1: f64;
  /** Decrease of the eccentricity by drag, divided by bstar: coefficient of t, earth radii/min. */
  cc4: f64;
  /** Increase of the mean longitude by drag, divided by noUnkozai: coefficient of t², per min. */
  t2cof: f64;
  /** 1 if the perigee is below 220 km or the orbit is in deep space: the fields from cc5 to xmcof are then 0. */
  isimp: i32;
  /** Decrease of the eccentricity by drag: coefficient of bstar (sin M - sinmao), M the mean anomaly; earth radii. */
  cc5: f64;
  /** Relative decrease by drag of the square root of the semi-major axis: coefficient of t², per min². */
  d2: f64;
  /** Relative decrease by drag of the square root of the semi-major axis: coefficient of t³, per min³. */
  d3: f64;
  /** Relative decrease by drag of the square root of the semi-major axis: coefficient of t⁴, per min⁴. */
  d4: f64;
  /** Increase of the mean longitude by drag, divided by noUnkozai: coefficient of t³, per min². */
  t3cof: f64;
  /** Increase of the mean longitude by drag, divided by noUnkozai: coefficient of t⁴, per min³. */
  t4cof: f64;
  /** Increase of the mean longitude by drag, divided by noUnkozai: coefficient of t⁵, per min⁴. */
  t5cof: f64;
  /** (1 + eta cos mo)³. */
  delmo: f64;
  /** ao ecco / (ao - s); s, a distance from the Earth's centre, is a parameter of SGP4's atmosphere. */
  eta: f64;
  /** Drag's shift of the mean anomaly, taken off the argument of perigee: coefficient of t, rad/min. */
  omgcof: f64;
  /** Sine of mo. */
  sinmao: f64;
  /** Drag's shift of the mean anomaly M, taken off the argument of perigee: factor of (1 + eta cos M)³ - delmo; rad. */
  xmcof: f64;
  private reserved0: f64;
  private reserved1: f64;
  private reserved2: f64;
  private reserved3: f64;
  private reserved4: f64;

  /** `ephemeris`, read atomically: all that was written before it was published can then be read. */
  @inline
  get publishedEphemeris(): i32 {
    return atomic.load<i32>(changetype<usize>(this), offsetof<Satellite>('ephemeris'));
  }


  @inline
  publishEphemeris(value: i32): void {
    atomic.store<i32>(changetype<usize>(this), value, offsetof<Satellite>('ephemeris'));
  }

  /** Changes `ephemeris` from one value to another; returns false if another thread was quicker. */
  @inline
  claimEphemeris(from: i32, to: i32): bool {
    return atomic.cmpxchg<i32>(changetype<usize>(this), from, to, offsetof<Satellite>('ephemeris')) == from;
  }
}

/**
 * Lunar or solar periodic terms of a deep-space orbit, as coefficients: se2 .. sh3 of the Sun, ee2 .. xh3 of the Moon
 * in AIAA 2006-6753. With f the body's true anomaly, they are multiplied by f2 = sin²f / 2 - 1/4, f3 = -sin f cos f /
 * 2, and sin f.
 */
@unmanaged
export class BodyTerms {
  /** Eccentricity: coefficients of f2 and f3. */
  e2: f64;
  e3: f64;
  /** Inclination: coefficients of f2 and f3; rad. */
  i2: f64;
  i3: f64;
  /** Mean anomaly: coefficients of f2, f3 and sin f; rad. */
  l2: f64;
  l3: f64;
  l4: f64;
  /** Argument of perigee plus cos(inclination) times the node: coefficients of f2, f3 and sin f; rad. */
  gh2: f64;
  gh3: f64;
  gh4: f64;
  /** Node times sin(inclination): coefficients of f2 and f3; rad. */
  h2: f64;
  h3: f64;
}

/** State of the resonance integrator after a whole number of its steps. */
@unmanaged
export class ResonanceStep {
  /** Resonance angle, rad. */
  xli: f64;
  /** Mean motion, rad/min. */
  xni: f64;
  /** First derivative of the mean motion, rad/min². */
  xndt: f64;
  /** Second derivative of the mean motion, rad/min³. */
  xnddt: f64;
}

/** A satellite with a period of 225 minutes or more: SDP4's constants stand behind SGP4's. */
@unmanaged
export class DeepSatellite extends Satellite {
  /** Sidereal time at the epoch, rad. */
  gsto: f64;
  /** Mean anomaly of the Sun at the epoch, rad. */
  zmos: f64;
  /** Mean anomaly of the Moon at the epoch, rad. */
  zmol: f64;
  // The fields of `sun` and of `moon`.
  private sunE2: f64;
  private sunE3: f64;
  private sunI2: f64;
  private sunI3: f64;
  private sunL2: f64;
  private sunL3: f64;
  private sunL4: f64;
  private sunGh2: f64;
  private sunGh3: f64;
  private sunGh4: f64;
  private sunH2: f64;
  private sunH3: f64;
  private moonE2: f64;
  private moonE3: f64;
  private moonI2: f64;
  private moonI3: f64;
  private moonL2: f64;
  private moonL3: f64;
  private moonL4: f64;
  private moonGh2: f64;
  private moonGh3: f64;
  private moonGh4: f64;
  private moonH2: f64;
  private moonH3: f64;
  /** Secular rate of the eccentricity by Sun and Moon together, per min. */
  dedt: f64;
  /** Secular rate of the inclination by Sun and Moon together, rad/min. */
  didt: f64;
  /** Secular rate of the mean anomaly by Sun and Moon together, rad/min. */
  dmdt: f64;
  /** Secular rate of the node by Sun and Moon together, rad/min. */
  dnodt: f64;
  /** Secular rate of the argument of perigee by Sun and Moon together, rad/min. */
  domdt: f64;
  /** Resonance with the Earth's rotation: 0 none, 1 one day, 2 half a day. */
  irez: i32;
  /** Rate of the resonance angle (of the mean anomaly, if there is no resonance) less the mean motion, rad/min. */
  xfact: f64;
  /** Resonance angle at the epoch, rad; the mean anomaly if there is no resonance. */
  xlamo: f64;
  /** One-day resonance: amplitudes of its three terms, rad/min². */
  del1: f64;
  del2: f64;
  del3: f64;
  /** Half-day resonance: amplitudes of its ten terms, rad/min². */
  d2201: f64;
  d2211: f64;
  d3210: f64;
  d3222: f64;
  d4410: f64;
  d4422: f64;
  d5220: f64;
  d5232: f64;
  d5421: f64;
  d5433: f64;
  /** Number of the first kept step of the resonance integrator (720 minutes each): 0 at the epoch, below 0 before. */
  stepFirst: i32;
  /** Number of steps that the record keeps. */
  stepCount: u32;
  /** Factor of the node in the resonance angle. */
  nodes: f64;
  /** Factor of the argument of perigee in the resonance angle. */
  argps: f64;
  private reserved5: f64;
  private reserved6: f64;
  private reserved7: f64;
  private reserved8: f64;
  private reserved9: f64;

  /** Periodic terms of the Sun. */
  @inline
  get sun(): BodyTerms {
    return changetype<BodyTerms>(changetype<usize>(this) + offsetof<DeepSatellite>('sunE2'));
  }

  /** Periodic terms of the Moon. */
  @inline
  get moon(): BodyTerms {
    return changetype<BodyTerms>(changetype<usize>(this) + offsetof<DeepSatellite>('moonE2'));
  }

  /** The `index`-th of the steps that the record keeps. */
  @inline
  step(index: usize): ResonanceStep {
    if (DEBUG) assert(index < <usize>MAX_KEPT_STEPS);
    return changetype<ResonanceStep>(
      changetype<usize>(this) + offsetof<DeepSatellite>() + index * offsetof<ResonanceStep>(),
    );
  }
}

/** Most steps of the resonance integrator that a record keeps: enough for propagation within a week. */
export const MAX_KEPT_STEPS: u32 = 16;

/** Bytes of the record of a near-earth satellite. */
export const NEAR_RECORD_BYTES: u32 = offsetof<Satellite>();
/** Bytes of the record of a deep-space satellite. */
export const DEEP_RECORD_BYTES: u32 = offsetof<DeepSatellite>() + MAX_KEPT_STEPS * offsetof<ResonanceStep>();

/** Value of Satellite.method: 'n' of AIAA 2006-6753. */
export const NEAR_EARTH: i32 = 0;
/** Value of Satellite.method: 'd' of AIAA 2006-6753. */
export const DEEP_SPACE: i32 = 1;

/** Value of Satellite.ephemeris: no thread has claimed it. Counting has the same result with each value. */
export const NOT_FITTED: i32 = 0;
/** Value of Satellite.ephemeris: a thread has claimed it, and is fitting. */
export const BEING_FITTED: i32 = 1;
/** Value of Satellite.ephemeris: polynomials, or arcs in deep space. */
export const FITTED: i32 = 2;
/** Value of Satellite.ephemeris: a table of positions, one for each epoch. */
export const TABULATED: i32 = 3;
/** Value of Satellite.ephemeris: there is none, and countAhead counts the satellite. */
export const NO_EPHEMERIS: i32 = 4;

export function nearRecordBytes(): u32 {
  return NEAR_RECORD_BYTES;
}

export function deepRecordBytes(): u32 {
  return DEEP_RECORD_BYTES;
}
