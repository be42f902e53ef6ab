import { Site } from './site';
import { Scratch, SCRATCH_BYTES } from '../sgp4/scratch';
import { Window } from '../window';

/** Where a satellite stands in the sky over a site; lookAround writes it, the host reads it. */
@unmanaged
export class Look {
  /** Azimuth from north over east, rad in [0, 2 pi). */
  azimuthRad: f64;
  /** Elevation, rad. */
  elevationRad: f64;
  /** Distance from the site, km. */
  rangeKm: f64;
  /** Angle to the tracked satellite, rad. */
  separationRad: f64;
  /** Number of the satellite in the window. */
  satellite: u32;
  private reserved: u32;
}

/**
 * Which satellites lookAround looks at, from where and when, and where it writes them; the host writes the record before the
 * call.
 *
 *   +-------+------+---------+---------------+
 *   | query | site | scratch | looks -> look |
 *   +-------+------+---------+---------------+
 */
@unmanaged
export class LookQuery {
  /** Instant, µs since 1970, UTC. */
  tUs: f64;
  /** Sines of the window's minimum elevation and of the station's: see leastSine. */
  sinOfWindow: f64;
  sinOfStation: f64;
  private windowAt: usize;
  /** Number of the tracked satellite in the window. */
  tracked: u32;
  private candidatesAt: usize;
  /** Number of candidates. */
  count: u32;
  /** 1 where the tracked satellite is up, else 0: lookAround writes it. */
  isUp: u32;
  private reserved0: u32;
  private reserved1: f64;
  private reserved2: f64;

  /** The window of all of them. */
  @inline
  get window(): Window {
    return changetype<Window>(this.windowAt);
  }

  /** Number in the window of the `index`-th candidate. */
  @inline
  candidate(index: u32): u32 {
    return load<u32>(this.candidatesAt + ((<usize>index) << 2));
  }

  /** The site from which they are seen, behind the record. */
  @inline
  get site(): Site {
    return changetype<Site>(changetype<usize>(this) + LOOK_QUERY_SITE);
  }


  @inline
  get scratch(): Scratch {
    return changetype<Scratch>(changetype<usize>(this) + SCRATCH_AT);
  }

  /** The `index`-th of the looks: that of the tracked satellite first. */
  @inline
  look(index: u32): Look {
    return changetype<Look>(changetype<usize>(this) + LOOK_QUERY_LOOKS + <usize>index * offsetof<Look>());
  }
}

export const LOOK_QUERY_WINDOW: u32 = offsetof<LookQuery>('windowAt');
export const LOOK_QUERY_CANDIDATES: u32 = offsetof<LookQuery>('candidatesAt');
export const LOOK_QUERY_SITE: u32 = offsetof<LookQuery>();
const SCRATCH_AT: u32 = LOOK_QUERY_SITE + offsetof<Site>();
export const LOOK_QUERY_LOOKS: u32 = SCRATCH_AT + SCRATCH_BYTES;
