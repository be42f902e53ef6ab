import { Instant } from './state';
import { Satellite } from './satellite';

/** A satellite at a time: one lane of a pair. */
@unmanaged
export class Entry {
  private recordAt: usize;
  private instantAt: usize;
  /** Numbers of the satellite and of the time in a query of propagateOrbits. */
  row: u32;
  column: u32;


  @inline
  get record(): Satellite {
    return changetype<Satellite>(this.recordAt);
  }


  @inline
  get instant(): Instant {
    return changetype<Instant>(this.instantAt);
  }


  @inline
  set(record: Satellite, instant: Instant): void {
    this.recordAt = changetype<usize>(record);
    this.instantAt = changetype<usize>(instant);
  }
}

/**
 * Best number of pairs for one call of propagatePairs: the processor works at several, and they stay in its nearest
 * cache.
 */
export const PAIRS_AT_ONCE: u32 = 8;

/**
 * Two satellites of one class, each at an instant, on their way through propagatePairs: a lane each, under the names of
 * AIAA 2006-6753, with the results of each step for the later ones.
 */
@unmanaged
export class OrbitPair {
  /** Positions, Earth-fixed, km. */
  x: v128;
  y: v128;
  z: v128;
  /** Inertial velocities, along the Earth-fixed axes, km/s, where they are asked for. */
  vx: v128;
  vy: v128;
  vz: v128;
  private firstEntry: v128;
  private secondEntry: v128;
  /** All ones in the lanes in which the shortened arithmetic is valid, up to the last step. */
  sound: v128;
  /** Cosine and sine of the sidereal time. */
  cosGmst: v128;
  sinGmst: v128;
  /** Semi-major axis, earth radii. */
  am: v128;
  /** Eccentricity. */
  ep: v128;
  /** Sine and cosine of the inclination. */
  sinip: v128;
  cosip: v128;
  /** Sine and cosine of the argument of perigee. */
  sinArg: v128;
  cosArg: v128;
  /** Sine and cosine of the node. */
  sinNode: v128;
  cosNode: v128;
  /** Sine and cosine of mean anomaly and argument of perigee together. */
  sinAnomaly: v128;
  cosAnomaly: v128;
  /** Long-period term of the mean longitude divided by e cos(argument of perigee), times a (1 - e²); earth radii. */
  xlcof: v128;
  /** 3 cos² i - 1. */
  con41: v128;
  /** In deep space, by secular terms and resonance: eccentricity, argument of perigee and node; rad. */
  em: v128;
  argpm: v128;
  nodem: v128;
  /** In deep space, with the periodics: mean anomaly and inclination; rad. */
  mm: v128;
  xincp: v128;
  /** In deep space: periodics of the inclination, of the node and of the argument of perigee; rad. */
  pinc: v128;
  ph: v128;
  pgh: v128;
  /** Eccentricity along and across the node, with the long-period terms, and the sum of their squares. */
  axnl: v128;
  aynl: v128;
  el2: v128;
  /** Sine and cosine of eccentric anomaly and argument of perigee together. */
  sineo1: v128;
  coseo1: v128;
  /** Eccentricity times sine and cosine of the eccentric anomaly. */
  esine: v128;
  ecose: v128;


  @inline
  get first(): Entry {
    return changetype<Entry>(changetype<usize>(this) + offsetof<OrbitPair>('firstEntry'));
  }


  @inline
  get second(): Entry {
    return changetype<Entry>(changetype<usize>(this) + offsetof<OrbitPair>('secondEntry'));
  }

  /** The pair `pairs` places behind this one. */
  @inline
  behind(pairs: u32): OrbitPair {
    return changetype<OrbitPair>(changetype<usize>(this) + <usize>pairs * offsetof<OrbitPair>());
  }

  /** The lanes in which the shortened arithmetic is valid, as bits: the first lane's is the lowest. */
  @inline
  get soundLanes(): i32 {
    return i64x2.bitmask(this.sound);
  }
}
