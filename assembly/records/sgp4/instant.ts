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
