/**
 * A place on the ground from which satellites are seen, in the Earth-fixed frame of WGS84. e is the ellipsoid's
 * eccentricity, N its radius of curvature in the prime vertical at the site, H the height above the ellipsoid.
 * writeSite writes all fields; threads that share a record, such as the site of a series, only read them.
 */
@unmanaged
export class Site {
  /** Position of the site, km. */
  x: f64;
  y: f64;
  z: f64;
  /** Geodetic up, a unit vector. */
  upX: f64;
  upY: f64;
  upZ: f64;
  /** Direction from the Earth's centre, a unit vector. */
  directionX: f64;
  directionY: f64;
  directionZ: f64;
  /** N + H, km. */
  normal: f64;
  /** Component of the position along geodetic up, km. */
  alongUp: f64;
  /** Distance from the Earth's centre squared, less 2 (N + H) alongUp; km². */
  squares: f64;
  /** 2 e² N sin(latitude), km. */
  shiftZ: f64;
  /** Longitude, rad. */
  lon: f64;
  /** Cosine of the geodetic latitude. */
  cosLat: f64;
  private reserved: f64;

  /** Sine of the geodetic latitude. */
  @inline
  get sinLat(): f64 {
    return this.upZ;
  }
}
