import type { OwnedCore } from '../../core/instance.js';
import type { Pieces } from '../../core/pieces.js';
import type { LoadedWindow } from '../loadedWindow.js';
import { allocateParts } from '../parts.js';
import type { RingTables } from '../ringTables.js';
import { drawnGroups, type SweepGroup, type SweepShape } from './sweepGroups.js';
import { chosenCells, type RingSlice, ringSlices, sumTerms, trackedTables } from './sweepTables.js';

/**
 * Memory for sweeping a block of epochs: pointers, and lengths. The main thread writes the tables when it allocates
 * them; after that only the thread that runs a task on this memory writes there, one task at a time.
 */
export interface SweepMemory {
  readonly groups: readonly SweepGroup[];
  /** Slices of rings: the maps are made for one slice after the other. */
  readonly slices: readonly RingSlice[];
  /** The ring table of the window's nside. */
  readonly rings: number;
  readonly scratch: number;
  readonly work: number;
  readonly plan: number;
  /** Positions of every satellite of the window. */
  readonly positions: number;
  /** Positions of the tracked satellites alone. */
  readonly trackedPositions: number;
  /** A slice of each group's map. */
  readonly maps: number;
  /**
   * A slice of the map of prefix counts of each band set: for each cell, how many cells before it in its ring have a
   * count above 1.
   */
  readonly prefix: number;
  /** Bytes from one map's slice to the next. */
  readonly mapStride: number;
  /** Marks of the rings that hold anything, for each group's map. */
  readonly marks: number;
  readonly setCount: number;
  /** Table of the kernel sumGroups: see sumTerms. */
  readonly sets: number;
  /** Table of the kernel sumGroups: see chosenCells. */
  readonly chosen: number;
  readonly groupRows: number;
  readonly sumWork: number;
  /** Table of the kernel countCovered: see trackedTables. */
  readonly tracked: number;
  readonly trackedCount: number;
  readonly trackedSets: number;
  /** Counts for run indexes: (satellite and band set) x epoch of the block (u32). */
  readonly counts: number;
  readonly countRows: number;
  /** Pointer to the occupancies of the cells whose series are made: group x cell x epoch of the block (u16). */
  readonly rows: number;
}

/** Most bytes of the maps of one thread; if all rings would take more, the thread counts them slice by slice. */
const MAP_BYTES = 16 * 2 ** 20;

interface AllocatedSweepMemory {
  memory: SweepMemory;
  free: () => void;
}

/**
 * Bytes cleared between two pauses, in which other work of the thread gets its turn. Clearing is slow the first time,
 * as the system has to find pages.
 */
const CLEARED_BYTES = 2 ** 20;

/**
 * Allocates memory to sweep blocks, and writes its tables, in pieces of a millisecond each.
 *
 * @throws the errors of allocateParts
 */
export function* allocatingSweepMemory(
  core: OwnedCore,
  ringTables: RingTables,
  window: LoadedWindow,
  shape: SweepShape,
): Pieces<AllocatedSweepMemory> {
  const { kernels, layout, memory: shared } = core;
  const table = ringTables.of(window.nside);
  const drawn = drawnGroups(core, window, shape);
  const { groups, setMembers, tracked } = drawn;
  const { slices, stride } = ringSlices(table, groups.length + setMembers.length, MAP_BYTES);
  const sets = sumTerms(groups.length, setMembers);
  const chosen = chosenCells(table, shape.ipix);
  const { records, list } = trackedTables(layout, tracked);
  const countRows = tracked.reduce((sum, satellite) => sum + satellite.sets.length, 0);
  const sizes = {
    scratch: layout.SCRATCH_BYTES,
    work: layout.FOOTPRINT_WORK_BYTES,
    plan: layout.SWEEP_PLAN_BYTES,
    positions: kernels.positionsBytes(window.satelliteCount),
    trackedPositions: kernels.positionsBytes(tracked.length),
    maps: groups.length * stride,
    // Kernels take four rings at a time, so that the last footprints touch up to three rows behind the slice.
    prefix: (setMembers.length + 1) * stride + 3 * table.longestRowBytes,
    marks: layout.MARKS_BYTES * groups.length,
    sets: sets.byteLength,
    chosen: chosen.byteLength,
    groupRows: drawn.groupRows.byteLength,
    sumWork: kernels.sumWorkBytes(table.pointer, groups.length, setMembers.length),
    tracked: records.byteLength,
    trackedSets: list.byteLength,
    counts: countRows * shape.blockEpochs * 4,
    rows: shape.ipix.length * window.record.groupCount * shape.blockEpochs * 2,
  };
  const { pointers, free } = allocateParts(core, sizes, `a map of nside ${window.nside}`);
  const write = (pointer: number, words: Uint32Array): void =>
    new Uint32Array(shared.buffer, pointer, words.length).set(words);
  write(pointers.sets, sets);
  write(pointers.chosen, chosen);
  write(pointers.groupRows, drawn.groupRows);
  write(pointers.tracked, records);
  write(pointers.trackedSets, list);
  // The maps of differences must be zero before each task; a task clears them again.
  for (let at = 0; at < sizes.maps; at += CLEARED_BYTES) {
    core.bytes.fill(0, pointers.maps + at, pointers.maps + Math.min(sizes.maps, at + CLEARED_BYTES));
    yield;
  }
  core.bytes.fill(0, pointers.marks, pointers.marks + sizes.marks);
  const memory = {
    ...pointers,
    groups,
    slices,
    rings: table.pointer,
    mapStride: stride,
    setCount: setMembers.length,
    trackedCount: tracked.length,
    countRows,
  };
  return { memory, free };
}
