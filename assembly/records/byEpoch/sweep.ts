import { Block, BLOCK_BYTES } from './block';
import { Positions } from './positions';
import { RingTable } from './ringTable';

/**
 * The rings from firstRing to lastRing of one map, or of several maps that lie `stride` bytes apart. The host writes
 * the record before each call; one thread reads it, and the block behind it is that thread's scratch.
 */
@unmanaged
export class RingSlice {
  private ringsAt: usize;
  /** First ring of the slice. */
  firstRing: i32;
  /** Last ring of the slice. */
  lastRing: i32;
  /** Address of the heads of the first map. Each map has the heads of all rings, even if it lacks their rows. */
  heads: usize;
  /** Address that the first map would have if it had the rows of all rings: Ring.row is counted from here. */
  maps: usize;
  /** Bytes from one map to the next. */
  stride: usize;
  /**
   * Address of the marks of the first map, a bit for each stretch of rings that may differ from 0
   * (occupancy/byEpoch/marks.ts); those of the other maps follow. 0 if no marks are kept.
   */
  marks: usize;

  /** The rings of the maps. */
  @inline
  get rings(): RingTable {
    return changetype<RingTable>(this.ringsAt);
  }

  /** Scratch for finding intervals, behind the record. */
  @inline
  get block(): Block {
    return changetype<Block>(changetype<usize>(this) + RING_SLICE_BLOCK);
  }
}

/**
 * Inputs and outputs of sumGroups and countCovered, which sum up and count the maps of a slice; the host writes the
 * record before each call.
 */
@unmanaged
export class SweepPlan {
  private sliceAt: usize;
  /** Number of groups, each with a map of differences in the slice. */
  groups: u32;
  /** Number of band sets. */
  setCount: u32;
  private setsAt: usize;
  /**
   * Address of the heads of the first band set's map of prefix counts; maps of neighbouring band sets lie slice.stride
   * bytes apart.
   */
  prefixHeads: usize;
  /** Address that the first band set's map of prefix counts would have if it had the rows of all rings. */
  prefixes: usize;
  /**
   * Address of the chosen cells, whose occupancies sumGroups keeps. First comes a u32 for each ring from 0 on: where
   * the ring's cells end, in units of 8 bytes from this address. Then come the cells, ring by ring, with two u32 each:
   * bytes from the start of the ring's row to the cell's entry, and which of a group's rows in `out` belongs to the
   * cell, counted from 0.
   */
  cells: usize;
  /** Address of a u32 per group: the number of the group's first row in `out`. */
  groupRows: usize;
  /**
   * Address, in the first row of occupancies (u16), of the entry of this epoch. The host sets the rows to 0 beforehand,
   * as sumGroups writes only those of marked groups.
   */
  out: usize;
  /** Bytes from one row of `out` to the next. */
  outStride: u32;
  /** Address of the scratch of sumGroups, sumWorkBytes bytes. */
  sumWork: usize;
  private placesAt: usize;
  /** Address of the records of the tracked satellites (Tracked). */
  tracked: usize;
  /** Address of the numbers (u32) of the band sets of all tracked satellites, one satellite after the other. */
  trackedSets: usize;
  /** Address, in the first row of counts (u32), of the entry of this epoch, to which the kernel adds. */
  counts: usize;
  /** Bytes from one row of `counts` to the next. */
  countStride: u32;

  /** Rings of the plan, and the groups' maps of differences. */
  @inline
  get slice(): RingSlice {
    return changetype<RingSlice>(this.sliceAt);
  }

  /** The band sets, one behind the other. */
  @inline
  get sets(): GroupList {
    return changetype<GroupList>(this.setsAt);
  }

  /** Positions of the tracked satellites alone (pickPositions). */
  @inline
  get positions(): Positions {
    return changetype<Positions>(this.placesAt);
  }
}

/** A tracked satellite of a sweep; the host writes it, threads read it. */
@unmanaged
export class Tracked {
  /** Index of the satellite in the window. */
  satellite: u32;
  /** Number of the first row of the satellite's counts. */
  row: u32;
  /** Index of the satellite's first band set in SweepPlan.trackedSets. */
  sets: u32;
  /** Number of the satellite's band sets. */
  setCount: u32;
}

/**
 * List of groups whose maps are added up. The groups' numbers (u32) follow the record, and the next list follows these.
 * The host writes one list for each band set; listMarked makes shorter ones, of the groups whose maps are marked on a
 * stretch of rings.
 */
@unmanaged
export class GroupList {
  /** If not 0, the list has the groups that its band set lacks: their sum is taken off the total of all groups. */
  offTotal: u32;
  /** Number of groups. */
  count: u32;

  /** Address of the groups' numbers, which end where the next list begins. */
  @inline
  get groups(): usize {
    return changetype<usize>(this) + offsetof<GroupList>();
  }


  @inline
  get next(): GroupList {
    return changetype<GroupList>(changetype<usize>(this) + offsetof<GroupList>() + ((<usize>this.count) << 2));
  }
}

const RING_SLICE_BLOCK: u32 = (offsetof<RingSlice>() + 63) & ~63;
/** Bytes of a RingSlice record and of the Block behind it, its scratch. */
export const FOOTPRINT_WORK_BYTES: u32 = RING_SLICE_BLOCK + BLOCK_BYTES;
/** Offsets of fields in which the host writes the addresses of records. */
export const RING_SLICE_RINGS: u32 = offsetof<RingSlice>('ringsAt');
export const SWEEP_PLAN_SLICE: u32 = offsetof<SweepPlan>('sliceAt');
export const SWEEP_PLAN_SETS: u32 = offsetof<SweepPlan>('setsAt');
export const SWEEP_PLAN_POSITIONS: u32 = offsetof<SweepPlan>('placesAt');
