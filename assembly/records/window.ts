import { US_PER_MINUTE } from '../constants';
import { DEBUG, isRecord } from './checks';
import { Instant } from './sgp4/state';
import { DEEP_RECORD_BYTES, NEAR_RECORD_BYTES, Satellite } from './sgp4/satellite';

/** An emitter group: a range of the window's near-earth records, and a range of its deep-space records. */
@unmanaged
export class Group {
  /** Mask of the frequency bands that its satellites transmit in. */
  bands: u32;
  /** Index, among the near-earth satellites, of the group's first. */
  nearFrom: u32;
  /** Index, among the near-earth satellites, behind the group's last. */
  nearTo: u32;
  /** Index, among the deep-space satellites, of the group's first. */
  deepFrom: u32;
  /** Index, among the deep-space satellites, behind the group's last. */
  deepTo: u32;
  private reserved0: u32;
  private reserved1: u32;
  private reserved2: u32;

  /** Whether the group transmits in one of `bands`. */
  @inline
  sharesBand(bands: u32): bool {
    return (this.bands & bands) != 0;
  }
}

/**
 * One open window: its epochs, a minute apart, and the satellites that are counted in it. The host writes the record
 * before it hands the window to a thread; after that, threads only read it, but for `tablesTaken`.
 */
@unmanaged
export class Window {
  /** Time of epoch 0, µs since 1970, UTC. */
  startUs: f64;
  /** Number of epochs, MAX_EPOCHS at most. */
  epochs: u32;
  /** Number of near-earth satellites. */
  nearCount: u32;
  /** Number of deep-space satellites. */
  deepCount: u32;
  /** Number of emitter groups. */
  groupCount: u32;
  /** Address of the near-earth records, one behind the other, sorted by emitter group. */
  nearRecords: usize;
  /** Address of the deep-space records, one behind the other, sorted by emitter group. */
  deepRecords: usize;
  /** Address of the records of the emitter groups. */
  groups: usize;
  /** Address of the instants of all epochs, and of EPOCHS_BEYOND minutes after the last. */
  instants: usize;
  /**
   * Address of the near-earth satellites' polynomials (NearEphemeris). A thread that claims Satellite.ephemeris writes
   * those of that satellite.
   */
  nearEphemerides: usize;
  /**
   * Address of the deep-space satellites' arcs (Arc). A thread that claims Satellite.ephemeris writes all arcs of that
   * satellite.
   */
  deepEphemerides: usize;
  /**
   * Address of tables of positions, for satellites that no simpler ephemeris fits. A thread that claims
   * Satellite.ephemeris writes the table of that satellite.
   */
  tables: usize;
  /** Number of tables of positions that there is room for. */
  tableRoom: u32;
  /** Number of tables of positions that threads have asked for, perhaps above `tableRoom`; takeTable increments it. */
  tablesTaken: u32;
  private reserved: u32;

  /** Number of all satellites. */
  @inline
  get satelliteCount(): u32 {
    return this.nearCount + this.deepCount;
  }

  /** Time of epoch k, µs since 1970, UTC: exact. */
  @inline
  epochUs(k: u32): f64 {
    return this.startUs + <f64>k * US_PER_MINUTE;
  }

  /** Instant of epoch k: its time, with the sidereal time. */
  @inline
  instant(k: u32): Instant {
    if (DEBUG) assert(isRecord(this) && k < this.epochs + EPOCHS_BEYOND);
    return changetype<Instant>(this.instants + <usize>k * offsetof<Instant>());
  }


  @inline
  group(g: u32): Group {
    if (DEBUG) assert(g < this.groupCount);
    return changetype<Group>(this.groups + g * offsetof<Group>());
  }

  /** Whether satellite `index` is a near-earth one. */
  @inline
  isNear(index: u32): bool {
    return index < this.nearCount;
  }

  /** Record of satellite `index`: the near-earth ones first, then the deep-space ones. */
  @inline
  satellite(index: u32): Satellite {
    if (DEBUG) assert(isRecord(this) && index < this.satelliteCount);
    const near = this.nearCount;
    return changetype<Satellite>(
      index < near
        ? this.nearRecords + <usize>index * NEAR_RECORD_BYTES
        : this.deepRecords + <usize>(index - near) * DEEP_RECORD_BYTES,
    );
  }

  /**
   * Returns the number of a table of positions, a different one to each caller. There is such a table only if the
   * number is below `tableRoom`.
   */
  @inline
  takeTable(): u32 {
    return atomic.add<u32>(changetype<usize>(this), 1, offsetof<Window>('tablesTaken'));
  }
}

/** Number of instants, a minute apart, after the last epoch's: the last arc of a deep-space satellite ends by then. */
export const EPOCHS_BEYOND: u32 = 36;

/** Most epochs of a window, for which the regions of a slot have room. */
export const MAX_EPOCHS: u32 = 10080;
