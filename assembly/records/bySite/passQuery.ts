import { Window } from '../window';
import { Station, STATION_BYTES } from './station';
import { View } from './view';

/**
 * Query of findPasses, and the passes that it finds; the host writes the record before each call.
 *
 *   +-------+---------+----------------+
 *   | query | station | passes -> pass |
 *   +-------+---------+----------------+
 */
@unmanaged
export class PassQuery {
  private windowAt: usize;
  /** Index of the satellite in the window. */
  satellite: u32;
  /** Number of passes that there is room for; findPasses leaves out later ones. */
  capacity: u32;
  private viewAt: usize;
  /** Begin of the range, µs since 1970, UTC: within the window. */
  fromUs: f64;
  /** End of the range, µs since 1970, UTC: within the window. */
  toUs: f64;
  /** Sine of the elevation from which the satellite counts; findPasses writes it. */
  sinMinElevation: f64;
  /** Upper bound of the radius of the satellite's footprint at sinMinElevation, rad; findPasses writes it. */
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

  /** The station of the passes, behind the record. */
  @inline
  get station(): Station {
    return changetype<Station>(changetype<usize>(this) + PASS_QUERY_STATION);
  }

  /** The `index`-th of the passes that are found. */
  @inline
  pass(index: u32): Pass {
    return changetype<Pass>(changetype<usize>(this) + PASS_QUERY_PASSES + <usize>index * offsetof<Pass>());
  }
}

export const PASS_QUERY_WINDOW: u32 = offsetof<PassQuery>('windowAt');
export const PASS_QUERY_STATION: u32 = (offsetof<PassQuery>() + 63) & ~63;
export const PASS_QUERY_PASSES: u32 = PASS_QUERY_STATION + STATION_BYTES;

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
  /** 1 if the range cuts the pass, else 0. */
  cut: u32;
  private reserved: u32;
}
