import { Window } from '../window';

/** Head of all queries about the satellites in the sky over a site; the host writes it. */
@unmanaged
export class SkyQuery {
  /** Sines of the window's minimum elevation and of the station's: see leastSine. */
  sinOfWindow: f64;
  sinOfStation: f64;
  windowAt: usize;
  /** Number of the tracked satellite in the window. */
  tracked: u32;
  candidatesAt: usize;

  /** Window of the tracked satellite and all candidates. */
  @inline
  get window(): Window {
    return changetype<Window>(this.windowAt);
  }

  /** Number in the window of the `index`-th candidate. */
  @inline
  candidate(index: u32): u32 {
    return load<u32>(this.candidatesAt + ((<usize>index) << 2));
  }
}
