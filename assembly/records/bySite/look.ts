import { SkyQuery } from './skyQuery';
import { Station, STATION_BYTES } from './station';
import { Scratch, SCRATCH_BYTES } from '../sgp4/scratch';

/** Look at a satellite from a site, with the separation; lookAround writes it, the host reads it. */
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
  /** Index of the satellite in the window. */
  satellite: u32;
  private reserved: u32;
}

/**
 * Query of lookAround, and the looks that it writes; the host writes the record before the call.
 *
 *   +-------+---------+---------+---------------+
 *   | query | station | scratch | looks -> look |
 *   +-------+---------+---------+---------------+
 */
@unmanaged
export class LookQuery extends SkyQuery {
  /** Number of candidates. */
  count: u32;
  /** 1 if the tracked satellite is up, else 0; arbitrary if lookAround returns 0. */
  isUp: u32;
  /** Instant, µs since 1970, UTC. */
  tUs: f64;

  /** The station from which the satellites are seen, behind the record. */
  @inline
  get station(): Station {
    return changetype<Station>(changetype<usize>(this) + LOOK_QUERY_STATION);
  }


  @inline
  get scratch(): Scratch {
    return changetype<Scratch>(changetype<usize>(this) + SCRATCH_AT);
  }

  /** The `index`-th look; the tracked satellite's is number 0. */
  @inline
  look(index: u32): Look {
    return changetype<Look>(changetype<usize>(this) + LOOK_QUERY_LOOKS + <usize>index * offsetof<Look>());
  }
}

export const LOOK_QUERY_WINDOW: u32 = offsetof<LookQuery>('windowAt');
export const LOOK_QUERY_CANDIDATES: u32 = offsetof<LookQuery>('candidatesAt');
export const LOOK_QUERY_STATION: u32 = (offsetof<LookQuery>() + 63) & ~63;
const SCRATCH_AT: u32 = LOOK_QUERY_STATION + STATION_BYTES;
export const LOOK_QUERY_LOOKS: u32 = SCRATCH_AT + SCRATCH_BYTES;
