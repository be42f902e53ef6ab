import { HORIZON_MASK_BYTES, HorizonMask } from './horizonMask';
import { Site } from './site';

/**
 * Site of a query about the sky, with minimum elevations and horizon mask; the host writes it before each query.
 *
 *   +---------+------+
 *   | station | mask |
 *   +---------+------+
 */
@unmanaged
export class Station extends Site {
  /** Sine of the window's minimum elevation; leastSine says what the values -1 and 1 are for. */
  sinOfWindow: f64;
  /** Sine of the station's minimum elevation; leastSine says what the value -1 is for. */
  sinOfStation: f64;

  /** Horizon mask, and the last look over it. */
  @inline
  get horizonMask(): HorizonMask {
    return changetype<HorizonMask>(changetype<usize>(this) + STATION_HORIZON_MASK);
  }
}

export const STATION_HORIZON_MASK: u32 = (offsetof<Station>() + 63) & ~63;
export const STATION_BYTES: u32 = STATION_HORIZON_MASK + HORIZON_MASK_BYTES;
