import { DEBUG, isRecord } from '../checks';
import { Footprint } from './footprint';
import { Quad } from './quad';

/** One satellite of a block, on those rings of its footprint that are asked for. */
@unmanaged
export class Segment {
  /** Address of the satellite's lane in its quad. */
  lane: usize;
  /** Address of the entry of the segment's first ring in the first column (footprint/columns.ts). */
  column: usize;
  /** Number of vectors, of four rings each. */
  vectors: u32;
  /** Index of the satellite among the positions. */
  satellite: u32;
  /** First ring asked for that the footprint may meet. */
  ring: i32;
  /** Number of lanes of the last vector that lie beyond the last ring asked for. */
  beyond: u32;
  /** 0 if none of the segment's intervals can pass longitude 0. */
  mayWrap: i32;
  private reserved: u32;
}

/** A ring of a satellite on which f32 cannot decide which cells are covered, so that f64 does. */
@unmanaged
export class Doubt {
  /** Index of the satellite among the positions. */
  satellite: u32;
  /** Number of the ring; 0 if f64 is to decide all rings of the satellite. */
  ring: i32;
}

/**
 * A batch of satellites (not a sweep's block of epochs) whose intervals on rings are found together: so few that all of
 * it stays in the processor's first-level cache. Scratch of one thread.
 *
 *   +------+----------+-------+----------+--------+------+------+-------+--------+-------+--------+
 *   | head | segments | quads | nearness | halves | west | east | wraps | doubts | exact | around |
 *   +------+----------+-------+----------+--------+------+------+-------+--------+-------+--------+
 *
 * The regions nearness to wraps hold vectors of four rings, one segment after the other: |t| (footprint/ends.ts),
 * half-widths, the addresses of the western and of the eastern end and, for segments that may pass longitude 0, -1
 * where an interval does.
 */
@unmanaged
export class Block {
  /** Number of segments. */
  segmentCount: u32;
  /** Number of vectors of all segments. */
  vectorCount: u32;
  /** Number of doubts. */
  doubtCount: u32;
  /** The last ring that is asked for. */
  askedLast: i32;

  /** Address of the first segment. */
  @inline
  get segments(): usize {
    return changetype<usize>(this) + SEGMENTS_AT;
  }

  /** Address behind the last segment. */
  @inline
  get segmentsEnd(): usize {
    if (DEBUG) assert(isRecord(this) && this.segmentCount <= MAX_SEGMENTS && this.vectorCount <= MAX_VECTORS);
    return this.segments + this.segmentCount * offsetof<Segment>();
  }


  @inline
  get quads(): usize {
    return changetype<usize>(this) + QUADS_AT;
  }


  @inline
  doubt(index: usize): Doubt {
    if (DEBUG) assert(index < <usize>(MAX_LANES + MAX_SEGMENTS));
    return changetype<Doubt>(changetype<usize>(this) + DOUBTS_AT + (index << 3));
  }

  /** Room for the footprint of a satellite that f64 decides; room for a site follows it. */
  @inline
  get exact(): Footprint {
    return changetype<Footprint>(changetype<usize>(this) + EXACT_AT);
  }

  /**
   * Quad whose lane 0 is the satellite in whose footprint counts are wanted. Satellites whose footprints cannot meet
   * that footprint are left out.
   */
  @inline
  get around(): Quad {
    return changetype<Quad>(changetype<usize>(this) + AROUND_AT);
  }
}

/**
 * Number of vectors, plus satellites near a pole that are left to f64, at which a block counts as full. In low orbits,
 * at nside 64, that is after 8 to 16 satellites.
 */
export const ENOUGH_VECTORS: u32 = 96;
/** Bound of the number of vectors, each of four rings of a footprint, that one satellite takes at nside 256. */
const MOST_VECTORS_OF_ONE: u32 = 257;
const MAX_VECTORS: u32 = ENOUGH_VECTORS + 4 * MOST_VECTORS_OF_ONE;
const MAX_SEGMENTS: u32 = ENOUGH_VECTORS + 4;
const MAX_LANES: u32 = 4 * MAX_VECTORS;
const VECTORS_BYTES: u32 = 16 * MAX_VECTORS;

const SEGMENTS_AT: u32 = (offsetof<Block>() + 63) & ~63;
const QUADS_AT: u32 = SEGMENTS_AT + MAX_SEGMENTS * offsetof<Segment>();
export const NEARNESS_AT: u32 = QUADS_AT + (MAX_SEGMENTS + 1) * offsetof<Quad>();
export const HALVES_AT: u32 = NEARNESS_AT + VECTORS_BYTES;
export const WEST_AT: u32 = HALVES_AT + VECTORS_BYTES;
export const EAST_AT: u32 = WEST_AT + VECTORS_BYTES;
export const WRAPS_AT: u32 = EAST_AT + VECTORS_BYTES;
const DOUBTS_AT: u32 = WRAPS_AT + VECTORS_BYTES;
const EXACT_AT: u32 = DOUBTS_AT + 8 * (MAX_LANES + MAX_SEGMENTS);
const AROUND_AT: u32 = EXACT_AT + 256;

/** Bytes of a block. */
export const BLOCK_BYTES: u32 = AROUND_AT + offsetof<Quad>();
