/**
 * Values of four satellites from which their intervals on rings are found: each field has an f32 or i32 for each
 * satellite, its lane. To read lane k of a field, add 4 k to the record's address. Lengths are in equatorial radii.
 * Scratch of one thread.
 */
@unmanaged
export class Quad {
  /** Sine of the minimum elevation, squared. */
  sine2: v128;
  /** Sine of the minimum elevation. */
  sine: v128;
  /** Inverse of the distance from the Earth's axis. */
  inverseRho: v128;
  /** z over the distance from the Earth's axis. */
  slope: v128;
  /** Square of the distance from the Earth's centre, less 1, in squares of the equatorial radius. */
  range2: v128;
  /** Height above the equator's plane. */
  z: v128;
  /** Longitude, turns from -1/2 to 1/2. */
  lonTurns: v128;
  /** Bound of the rounding error of u, in units of rho (footprint/quad.ts, storeError). */
  error: v128;
  /** First ring that may hold a covered cell; i32. */
  firstRing: v128;
  /** Last ring that may hold a covered cell: below the first if the satellite has no position; i32. */
  lastRing: v128;
  /** All ones if the satellite is too near to a pole for f32. */
  polar: v128;
  /** Cosine of a bound of the footprint's radius, which is an angle at the Earth's centre. */
  cosRadius: v128;
  /** Sine of a bound of the footprint's radius, which is an angle at the Earth's centre. */
  sinRadius: v128;
  /** Direction from the Earth's centre, a unit vector. */
  directionX: v128;
  directionY: v128;
  directionZ: v128;
  /**
   * Least |t| with which f32 knows whether an interval has two ends (footprint/ends.ts, findEnds). planBlock sets it,
   * lane by lane.
   */
  close: v128;
  /**
   * p^2 of findEnds (footprint/ends.ts), in cells squared: f32 decides at which cells an interval ends only if the left
   * side of the condition there is at least this. planBlock sets it, lane by lane.
   */
  doubt2: v128;
  /** All ones unless the footprint certainly stays more than a cell away from longitude 0. */
  mayWrap: v128;
  private reserved: v128;
}
