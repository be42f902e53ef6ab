import { DEBUG, isRecord } from '../checks';

/**
 * Positions of satellites at one epoch: four planes of f64, an entry for each satellite. x, y and z in km, Earth-fixed,
 * NaN where a satellite has no position; then the sine of the minimum elevation. Scratch of one thread.
 *
 *   +--------+----------+----------+----------+-------------+
 *   | header | x -> f64 | y -> f64 | z -> f64 | sine -> f64 |
 *   +--------+----------+----------+----------+-------------+
 */
@unmanaged
export class Positions {
  /** Number of satellites. */
  count: u32;
  /** Bytes of each of the four planes. */
  plane: u32;

  /** Address of a satellite's x; its y, z and sine lie one, two and three planes behind it. */
  @inline
  entry(index: u32): usize {
    if (DEBUG) assert(isRecord(this) && index <= this.count);
    return changetype<usize>(this) + POSITIONS_HEADER_BYTES + ((<usize>index) << 3);
  }


  @inline
  x(index: u32): f64 {
    return load<f64>(this.entry(index));
  }


  @inline
  y(index: u32): f64 {
    return load<f64>(this.entry(index) + this.plane);
  }


  @inline
  z(index: u32): f64 {
    return load<f64>(this.entry(index) + 2 * this.plane);
  }

  /** Sine of the minimum elevation from which the satellite covers a site. */
  @inline
  sine(index: u32): f64 {
    return load<f64>(this.entry(index) + 3 * this.plane);
  }
}

export const POSITIONS_HEADER_BYTES: u32 = (offsetof<Positions>() + 63) & ~63;
