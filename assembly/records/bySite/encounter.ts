/** An encounter of two satellites in the sky over a site; findEncounters writes it, the host reads it. */
@unmanaged
export class Encounter {
  /** Begin, µs since 1970, UTC. */
  entersUs: f64;
  /** End, µs since 1970, UTC. */
  leavesUs: f64;
  /** Time of the smallest separation, µs since 1970, UTC. */
  closestUs: f64;
  /** The smallest separation, rad. */
  closestRad: f64;
  /** Distances of the tracked satellite and of the other from the site at that time, km. */
  trackedKm: f64;
  otherKm: f64;
  /** The largest separation looked at, rad. */
  farthestRad: f64;
  /** Number of the other satellite in the window. */
  satellite: u32;
  /** ENTERS_CUT where it goes on before the range, LEAVES_CUT where it does behind it; both may be set. */
  cut: u32;
}

export const ENTERS_CUT: u32 = 1;
export const LEAVES_CUT: u32 = 2;
