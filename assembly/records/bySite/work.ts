import { DEBUG } from '../checks';
import { NearEphemeris } from './nearEphemeris';
import { Satellite } from '../sgp4/satellite';
import { Scratch, SCRATCH_BYTES } from '../sgp4/scratch';
import { Site } from './site';
import { Window } from '../window';

/**
 * Working memory of one thread that counts a satellite at a site; no other thread looks at it.
 *
 *   +------+-----------+---------+----------------+---------------+-------+
 *   | head | positions | scratch | need -> bitmap | counts -> row | spans |
 *   +------+-----------+---------+----------------+---------------+-------+
 */
@unmanaged
export class Work {
  /** Number of spans that are pieces (occupancy/bySite/spans.ts); pieces stand in front of the long spans. */
  shortSpans: u32;
  /** Number of all spans. */
  allSpans: u32;
  /** Address of the cancel word of the slot that the work belongs to. */
  cancelWord: usize;
  /** Pass in question: time at which the satellite is nearest to the site's zenith, in epochs. */
  nearest: f64;
  /** Pass in question: cosine, at `nearest`, of the angle between site and satellite at the Earth's centre. */
  cosNearest: f64;
  /** Pass in question: rate, at `nearest`, of the satellite's argument of latitude relative to the site's, rad/min. */
  passingRate: f64;
  /** Pass in question: the satellite's distance from the Earth's centre at `nearest`, km. */
  range: f64;
  /** Pass in question: the satellite's height above the equator's plane at `nearest`, km. */
  heightZ: f64;
  private windowAt: usize;
  private satelliteAt: usize;
  /**
   * Address of the satellite's ephemeris: polynomials, arcs or a table. Arbitrary while countAhead counts the satellite
   * without one.
   */
  ephemerisAt: usize;
  private siteAt: usize;
  /** Sine of the angle from the node's longitude to the site's: scratch of approach. sincos writes cosTurn with it. */
  sinTurn: f64;
  /** Cosine of the angle from the node's longitude to the site's: scratch of approach. */
  cosTurn: f64;

  /** Sets the window, the satellite and the site for which covered epochs are counted. */
  @inline
  begin(window: Window, satellite: Satellite, site: Site): void {
    this.windowAt = changetype<usize>(window);
    this.satelliteAt = changetype<usize>(satellite);
    this.siteAt = changetype<usize>(site);
  }

  /** The window in question. */
  @inline
  get window(): Window {
    return changetype<Window>(this.windowAt);
  }

  /** The satellite that is counted. */
  @inline
  get satellite(): Satellite {
    return changetype<Satellite>(this.satelliteAt);
  }

  /** Ephemeris of the satellite, if it is near-earth and has polynomials. */
  @inline
  get ephemeris(): NearEphemeris {
    return changetype<NearEphemeris>(this.ephemerisAt);
  }

  /** The site at which the satellite is counted. */
  @inline
  get site(): Site {
    return changetype<Site>(this.siteAt);
  }

  /** Whether the question that the work belongs to is cancelled. */
  @inline
  get isCancelled(): bool {
    return atomic.load<i32>(this.cancelWord) != 0;
  }

  /** Room of 128 bytes, in which nearPositions writes two positions. */
  @inline
  get positions(): usize {
    return changetype<usize>(this) + WORK_POSITIONS;
  }

  /** Scratch of the functions that counting calls. */
  @inline
  get scratch(): Scratch {
    return changetype<Scratch>(changetype<usize>(this) + WORK_SCRATCH);
  }

  /** Bitmap of the needed epochs: those at which satellites are to be counted. */
  @inline
  get need(): usize {
    return changetype<usize>(this) + WORK_NEED;
  }

  /** Counts, u16 per epoch. */
  @inline
  get row(): usize {
    return changetype<usize>(this) + WORK_ROW;
  }

  /** Spans of the needed epochs (assembly/occupancy/bySite/spans.ts), u32 each. */
  @inline
  get spans(): usize {
    return changetype<usize>(this) + WORK_SPANS;
  }


  @inline
  span(index: u32): u32 {
    if (DEBUG) assert(index < MAX_ROW_BYTES / 4);
    return load<u32>(changetype<usize>(this) + ((<usize>index) << 2), WORK_SPANS);
  }

  /** Counts one more satellite at epoch k. */
  @inline
  countAt(k: u32): void {
    if (DEBUG) assert(k < MAX_ROW_BYTES / 2);
    const at = changetype<usize>(this) + ((<usize>k) << 1);
    store<u16>(at, load<u16>(at, WORK_ROW) + 1, WORK_ROW);
  }
}

/** Bytes of a bitmap of MAX_EPOCHS epochs, a multiple of 64. */
export const MAX_BITMAP_BYTES: u32 = 1280;
/** Bytes of a row of u16 for MAX_EPOCHS epochs, and 64 to spare. */
const MAX_ROW_BYTES: u32 = 20224;

const WORK_POSITIONS: u32 = 128;
export const WORK_SCRATCH: u32 = 256;
const WORK_NEED: u32 = WORK_SCRATCH + SCRATCH_BYTES;
const WORK_ROW: u32 = WORK_NEED + MAX_BITMAP_BYTES;
export const WORK_SPANS: u32 = WORK_ROW + MAX_ROW_BYTES;
export const WORK_BYTES: u32 = WORK_SPANS + MAX_ROW_BYTES;
