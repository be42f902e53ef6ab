import { Block } from './block';
import { Positions } from './positions';
import { RingTable } from './ringTable';

/**
 * Rings [firstRing, lastRing] of a map, or of several of the same rings that lie `stride` bytes apart. The host writes the
 * record before each call; one thread reads it, and the block behind it is that thread's scratch.
 */
@unmanaged
export class RingSlice {
  private ringsAt: usize;
  /** First of the rings. */
  firstRing: i32;
  /** Last of the rings. */
  lastRing: i32;
  /** Address of the first map: its rings' heads. */
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
  /** Address that this map would have if it had all rings. */
  prefixes: usize;
  /**
   * Chosen cells. First, for each ring from 0 on, the end of the cells of the rings up to it (u32), in units of 8 bytes
   * from this address; from there on, ring by ring, two u32 per cell: bytes from its ring's row, and the number of its
   * first row of `out`.
   */
  cells: usize;
  /** Number of each group's row among a cell's, u32. */
  groupRows: usize;
  /** Address of the first row's occupancy, u16; the host fills it with 0. */
  out: usize;
  /** Bytes from one row of `out` to the next. */
  outStride: u32;
  /** Scratch of sumGroups: sumWorkBytes. */
  sumWork: usize;
  private placesAt: usize;
  /** Records of the tracked satellites (Tracked). */
  tracked: usize;
  /** Numbers of their band sets, u32. */
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
  /** Its number in the window. */
  satellite: u32;
  /** Number of the row that its counts begin with. */
  row: u32;
  /** Index of its first band set's number in the list of all satellites' band sets. */
  sets: u32;
  /** Number of its band sets. */
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

  /** Where the groups' numbers begin; they end where the next list is. */
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
