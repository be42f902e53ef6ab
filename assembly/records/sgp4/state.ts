/** A point in the Earth-fixed frame. */
@unmanaged
export class Position {
  /** Towards the equator at longitude 0, km. */
  x: f64;
  /** Towards the equator at longitude 90 degrees east, km. */
  y: f64;
  /** Towards the north pole, km. */
  z: f64;
}

/**
 * Position of a satellite and its inertial velocity: both along the Earth-fixed axes (TEME's where sgp4Teme wrote
 * them), but the velocity includes no rotation of the Earth.
 */
@unmanaged
export class State extends Position {
  /** Velocity along x, km/s. */
  vx: f64;
  /** Velocity along y, km/s. */
  vy: f64;
  /** Velocity along z, km/s. */
  vz: f64;

  /** The velocity as a vector of its own: x, y and z are then km/s. */
  @inline
  get velocity(): Position {
    return changetype<Position>(changetype<usize>(this) + offsetof<State>('vx'));
  }
}

/** Two positions as the kernels for pairs write them, axis by axis; km, NaN if a satellite cannot be propagated. */
@unmanaged
export class PositionPair {
  x0: f64;
  x1: f64;
  y0: f64;
  y1: f64;
  z0: f64;
  z1: f64;
}

/** A time, and the Earth's sidereal angle at it. */
@unmanaged
export class Instant {
  /** µs since 1970, UTC. */
  tUs: f64;
  /** Cosine of the sidereal time. */
  cosGmst: f64;
  /** Sine of the sidereal time. */
  sinGmst: f64;
  private reserved: f64;
}
