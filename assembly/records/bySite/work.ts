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
  /** Number of short spans; they stand in front of the long ones. */
  shortSpans: u32;
  /** Number of all spans. */
  allSpans: u32;
  /** Number of exact positions taken so far. */
  exactCount: u32;
  /** Address of the cancel word of the slot that the work belongs to. */
  cancelWord: usize;
  /** Pass in question: time at which the satellite is nearest to the site's zenith, in epochs. */
  nearest: f64;
  /** Pass in question: cosine of the angle between site and satellite then. */
  cosNearest: f64;
  /** Pass in question: rate at which the satellite passes the site, rad/min. */
  passingRate: f64;
  /** Pass in question: the satellite's distance from the Earth's centre, km. */
  range: f64;
  /** Pass in question: the satellite's height above the equator's plane, km. */
  heightZ: f64;
  private windowAt: usize;
  private satelliteAt: usize;
  /**
   * Address of the satellite's ephemeris, of whatever kind; arbitrary while the satellite is counted by skipping ahead.
   */
  ephemerisAt: usize;
  private siteAt: usize;
  /** Sine and cosine of the site's longitude from the node, as sincos writes them: scratch of approach. */
  sinTurn: f64;
  cosTurn: f64;

  /** Sets the work's task: the epochs of a window at which a satellite covers a site. */
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

  /** Ephemeris of the satellite, where that is near-earth. */
  @inline
  get ephemeris(): NearEphemeris {
    return changetype<NearEphemeris>(this.ephemerisAt);
  }

  /** The site at which the satellite is counted. */
  @inline
  get site(): Site {
    return changetype<Site>(this.siteAt);
  }

  /** Whether the task that the work belongs to is cancelled. */
  @inline
  get isCancelled(): bool {
    return atomic.load<i32>(this.cancelWord) != 0;
  }

  /** Room in which nearPositions writes two positions; 112 bytes. */
  @inline
  get positions(): usize {
    return changetype<usize>(this) + WORK_POSITIONS;
  }

  /** Scratch of the functions that counting calls. */
  @inline
  get scratch(): Scratch {
    return changetype<Scratch>(changetype<usize>(this) + WORK_SCRATCH);
  }

  /** Bitmap of the epochs that are needed. */
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

/** Bytes of the bitmap of the longest window (MAX_EPOCHS), and of its row. */
export const MAX_BITMAP_BYTES: u32 = 1280;
const MAX_ROW_BYTES: u32 = 20224;

const WORK_POSITIONS: u32 = 128;
export const WORK_SCRATCH: u32 = 256;
const WORK_NEED: u32 = WORK_SCRATCH + SCRATCH_BYTES;
const WORK_ROW: u32 = WORK_NEED + MAX_BITMAP_BYTES;
export const WORK_SPANS: u32 = WORK_ROW + MAX_ROW_BYTES;
export const WORK_BYTES: u32 = WORK_SPANS + MAX_ROW_BYTES;
