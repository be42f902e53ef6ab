/** SGP4 mean elements of one satellite, as sgp4Init takes them; the host writes them. */
@unmanaged
export class MeanElements {
  /** Epoch, µs since 1970, UTC. */
  epochUs: f64;
  /** Drag term, per earth radius. */
  bstar: f64;
  /** Eccentricity. */
  ecco: f64;
  /** Argument of perigee, rad. */
  argpo: f64;
  /** Inclination, rad. */
  inclo: f64;
  /** Mean anomaly, rad. */
  mo: f64;
  /** Kozai mean motion, rad/min. */
  noKozai: f64;
  /** Right ascension of the ascending node, rad. */
  nodeo: f64;
}
