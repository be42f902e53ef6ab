import { Block } from './block';
import { Positions } from './positions';
import { RingTable } from './ringTable';

/**
 * Rings [firstRing, lastRing] of a map, or of several of the same rings that lie `stride` bytes apart. The host writes
 * the record before each call; one thread reads it, and the block behind it is that thread's scratch.
 */
@unmanaged
export class RingSlice {
  private ringsAt: usize;
  /** First ring of the slice. */
  firstRing: i32;
  /** Last ring of the slice. */
  lastRing: i32;
  /** Address of the heads of the first map's rings. */
  heads: usize;
  /** Address that the first map would have if it had all rings. */
  maps: usize;
  /** Bytes from one map to the next. */
  stride: usize;
  /** Marks of the first map (occupancy/byEpoch/marks.ts); the other maps' follow. 0 where no marks are kept. */
  marks: usize;
  private reserved0: u32;
  private reserved1: f64;
  private reserved2: f64;
  private reserved3: f64;
  private reserved4: f64;

  /** The rings of the maps. */
  @inline
  get rings(): RingTable {
    return changetype<RingTable>(this.ringsAt);
  }

  /** Room for finding intervals, behind the record. */
  @inline
  get block(): Block {
    return changetype<Block>(changetype<usize>(this) + offsetof<RingSlice>());
  }
}

/** Inputs and outputs of summing up and counting a slice of a sweep's maps; the host writes it before each call. */
@unmanaged
export class SweepPlan {
  private sliceAt: usize;
  /** Number of groups, each with a map of differences in the slice. */
  groups: u32;
  /** Number of band sets. */
  setCount: u32;
  private setsAt: usize;
  /** Address of the first band set's map of prefix counts; the others' are a slice's stride further on each. */
  prefixHeads: usize;
  /** Address that the first band set's map of prefix counts would have if it had all rings. */
  prefixes: usize;
  /**
   * Chosen cells. First, for each ring from 0 on, the end of the cells of the rings up to it (u32), in units of 8 bytes
   * from this address; from there on, ring by ring, two u32 per cell: bytes from its ring's row, and the number of its
   * first row of `out`.
   */
  cells: usize;
  /** Address of a u32 per group: the number of the group's row among a cell's rows. */
  groupRows: usize;
  /** Address of the first row's occupancy, u16; the host fills it with 0. */
  out: usize;
  /** Bytes from one row of `out` to the next. */
  outStride: u32;
  /** Scratch of sumGroups: sumWorkBytes. */
  sumWork: usize;
  private placesAt: usize;
  /** Address of the records of the tracked satellites (Tracked). */
  tracked: usize;
  /** Address of the numbers (u32) of all tracked satellites' band sets. */
  trackedSets: usize;
  /** Address of the first row's count (u32), to which the kernel adds. */
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
  /** Number of the satellite in the window. */
  satellite: u32;
  /** Number of the first row of the satellite's counts. */
  row: u32;
  /** Index of the satellite's first band set in the list of all satellites' band sets. */
  sets: u32;
  /** Number of the satellite's band sets. */
  setCount: u32;
}

/**
 * Groups whose maps are added up, with their numbers (u32) behind the record and the next list behind these. The host
 * writes one for each band set; a list for some rings leaves out the groups that are empty there.
 */
@unmanaged
export class GroupList {
  /** Not 0 where the groups are subtracted from the total. */
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

/** Offsets of fields that the host writes as pointers, and kernels read as records. */
export const RING_SLICE_RINGS: u32 = offsetof<RingSlice>('ringsAt');
export const SWEEP_PLAN_SLICE: u32 = offsetof<SweepPlan>('sliceAt');
export const SWEEP_PLAN_SETS: u32 = offsetof<SweepPlan>('setsAt');
export const SWEEP_PLAN_POSITIONS: u32 = offsetof<SweepPlan>('placesAt');
