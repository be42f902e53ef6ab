/** A pass of a satellite over a site; findPasses writes it, the host reads it. */
@unmanaged
export class Pass {
  /** Begin, µs since 1970, UTC. */
  aosUs: f64;
  /** End, µs since 1970, UTC. */
  losUs: f64;
  /** Time of the highest elevation, µs since 1970, UTC. */
  maxUs: f64;
  /** The highest elevation, rad; while the pass is being looked for, its sine. */
  maxRad: f64;
  /** 1 where the range cuts the pass, else 0. */
  cut: u32;
  private reserved: u32;
}
