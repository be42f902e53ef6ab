import { RingTable } from './ringTable';
import { Site } from '../bySite/site';
import { Position } from '../sgp4/state';

/**
 * One satellite's position, with the values from which the cells that it covers are found ring by ring; scratch of one
 * thread. Room for a site follows the record.
 */
@unmanaged
export class Footprint {
  /** First ring that can hold a covered cell. */
  firstRing: i32;
  /** Last ring that can hold a covered cell: below the first if the satellite has no position. */
  lastRing: i32;
  // Addresses that getters turn into records: AssemblyScript checks a field of a class type for null at every read.
  private positionAt: usize;
  private ringsAt: usize;
  /** Height above the equator's plane, km. */
  z: f64;
  /** Distance from the Earth's axis, km. */
  rho: f64;
  /** Inverse of rho, per km. */
  inverseRho: f64;
  /** Distance from the Earth's centre squared, km². */
  range2: f64;
  /** Longitude, rad. */
  lon: f64;
  /** Sine of the minimum elevation. */
  sinMinElevation: f64;
  /** Bound of the difference between the closed form and the exact test, km: see ringInterval. */
  tolerance: f64;
  private ownX: f64;
  private ownY: f64;
  private ownZ: f64;

  /** Position that the footprint was made from. */
  @inline
  get position(): Position {
    return changetype<Position>(this.positionAt);
  }


  @inline
  set position(value: Position) {
    this.positionAt = changetype<usize>(value);
  }

  /** Ring table that the footprint is for. */
  @inline
  get rings(): RingTable {
    return changetype<RingTable>(this.ringsAt);
  }


  @inline
  set rings(value: RingTable) {
    this.ringsAt = changetype<usize>(value);
  }

  /** Room for a position, for callers whose x, y and z do not lie in one record. */
  @inline
  get own(): Position {
    return changetype<Position>(changetype<usize>(this) + offsetof<Footprint>('ownX'));
  }

  /** Room for a site, behind the record. */
  @inline
  get site(): Site {
    return changetype<Site>(changetype<usize>(this) + FOOTPRINT_BYTES);
  }
}

export const FOOTPRINT_BYTES: u32 = (offsetof<Footprint>() + 63) & ~63;
