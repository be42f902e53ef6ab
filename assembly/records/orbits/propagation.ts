import { Site } from '../bySite/site';
import { Instant } from '../sgp4/instant';
import { Satellite } from '../sgp4/satellite';
import { Scratch, SCRATCH_BYTES } from '../sgp4/scratch';

/** A satellite and a time that wait for another of the same class: two go through the kernels together. */
@unmanaged
export class Waiting {
  private recordAt: usize;
  private instantAt: usize;
  /** Numbers of the satellite and of the time among those asked for. */
  row: u32;
  column: u32;

  /** Whether one waits. */
  @inline
  get isOne(): bool {
    return this.recordAt != 0;
  }


  @inline
  get record(): Satellite {
    return changetype<Satellite>(this.recordAt);
  }


  @inline
  get instant(): Instant {
    return changetype<Instant>(this.instantAt);
  }


  @inline
  set(record: Satellite, instant: Instant, row: u32, column: u32): void {
    this.recordAt = changetype<usize>(record);
    this.instantAt = changetype<usize>(instant);
    this.row = row;
    this.column = column;
  }


  @inline
  clear(): void {
    this.recordAt = 0;
  }
}

/** Values of Propagation.form: what is told of a satellite at a time, three numbers each. */
export const FORM_STATE: i32 = 0;
/** Longitude and latitude, degrees, and height above the ellipsoid, km. */
export const FORM_GEODETIC: i32 = 1;
/** Azimuth and elevation, degrees, and distance, km, from a site. */
export const FORM_LOOK: i32 = 2;

/**
 * Which satellites propagateOrbits puts where at which times, and where it writes them; the host writes the record before each
 * call. What is written of satellite `row` at time `column` stands at row x entries per row + column.
 *
 *   +-------+------+---------+
 *   | query | site | scratch |
 *   +-------+------+---------+
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
  /** 1 where the axes turn with the Earth, 0 for TEME, whose instants have not turned. */
  turning: u32;
  /** Where numbers, rates and statuses go; no rates where 0. */
  out: usize;
  rates: usize;
  status: usize;
  /** Entries per row of each of them. */
  outRow: u32;
  ratesRow: u32;
  statusRow: u32;
  private reserved0: f64;
  private reserved1: f64;
  private nearRecordAt: usize;
  private nearInstantAt: usize;
  private nearRow: u32;
  private nearColumn: u32;
  private deepRecordAt: usize;
  private deepInstantAt: usize;
  private deepRow: u32;
  private deepColumn: u32;
  private reserved2: f64;
  private reserved3: f64;
  private reserved4: f64;
  private reserved5: f64;


  @inline
  satellite(row: u32): Satellite {
    return changetype<Satellite>(load<usize>(this.recordsAt + ((<usize>row) << 2)));
  }


  @inline
  instant(column: u32): Instant {
    return changetype<Instant>(this.instantsAt + <usize>column * offsetof<Instant>());
  }

  /** What waits of a class: NEAR_EARTH or DEEP_SPACE. */
  @inline
  waiting(method: i32): Waiting {
    return changetype<Waiting>(
      changetype<usize>(this) + offsetof<Propagation>('nearRecordAt') + <usize>method * offsetof<Waiting>(),
    );
  }

  /** Where they are looked at from, behind the record. */
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
export const PROPAGATION_BYTES: u32 = SCRATCH_AT + SCRATCH_BYTES;
