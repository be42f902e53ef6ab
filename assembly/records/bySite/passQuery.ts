import { Window } from '../window';
import { HORIZON_MASK_BYTES, HorizonMask } from './horizonMask';
import { Site } from './site';
import { View } from './view';

/**
 * Query of findPasses, and the passes that it finds; the host writes the record before each call.
 *
 *   +-------+------+------+-----------------+
 *   | query | site | mask | passes -> pass  |
 *   +-------+------+------+-----------------+
 */
@unmanaged
export class PassQuery {
  private windowAt: usize;
  /** Number of the satellite in the window. */
  satellite: u32;
  /** Number of passes that there is room for; findPasses leaves out later ones. */
  capacity: u32;
  private viewAt: usize;
  /** Begin of the range, µs since 1970, UTC: within the window. */
  fromUs: f64;
  /** End of the range, µs since 1970, UTC: within the window. */
  toUs: f64;
  /** Sine of the window's minimum elevation, or -1: see leastSine. */
  sinOfWindow: f64;
  /** Sine of the station's minimum elevation, or -1: see leastSine. */
  sinOfStation: f64;
  /** Sine of the elevation from which the satellite counts; findPasses writes it. */
  sinMinElevation: f64;
  /** Bound of the radius that the satellite's footprint has with sinMinElevation, rad; findPasses writes it. */
  footprintRad: f64;

  /** The window of the satellite. */
  @inline
  get window(): Window {
    return changetype<Window>(this.windowAt);
  }

  /** View of the satellite from the site, in scratch that findPasses chooses. */
  @inline
  get view(): View {
    return changetype<View>(this.viewAt);
  }


  @inline
  set view(view: View) {
    this.viewAt = changetype<usize>(view);
  }

  /** The site of the passes, behind the record. */
  @inline
  get site(): Site {
    return changetype<Site>(changetype<usize>(this) + PASS_QUERY_SITE);
  }

  /** Horizon mask of the site. */
  @inline
  get horizonMask(): HorizonMask {
    return changetype<HorizonMask>(changetype<usize>(this) + PASS_QUERY_HORIZON_MASK);
  }

  /** The `index`-th of the passes that are found. */
  @inline
  pass(index: u32): Pass {
    return changetype<Pass>(changetype<usize>(this) + PASS_QUERY_PASSES + <usize>index * offsetof<Pass>());
  }
}

export const PASS_QUERY_WINDOW: u32 = offsetof<PassQuery>('windowAt');
export const PASS_QUERY_SITE: u32 = offsetof<PassQuery>();
export const PASS_QUERY_HORIZON_MASK: u32 = PASS_QUERY_SITE + offsetof<Site>();
export const PASS_QUERY_PASSES: u32 = PASS_QUERY_HORIZON_MASK + HORIZON_MASK_BYTES;

/** A pass of a satellite over a site; findPasses writes it, the host reads it. */
@unmanaged
export class Pass {
  /** Begin, µs since 1970, UTC. */
  aosUs: f64;
  /** End, µs since 1970, UTC. */
  losUs: f64;
  /** Time of the highest elevation, µs since 1970, UTC. */
  maxUs: f64;
  /** The highest elevation, rad; until findPasses returns, its sine. */
  maxRad: f64;
  /** 1 where the range cuts the pass, else 0. */
  cut: u32;
  private reserved: u32;
}
