import { DEBUG, isRecord } from '../checks';

/**
 * One ring of a ring table. Letters in the comments on its fields are those of ringInterval (footprint/interval.ts).
 */
@unmanaged
export class Ring {
  /** RING number of the ring's first cell. */
  first: i32;
  /** Number of the ring's cells. */
  cells: i32;
  /** Bytes from a map's start to the ring's row. */
  row: u32;
  private reserved0: u32;
  /** Longitude of the first cell's centre, rad. */
  firstLon: f64;
  /** Sine of the geodetic latitude. */
  sinLat: f64;
  /** Cosine of the geodetic latitude. */
  cosLat: f64;
  /** Inverse of cosLat. */
  secLat: f64;
  /** N, the ellipsoid's radius of curvature in the prime vertical, km. */
  normal: f64;
  /** a W, component along the geodetic up of the ground's position, km. */
  up: f64;
  /** Square of the ground's distance from the Earth's centre, less twice the square of the equatorial radius, km². */
  squares: f64;
  /** 2 e² N sin(latitude), km. */
  shiftZ: f64;
  /** Cells per radian of longitude. */
  cellsPerRad: f64;
  private reserved1: f64;
  private reserved2: f64;
  private reserved3: f64;
  private reserved4: f64;
  private reserved5: f64;
}

/**
 * The rings of one nside, and where they lie in a map; behind the rings stand their columns (footprint/columns.ts), up
 * to nside 256. fillRingTable writes the whole table; after that, all threads read it.
 *
 *   +--------+-----------------------+---------+
 *   | header | rings x ring          | columns |
 *   +--------+-----------------------+---------+
 *
 * A map has one u16 per cell, ring by ring from the north pole, in RING order:
 *
 *   +----------------------+--------+---+--------+---+-----+
 *   | heads: rings x u32   | ring 1 | - | ring 2 | - | ... |
 *   +----------------------+--------+---+--------+---+-----+
 *
 * A row has a ring's cells eastwards, then 4 to 16 pads, so that every row starts on a multiple of 32 bytes.
 *
 * In a map of sums an entry is the count of its cell. In a map of differences it is the change of the count from the
 * cell before, and a ring's head is the number of intervals that pass longitude 0: the count of a cell is the head plus
 * the ring's entries up to the cell's own. In a map of prefix counts an entry is the number of cells before its own in
 * the ring that have a count above 1, and the head is their number in the whole ring.
 */
@unmanaged
export class RingTable {
  /** Power of two from 1 to 8192. */
  nside: i32;
  /** Number of rings. */
  count: i32;
  /** Bytes of a map. */
  mapBytes: u32;

  /** Ring r, counted from 1 at the north pole. */
  @inline
  ring(r: i32): Ring {
    if (DEBUG) assert(isRecord(this) && r >= 1 && r <= this.count);
    return changetype<Ring>(changetype<usize>(this) + RING_TABLE_HEADER_BYTES + <usize>(r - 1) * offsetof<Ring>());
  }

  /** Address of the columns, for an nside that has them. */
  @inline
  get columns(): usize {
    return changetype<usize>(this) + RING_TABLE_HEADER_BYTES + this.count * offsetof<Ring>();
  }
}

export const RING_TABLE_HEADER_BYTES: u32 = (offsetof<RingTable>() + 63) & ~63;
