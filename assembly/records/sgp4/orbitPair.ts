import { Instant } from './state';
import { Satellite } from './satellite';

/** A satellite at an instant: one lane of a pair. */
@unmanaged
export class Entry {
  private recordAt: usize;
  private instantAt: usize;
  /** Index of the satellite in a query of propagateOrbits. */
  row: u32;
  /** Index of the time in a query of propagateOrbits. */
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
 * Most pairs that one call of propagatePairs takes: enough for the processor to work on several at once, and few enough
 * to stay in its first-level cache.
 */
export const PAIRS_AT_ONCE: u32 = 8;

/**
 * Two satellites of one class of orbit, each at an instant, while propagatePairs computes them: a lane each. Each of
 * its steps writes fields that later steps read; names are those of AIAA 2006-6753.
 */
@unmanaged
export class OrbitPair {
  /** Positions, Earth-fixed, km. */
  x: v128;
  y: v128;
  z: v128;
  /** Inertial velocities along the Earth-fixed axes, km/s; written only if they are asked for. */
  vx: v128;
  vy: v128;
  vz: v128;
  private firstEntry: v128;
  private secondEntry: v128;
  /**
   * All ones in lanes for which the shortened arithmetic of pairs (keplerPair) has been valid so far. The scalar kernel
   * (sgp4Fixed) computes the others.
   */
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
  /** Sine and cosine of the sum of mean anomaly and argument of perigee. */
  sinAnomaly: v128;
  cosAnomaly: v128;
  /** Long-period term of the mean longitude divided by e cos(argument of perigee), times a (1 - e²); earth radii. */
  xlcof: v128;
  /** 3 cos² i - 1. */
  con41: v128;
  /**
   * Deep space only: eccentricity, argument of perigee and node with secular terms, without lunar-solar periodics;
   * angles in rad.
   */
  em: v128;
  argpm: v128;
  nodem: v128;
  /** Deep space only: mean anomaly and inclination with the lunar-solar periodics, rad. */
  mm: v128;
  xincp: v128;
  /**
   * Deep space only: lunar-solar periodics of the inclination (pinc), of the node times sin(inclination) (ph), and of
   * the argument of perigee plus cos(inclination) times the node (pgh); rad.
   */
  pinc: v128;
  ph: v128;
  pgh: v128;
  /**
   * Components of the eccentricity vector towards the node (axnl) and a quarter of a turn ahead of it (aynl), with the
   * long-period terms, and the sum of their squares (el2).
   */
  axnl: v128;
  aynl: v128;
  el2: v128;
  /** Sine and cosine of the sum of eccentric anomaly and argument of perigee. */
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

  /** The lanes that `sound` marks as valid, as bits: the first lane's is the lowest. */
  @inline
  get soundLanes(): i32 {
    return i64x2.bitmask(this.sound);
  }
}
