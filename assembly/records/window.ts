import { US_PER_MINUTE } from '../constants';
import { DEBUG, isRecord } from './checks';
import { Instant } from './sgp4/state';
import { DEEP_RECORD_BYTES, NEAR_RECORD_BYTES, Satellite } from './sgp4/satellite';

/** Emitter group: satellites [from, to) of each of the window's two record arrays. */
@unmanaged
export class Group {
  /** Mask of the frequency bands that its satellites transmit in. */
  bands: u32;
  /** First near-earth satellite of the group. */
  nearFrom: u32;
  /** Number behind the group's last near-earth satellite. */
  nearTo: u32;
  /** First deep-space satellite of the group. */
  deepFrom: u32;
  /** Number behind the group's last deep-space satellite. */
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
  /** Near-earth records, one behind the other, sorted by emitter group. */
  nearRecords: usize;
  /** Deep-space records, one behind the other, sorted by emitter group. */
  deepRecords: usize;
  /** Records of the emitter groups. */
  groups: usize;
  /** Instants of the epochs and of EPOCHS_BEYOND more. */
  instants: usize;
  /** Ephemerides of the near-earth satellites; the thread that claims a satellite's `ephemeris` writes one. */
  nearEphemerides: usize;
  /**
   * Ephemerides of the deep-space satellites, arcs; the thread that claims a satellite's `ephemeris` writes its arcs.
   */
  deepEphemerides: usize;
  /** Tables of positions, for satellites without a simpler ephemeris; the thread that claims `ephemeris` writes one. */
  tables: usize;
  /** Number of tables that there is room for. */
  tableRoom: u32;
  /** Number of tables that were asked for, maybe more than there is room for: only takeTable writes it. */
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

  /** Time of epoch k, with the sidereal time. */
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

  /** Number of a table of positions that no other thread gets; there is one where it is below `tableRoom`. */
  @inline
  takeTable(): u32 {
    return atomic.add<u32>(changetype<usize>(this), 1, offsetof<Window>('tablesTaken'));
  }
}

/** Number of instants behind the last epoch, so that the last arc of a deep-space satellite is whole. */
export const EPOCHS_BEYOND: u32 = 36;

/** Most epochs of a window: the regions of a slot have room for so many. */
export const MAX_EPOCHS: u32 = 10080;
