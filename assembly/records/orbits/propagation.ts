import { Site } from '../bySite/site';
import { Instant } from '../sgp4/state';
import { Entry, OrbitPair, PAIRS_AT_ONCE } from '../sgp4/orbitPair';
import { Satellite } from '../sgp4/satellite';
import { Scratch, SCRATCH_BYTES } from '../sgp4/scratch';

/**
 * Entries, each a satellite at an instant, of one class of orbit: they wait until there are enough to propagate them
 * together. Pairs of entries follow the record; entry 0 is the first lane of the first pair, entry 1 its second lane.
 */
@unmanaged
export class Waiting {
  /** Number of entries. */
  count: u32;
  private reserved0: u32;
  private reserved1: u32;
  private reserved2: u32;


  @inline
  get first(): OrbitPair {
    return changetype<OrbitPair>(changetype<usize>(this) + offsetof<Waiting>());
  }


  @inline
  entry(index: u32): Entry {
    const pair = this.first.behind(index >>> 1);
    return (index & 1) != 0 ? pair.second : pair.first;
  }

  /** First free entry; keepNext() adds it to `count`. */
  @inline
  get next(): Entry {
    return this.entry(this.count);
  }

  /** Adds the next entry to `count`; returns whether the record is full. */
  @inline
  keepNext(): bool {
    return ++this.count == 2 * PAIRS_AT_ONCE;
  }
}

export const WAITING_BYTES: u32 = offsetof<Waiting>() + PAIRS_AT_ONCE * offsetof<OrbitPair>();

/** Value of Propagation.form: x, y and z, km. Each form has three numbers. */
export const FORM_STATE: i32 = 0;
/** Value of Propagation.form: longitude and latitude, degrees, and height above the ellipsoid, km. */
export const FORM_GEODETIC: i32 = 1;
/** Value of Propagation.form: azimuth and elevation, degrees, and distance, km, from a site. */
export const FORM_LOOK: i32 = 2;

/**
 * Query of propagateOrbits (satellites, times, addresses of the results), and its working memory. The host writes the
 * record before each call. The result for satellite `row` at time `column` is entry row x entries per row + column.
 *
 *   +-------+------+---------+---------------------+
 *   | query | site | scratch | waiting: near, deep |
 *   +-------+------+---------+---------------------+
 */
@unmanaged
export class Propagation {
  private recordsAt: usize;
  /** Number of satellites. */
  satellites: u32;
  private instantsAt: usize;
  /** Number of times. */
  times: u32;
  /** FORM_STATE to FORM_LOOK. */
  form: i32;
  /** 1 for Earth-fixed axes; 0 for TEME, for which the query's instants have the sidereal angle 0. */
  turning: u32;
  /** Address of the results' numbers, three f64 each. */
  private out: usize;
  /** Address of the results' rates; 0 if none are asked for. */
  private rates: usize;
  /** Address of the results' statuses, u8 each. */
  private status: usize;
  /** Entries from one satellite's row of numbers to the next. */
  private outRow: u32;
  /** Entries from one satellite's row of rates to the next. */
  private ratesRow: u32;
  /** Entries from one satellite's row of statuses to the next. */
  private statusRow: u32;
  private reserved0: f64;
  private reserved1: f64;


  @inline
  satellite(row: u32): Satellite {
    return changetype<Satellite>(load<usize>(this.recordsAt + ((<usize>row) << 2)));
  }


  @inline
  instant(column: u32): Instant {
    return changetype<Instant>(this.instantsAt + <usize>column * offsetof<Instant>());
  }

  /** Whether rates are asked for: velocities or, with FORM_LOOK, the rate of the distance. */
  @inline
  get hasRates(): bool {
    return this.rates != 0;
  }

  /** Bytes of the rates of an entry. */
  @inline
  get rateBytes(): usize {
    return this.form == FORM_LOOK ? 8 : 24;
  }

  /** Address for the numbers of an entry. */
  @inline
  outAt(entry: Entry): usize {
    return this.out + 24 * (<usize>entry.row * this.outRow + entry.column);
  }

  /** Address for the rates of an entry. */
  @inline
  ratesAt(entry: Entry): usize {
    return this.rates + this.rateBytes * (<usize>entry.row * this.ratesRow + entry.column);
  }


  @inline
  setStatus(entry: Entry, status: i32): void {
    store<u8>(this.status + <usize>entry.row * this.statusRow + entry.column, <u8>status);
  }

  /** Waiting entries of a class: NEAR_EARTH or DEEP_SPACE. */
  @inline
  waiting(method: i32): Waiting {
    return changetype<Waiting>(changetype<usize>(this) + WAITING_AT + <usize>method * WAITING_BYTES);
  }

  /** Site from which looks are taken; it lies in memory behind this record. */
  @inline
  get site(): Site {
    return changetype<Site>(changetype<usize>(this) + PROPAGATION_SITE);
  }


  @inline
  get scratch(): Scratch {
    return changetype<Scratch>(changetype<usize>(this) + SCRATCH_AT);
  }
}

export const PROPAGATION_RECORDS: u32 = offsetof<Propagation>('recordsAt');
export const PROPAGATION_INSTANTS: u32 = offsetof<Propagation>('instantsAt');
export const PROPAGATION_SITE: u32 = offsetof<Propagation>();
const SCRATCH_AT: u32 = PROPAGATION_SITE + offsetof<Site>();
const WAITING_AT: u32 = SCRATCH_AT + SCRATCH_BYTES;
export const PROPAGATION_BYTES: u32 = WAITING_AT + 2 * WAITING_BYTES;
