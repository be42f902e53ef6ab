import { DEBUG } from '../checks';

/**
 * One satellite of a window: fields of counting, then the constants of its theory of motion under the names of AIAA
 * 2006-6753. Records start on a multiple of 64 bytes. Before the window is handed to other threads, sgp4Init writes the
 * constants, the host and boundSatellites the fields before them, and keepSteps the steps. After that every thread
 * reads, and only the thread that claims `ephemeris` writes: `table`, and then `ephemeris` itself, atomically.
 */
@unmanaged
export class Satellite {
  /** Epoch of the element set, µs since 1970, UTC. */
  epochUs: f64;
  /** Sine of the minimum elevation from which it covers a site. */
  sinMinElevation: f64;
  /** Bound of its footprint's radius within the window, rad at the Earth's centre. */
  footprintRad: f64;
  /** Bound of the speed of its sub-satellite point over the turning Earth within the window, rad/min. */
  rateRadPerMin: f64;
  /** NEAR_EARTH or DEEP_SPACE: 'n' or 'd' of AIAA 2006-6753. */
  method: i32;
  /** Status of the propagation to the epoch: 0 or SGP4's error. */
  initStatus: i32;
  /** Central angle to a site within which the satellite certainly covers the site, rad; 0 where nothing is certain. */
  certainRad: f64;
  /** Bound of its angular speed along its orbit within the window, rad/min. */
  orbitRate: f64;
  /** State of its ephemeris for counting by site, NOT_FITTED to NO_EPHEMERIS; claimed and published atomically. */
  ephemeris: i32;
  /** Number of its table of positions among the window's; arbitrary unless it is TABULATED. */
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
  /** Rate of the mean anomaly, the mean motion and the secular terms of J2 and J4; rad/min. */
  mdot: f64;
  /** Secular rate of the argument of perigee by J2 and J4, rad/min. */
  argpdot: f64;
  /** Secular rate of the node by J2 and J4, rad/min. */
  nodedot: f64;
  /** Drag's term of the node in t², rad/min². */
  nodecf: f64;
  /** Drag's loss of the root of the semi-major axis, as a share of it: the term in t, per min. */
  cc1: f64;
  /** Drag's loss of eccentricity divided by bstar: the term in t, earth radii/min. */
  cc4: f64;
  /** Drag's gain of mean longitude divided by noUnkozai: the term in t², per min. */
  t2cof: f64;
  /** 1 where the perigee is below 220 km or the orbit deep: then the fields from here to xmcof are zero. */
  isimp: i32;
  /** Drag's loss of eccentricity, divided by bstar and by sin M - sinmao (M: mean anomaly); earth radii. */
  cc5: f64;
  /** Drag's loss of the root of the semi-major axis, as a share of it: the term in t², per min². */
  d2: f64;
  /** Drag's loss of the root of the semi-major axis, as a share of it: the term in t³, per min³. */
  d3: f64;
  /** Drag's loss of the root of the semi-major axis, as a share of it: the term in t⁴, per min⁴. */
  d4: f64;
  /** Drag's gain of mean longitude divided by noUnkozai: the term in t³, per min². */
  t3cof: f64;
  /** Drag's gain of mean longitude divided by noUnkozai: the term in t⁴, per min³. */
  t4cof: f64;
  /** Drag's gain of mean longitude divided by noUnkozai: the term in t⁵, per min⁴. */
  t5cof: f64;
  /** (1 + eta cos mo)³. */
  delmo: f64;
  /** ao ecco / (ao - s), s being the atmosphere's density parameter, earth radii from the Earth's centre. */
  eta: f64;
  /** Drag's transfer from the argument of perigee to the mean anomaly: the term in t, rad/min. */
  omgcof: f64;
  /** Sine of mo. */
  sinmao: f64;
  /** Drag's transfer from the argument of perigee to the mean anomaly M, divided by (1 + eta cos M)³ - delmo; rad. */
  xmcof: f64;
  private reserved0: f64;
  private reserved1: f64;
  private reserved2: f64;
  private reserved3: f64;
  private reserved4: f64;

  /** `ephemeris` as other threads have published it. */
  @inline
  get publishedEphemeris(): i32 {
    return atomic.load<i32>(changetype<usize>(this), offsetof<Satellite>('ephemeris'));
  }


  @inline
  publishEphemeris(value: i32): void {
    atomic.store<i32>(changetype<usize>(this), value, offsetof<Satellite>('ephemeris'));
  }

  /** Turns `ephemeris` from one value into another; false where some thread was quicker. */
  @inline
  claimEphemeris(from: i32, to: i32): bool {
    return atomic.cmpxchg<i32>(changetype<usize>(this), from, to, offsetof<Satellite>('ephemeris')) == from;
  }
}

/**
 * Lunar or solar periodic terms of a deep-space orbit: se2 .. sh3 of the Sun, ee2 .. xh3 of the Moon in AIAA 2006-6753.
 * With f the body's true anomaly, f2 is sin²f / 2 - 1/4 and f3 is -sin f cos f / 2.
 */
@unmanaged
export class BodyTerms {
  /** Eccentricity: by f2, by f3. */
  e2: f64;
  e3: f64;
  /** Inclination: by f2, by f3; rad. */
  i2: f64;
  i3: f64;
  /** Mean anomaly: by f2, by f3, by the sine of the body's true anomaly; rad. */
  l2: f64;
  l3: f64;
  l4: f64;
  /** Argument of perigee, with the node times the cosine of the inclination: by f2, by f3, by sin f; rad. */
  gh2: f64;
  gh3: f64;
  gh4: f64;
  /** Node times the sine of the inclination: by f2, by f3; rad. */
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
  /** Rate of the resonance angle (without one, of the mean anomaly) less the mean motion, rad/min. */
  xfact: f64;
  /** Resonance angle at the epoch, rad; the mean anomaly without resonance. */
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
  /** First step of the resonance integrator that the record keeps, counted from the epoch. */
  stepFirst: i32;
  /** Number of steps that the record keeps. */
  stepCount: u32;
  /** Multiple of the node in the resonance angle. */
  nodes: f64;
  /** Multiple of the argument of perigee in the resonance angle. */
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

/** Steps of the resonance integrator that a record has room for: as many as a week touches. */
export const MAX_KEPT_STEPS: u32 = 16;

/** Bytes of a near-earth record and of a deep-space record. */
export const NEAR_RECORD_BYTES: u32 = offsetof<Satellite>();
export const DEEP_RECORD_BYTES: u32 = offsetof<DeepSatellite>() + MAX_KEPT_STEPS * offsetof<ResonanceStep>();

/** Values of Satellite.method: 'n' (near-earth) and 'd' (deep-space) of AIAA 2006-6753. */
export const NEAR_EARTH: i32 = 0;
export const DEEP_SPACE: i32 = 1;

/** Values of Satellite.ephemeris. Counting has the same result whichever it is. */
export const NOT_FITTED: i32 = 0;
export const BEING_FITTED: i32 = 1;
/** Value of Satellite.ephemeris: polynomials, or arcs in deep space. */
export const FITTED: i32 = 2;
/** Value of Satellite.ephemeris: a table of positions, one for each epoch. */
export const TABULATED: i32 = 3;
/** Value of Satellite.ephemeris: there is none, and the satellite is counted by skipping ahead. */
export const NO_EPHEMERIS: i32 = 4;

export function nearRecordBytes(): u32 {
  return NEAR_RECORD_BYTES;
}

export function deepRecordBytes(): u32 {
  return DEEP_RECORD_BYTES;
}
