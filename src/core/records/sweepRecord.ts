import type { CoreInstance } from '../instance.js';

/**
 * Some rings of one map, or of several maps that lie `stride` bytes apart. Pointers are byte offsets into the memory.
 */
export interface RingSlice {
  rings: number;
  firstRing: number;
  lastRing: number;
  /** Address of the first map. */
  heads: number;
  /** Address at which the first map would begin if it had all rings, and not those of the slice alone. */
  maps: number;
  stride?: number;
  /** Address of the marks of the maps: MARKS_BYTES for each. */
  marks?: number;
}

/** Inputs and outputs of sumGroups and countCovered: the fields of assembly/records/byEpoch/sweep.ts. */
export interface SweepPlan {
  slice: number;
  groups: number;
  setCount: number;
  sets: number;
  prefixHeads: number;
  prefixes: number;
  cells: number;
  groupRows: number;
  out: number;
  outStride: number;
  sumWork: number;
  positions: number;
  tracked: number;
  trackedSets: number;
  counts: number;
  countStride: number;
}

/** Writes the record of a slice at a pointer to FOOTPRINT_WORK_BYTES. */
export function writeRingSlice({ layout, view }: CoreInstance, pointer: number, slice: RingSlice): void {
  const write = (offset: number, value: number): void => view.setUint32(pointer + offset, value, true);
  write(layout.RING_SLICE_RINGS, slice.rings);
  write(layout.RING_SLICE_FIRST_RING, slice.firstRing);
  write(layout.RING_SLICE_LAST_RING, slice.lastRing);
  write(layout.RING_SLICE_HEADS, slice.heads);
  write(layout.RING_SLICE_MAPS, slice.maps);
  write(layout.RING_SLICE_STRIDE, slice.stride ?? 0);
  write(layout.RING_SLICE_MARKS, slice.marks ?? 0);
}

/** Writes fields of a plan's record at a pointer to SWEEP_PLAN_BYTES; fields that `plan` lacks stay as they are. */
export function writeSweepPlan({ layout, view }: CoreInstance, pointer: number, plan: Partial<SweepPlan>): void {
  const offsets: Record<keyof SweepPlan, number> = {
    slice: layout.SWEEP_PLAN_SLICE,
    groups: layout.SWEEP_PLAN_GROUPS,
    setCount: layout.SWEEP_PLAN_SET_COUNT,
    sets: layout.SWEEP_PLAN_SETS,
    prefixHeads: layout.SWEEP_PLAN_PREFIX_HEADS,
    prefixes: layout.SWEEP_PLAN_PREFIXES,
    cells: layout.SWEEP_PLAN_CELLS,
    groupRows: layout.SWEEP_PLAN_GROUP_ROWS,
    out: layout.SWEEP_PLAN_OUT,
    outStride: layout.SWEEP_PLAN_OUT_STRIDE,
    sumWork: layout.SWEEP_PLAN_SUM_WORK,
    positions: layout.SWEEP_PLAN_POSITIONS,
    tracked: layout.SWEEP_PLAN_TRACKED,
    trackedSets: layout.SWEEP_PLAN_TRACKED_SETS,
    counts: layout.SWEEP_PLAN_COUNTS,
    countStride: layout.SWEEP_PLAN_COUNT_STRIDE,
  };
  for (const [name, value] of Object.entries(plan)) {
    view.setUint32(pointer + offsets[name as keyof SweepPlan], value, true);
  }
}
