import type { OwnedCore } from '../../core/instance.js';
import { groupRanges } from '../../core/windowRecord.js';
import type { LoadedWindow } from '../loadedWindow.js';
import { noRoomForMap } from '../outOfMemory.js';
import { type RingBand, ringBands } from './ringSlices.js';
import type { RingTables } from '../ringTables.js';
import { chosenCells, sumTerms, trackedTables } from './sweepTables.js';

/** Satellites of which one map of differences is made. */
interface SweepGroup {
  ranges: [from: number, to: number][];
  /** Only those near this satellite of the window; -1 for all. */
  around: number;
}

/** What one thread needs to sweep a block of epochs: pointers, and lengths. */
export interface SweepMemory {
  readonly groups: readonly SweepGroup[];
  readonly bands: readonly RingBand[];
  readonly rings: number;
  readonly scratch: number;
  readonly work: number;
  readonly plan: number;
  /** Of every satellite of the window, and of the tracked ones alone. */
  readonly places: number;
  readonly trackedPlaces: number;
  /** A band of rings of each group's map, and of each band set's map of prefix counts. */
  readonly maps: number;
  readonly prefix: number;
  readonly mapStride: number;
  /** Which rings of each group's map there is anything on. */
  readonly marks: number;
  readonly setCount: number;
  /** The tables of sumGroups and countCovered. */
  readonly sets: number;
  readonly chosen: number;
  readonly groupRows: number;
  readonly sumWork: number;
  readonly tracked: number;
  readonly trackedCount: number;
  readonly trackedSets: number;
  /** Lengths of run indexes: satellite and band set x epoch of the block (u32). */
  readonly counts: number;
  readonly countRows: number;
  /** Occupancies of the cells whose series are made: cell x group x epoch of the block (u16). */
  readonly rows: number;
  readonly coding: number;
}

/** A tracked satellite by its place in the window, with its band sets, and the row of counts of the first of them. */
export interface TrackedSatellite {
  index: number;
  sets: number[];
  row: number;
}

export interface SweepShape {
  /** Distinct sets of bands of which one must be shared. */
  bandSets: readonly number[];
  tracked: readonly TrackedSatellite[];
  /** Cells whose series are made, NESTED. */
  ipix: Uint32Array;
  blockEpochs: number;
}

/** What the maps of a thread may take: it goes over the rings in bands where they take more. */
const MAP_BYTES = 16 * 2 ** 20;

/** @throws OutOfMemory when other work has too much of the memory */
export function placeSweepMemory(
  core: OwnedCore,
  ringTables: RingTables,
  window: LoadedWindow,
  shape: SweepShape,
): { memory: SweepMemory; free: () => void } {
  const { kernels, layout, arena, memory: shared } = core;
  const table = ringTables.of(window.nside);
  const drawn = drawnGroups(core, window, shape);
  const { groups, setMembers, tracked } = drawn;
  const { bands, stride } = ringBands(table, groups.length + setMembers.length, MAP_BYTES);
  const sets = sumTerms(groups.length, setMembers);
  const chosen = chosenCells(table, shape.ipix, window.record.groupCount);
  const { records, list } = trackedTables(layout, tracked);
  const countRows = tracked.reduce((sum, satellite) => sum + satellite.sets.length, 0);
  const sizes = {
    scratch: layout.SCRATCH_BYTES,
    work: layout.FOOTPRINT_WORK_BYTES,
    plan: layout.SWEEP_PLAN_BYTES,
    places: kernels.placesBytes(window.satelliteCount),
    trackedPlaces: kernels.placesBytes(tracked.length),
    maps: groups.length * stride,
    // Behind the band of the last map there are rows that its last footprints touch.
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
    coding: layout.CODING_BYTES,
  };
  const total = Object.values(sizes).reduce((sum, bytes) => sum + aligned(bytes), 0);
  const block = arena.allocate(total);
  if (block === undefined) throw noRoomForMap(window.nside);
  let next = block;
  const pointers = Object.fromEntries(
    Object.entries(sizes).map(([name, bytes]) => {
      const pointer = next;
      next += aligned(bytes);
      return [name, pointer];
    }),
  ) as Record<keyof typeof sizes, number>;
  const write = (pointer: number, words: Uint32Array): void =>
    new Uint32Array(shared.buffer, pointer, words.length).set(words);
  write(pointers.sets, sets);
  write(pointers.chosen, chosen);
  write(pointers.groupRows, drawn.groupRows);
  write(pointers.tracked, records);
  write(pointers.trackedSets, list);
  // Maps of differences are left as they were found.
  core.bytes.fill(0, pointers.maps, pointers.maps + sizes.maps);
  core.bytes.fill(0, pointers.marks, pointers.marks + sizes.marks);
  const memory = {
    ...pointers,
    groups,
    bands,
    rings: table.pointer,
    mapStride: stride,
    setCount: setMembers.length,
    trackedCount: tracked.length,
    countRows,
  };
  return { memory, free: () => arena.free(block) };
}

/** Up to so many satellites alone, it costs less to count around each of them than on the whole sphere. */
const FEW_SATELLITES = 3;

interface DrawnGroups {
  groups: SweepGroup[];
  /** Of each group, its row among a cell's. */
  groupRows: Uint32Array;
  /** Per band set: which groups. */
  setMembers: number[][];
  tracked: TrackedSatellite[];
}

/** The emitter groups that are needed; for few satellites instead what each band set of each counts, around it. */
function drawnGroups(core: OwnedCore, window: LoadedWindow, shape: SweepShape): DrawnGroups {
  const emitters = groupRanges(core, window.record.pointer).filter(({ bands }) => bands !== 0);
  const { bandSets } = shape;
  // In the window's order neighbours have the same bands, and the maps that they are counted on stay in the cache.
  const tracked = shape.tracked.toSorted((a, b) => a.index - b.index);
  if (shape.ipix.length > 0 || tracked.length > FEW_SATELLITES) {
    const asked = bandSets.reduce((bands, set) => bands | set, 0);
    const needed = emitters.filter(({ bands }) => shape.ipix.length > 0 || (bands & asked) !== 0);
    return {
      groups: needed.map(({ ranges }) => ({ ranges, around: -1 })),
      groupRows: Uint32Array.from(needed, ({ group }) => group),
      setMembers: bandSets.map((set) => needed.flatMap(({ bands }, g) => ((bands & set) === 0 ? [] : [g]))),
      tracked,
    };
  }
  const own = tracked.flatMap(({ index, sets }) => sets.map((set) => ({ index, bands: bandSets[set] as number })));
  let first = 0;
  return {
    groups: own.map(({ index, bands }) => ({
      ranges: emitters.filter((emitter) => (emitter.bands & bands) !== 0).flatMap(({ ranges }) => ranges),
      around: index,
    })),
    groupRows: new Uint32Array(own.length),
    setMembers: own.map((_, g) => [g]),
    tracked: tracked.map(({ index, sets, row }) => ({ index, row, sets: sets.map(() => first++) })),
  };
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 64) * 64;
}
