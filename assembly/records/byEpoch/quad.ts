/**
 * Four satellites made ready for going over the rings: fields of four f32 or i32, lane by lane. Lengths are in
 * equatorial radii. To read one lane, add four bytes per lane to the record's address. Scratch of one thread.
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
  /** Distance from the Earth's centre squared, less 1. */
  range2: v128;
  /** Height above the equator's plane. */
  z: v128;
  /** Longitude, turns from -1/2 to 1/2. */
  lonTurns: v128;
  /** Bound of the rounding error of A cos(dlon) - u, in units of rho: see footprint/ends.ts. */
  error: v128;
  /** First ring that may hold a covered cell; i32. */
  firstRing: v128;
  /** Last ring that may hold a covered cell: below the first where the satellite has no position; i32. */
  lastRing: v128;
  /** All ones where the satellite stands too near a pole for f32. */
  polar: v128;
  /** Cosine of a radius within which all of the footprint lies, as an angle at the Earth's centre. */
  cosRadius: v128;
  /** Sine of a radius within which all of the footprint lies, as an angle at the Earth's centre. */
  sinRadius: v128;
  /** Direction from the Earth's centre, a unit vector. */
  directionX: v128;
  directionY: v128;
  directionZ: v128;
  /** Least |t| at which both ends are certain (footprint/ends.ts, CLOSE); planBlock sets it, lane by lane. */
  close: v128;
  /**
   * Threshold from which the cell of an end is certain: p² of DOUBT2 in footprint/ends.ts. planBlock sets it lane by
   * lane.
   */
  doubt2: v128;
  /** All ones unless the footprint certainly stays more than a cell away from longitude 0. */
  mayWrap: v128;
  private reserved: v128;
}
