import type { CoreInstance } from '../../core/instance.js';
import { isCancelled } from '../../core/records/slotRecord.js';
import { STATUS } from '../../core/status.js';
import { PORTION_MS } from '../../spec.js';
import { writeWholeSlice } from '../../core/records/ringSlice.js';
import { memberRanges, sharingRanges } from '../../core/records/emitterGroups.js';
import type { Range } from '../../core/records/windowOrder.js';
import type { MapMemory } from '../../memory/mapBlocks.js';
import { cellId, type EpochSpan } from '../map/runIndex.js';

/** Memory for counting all cells at an epoch: pointers into the shared memory. */
export interface MapTask extends MapMemory {
  window: number;
  nside: number;
  slot: number;
}

/** Task about the cells that a tracked satellite covers at some epochs. */
interface FootprintTask extends MapTask {
  /** Index of the tracked satellite in the window. */
  satellite: number;
  /** Mask of the bands of which an interferer must have one. */
  bands: number;
  /** Bitmap, by index in the window, of the satellites that count; if absent, all that have one of `bands` count. */
  members?: Uint8Array | undefined;
}

export interface CellsTask extends FootprintTask {
  spans: EpochSpan[];
  /** Id of the run, from which the ids of the cells are made. */
  runId: number;
  /** Whether the previous task has left the cells of the first span's epoch in the list. */
  isListed: boolean;
  /** Whether the text continues that of the previous task: then it begins with a comma. */
  continues: boolean;
}

/** Cells of the first spans: of as many as the turn has time and the text has room for. */
export interface CellsResult {
  status: number;
  /** Number of spans of which all cells are written. */
  spans: number;
  /** Number of cells written of the next span, whose epoch is then in the list; 0 if none. */
  begun: number;
  /** Number of cells written, as entries of a JSON array without its brackets, by epoch and then by cell. */
  entries: number;
  /** Pointer to the text; `textBytes`: its length. */
  text: number;
  textBytes: number;
}

/** Lists the cells in which the tracked satellite's intensity is above 0, as JSON text in the block's output. */
export function cells(core: CoreInstance, task: CellsTask): CellsResult {
  const { kernels, layout } = core;
  const { spans, runId, isListed, list, output } = task;
  let [end, entries, begun] = [output, 0, 0];
  const { status, done } = inPortion(core, task, spans.length, (i, ranges) => {
    const { epoch, skip, take } = spans[i] as EpochSpan;
    if (i > 0 || !isListed) listEpoch(core, task, ranges, epoch);
    const asked = Math.max(0, Math.min(countOf(core, list) - skip, take));
    const some = Math.min(asked, layout.CELL_TEXT_ENTRIES - entries);
    end += kernels.emitCells(list, cellId(runId, epoch, 0), epoch, skip, some, end);
    entries += some;
    if (some < asked) begun = some;
    return some === asked;
  });
  // Each entry begins with a comma; the first entry of an array must not.
  const text = task.continues || entries === 0 ? output : output + 1;
  return { status, spans: done, begun, entries, text, textBytes: end - text };
}

/** Task about the footprints at some epochs, in any order. */
export interface EpochsTask extends FootprintTask {
  epochs: readonly number[];
}

/** Footprints at the first epochs: at as many as the turn has time and the output has room for. */
interface FootprintsResult {
  status: number;
  epochs: number;
  /** Pointer to the packed numbers; `packedBytes`: their length. */
  packed: number;
  packedBytes: number;
}

/**
 * Writes the tracked satellite's footprint with its intensities, as numbers in the block's output, epoch by epoch: see
 * assembly/emit/packedFootprint.
 */
export function footprints(core: CoreInstance, task: EpochsTask): FootprintsResult {
  const { kernels, layout } = core;
  const { epochs, rings, positions, satellite, map } = task;
  const scratch = task.slot + layout.SLOT_SCRATCH;
  const start = task.output;
  let end = start;
  const { status, done } = inPortion(core, task, epochs.length, (i, ranges) => {
    countEpoch(core, task, ranges, epochs[i] as number);
    const most = kernels.footprintBytes(rings, positions, satellite, scratch);
    if (end + most > start + layout.CELL_TEXT_BYTES) return false;
    end += kernels.packFootprint(rings, positions, satellite, map, scratch, end);
    return true;
  });
  return { status, epochs: done, packed: start, packedBytes: end - start };
}

/** Task about the footprints at epochs [from, to). */
interface CountsTask extends FootprintTask {
  from: number;
  to: number;
}

/** Numbers of cells at the first epochs: at as many as the turn has time for. */
interface CellCountsResult {
  status: number;
  counts: number[];
}

/** Counts the cells in which the tracked satellite's intensity is above 0, at each of the epochs. */
export function cellCounts(core: CoreInstance, task: CountsTask): CellCountsResult {
  const counts: number[] = [];
  const { status } = inPortion(core, task, task.to - task.from, (i, ranges) => {
    listEpoch(core, task, ranges, task.from + i);
    counts.push(countOf(core, task.list));
    return true;
  });
  return { status, counts };
}

/**
 * Number of times that each intensity, 0 included, was found at the first epochs: at as many as the turn has time for.
 */
interface MagnitudesResult {
  status: number;
  epochs: number;
  counts: Uint32Array;
}

/** Counts, over all cells of the footprint at the epochs, how often each intensity is found. */
export function magnitudes(core: CoreInstance, task: EpochsTask): MagnitudesResult {
  const { kernels, layout, view } = core;
  const { epochs, rings, positions, satellite, list, nside } = task;
  const scratch = task.slot + layout.SLOT_SCRATCH;
  const words = Math.ceil((12 * nside * nside) / 32);
  const marks = list + layout.CELL_LIST_HEADER_BYTES;
  const values = marks + 8 * Math.ceil(words / 2);
  const counts: number[] = [];
  const count = (value: number, times: number): number => (counts[value] = (counts[value] ?? 0) + times);
  const { status, done } = inPortion(core, task, epochs.length, (i, ranges) => {
    listEpoch(core, task, ranges, epochs[i] as number);
    count(0, kernels.countAll(rings, positions, satellite, scratch) - countOf(core, list));
    for (let word = 0; word < words; word++) {
      for (let bits = view.getUint32(marks + 4 * word, true); bits !== 0; bits &= bits - 1) {
        count(view.getUint16(values + 2 * (32 * word + 31 - Math.clz32(bits & -bits)), true), 1);
      }
    }
    return true;
  });
  return { status, epochs: done, counts: Uint32Array.from(counts, (times = 0) => times) };
}

/**
 * Runs up to `count` steps, until one returns false, the slot is cancelled or, after the first, time is up. Returns the
 * number of steps that returned true. Each step is given the ranges of satellites that count.
 */
function inPortion(
  core: CoreInstance,
  { window, positions, slot, bands, members }: FootprintTask,
  count: number,
  step: (i: number, ranges: readonly Range[]) => boolean,
): { status: number; done: number } {
  const endMs = performance.now() + PORTION_MS;
  const ranges = members ? memberRanges(core, window, members) : sharingRanges(core, window, bands);
  core.kernels.openPositions(window, positions);
  for (let done = 0; done < count; done++) {
    if (done > 0 && performance.now() >= endMs) return { status: STATUS.ok, done };
    if (isCancelled(core, slot)) return { status: STATUS.cancelled, done };
    if (!step(done, ranges)) return { status: STATUS.ok, done };
  }
  return { status: STATUS.ok, done: count };
}

/**
 * Counts the satellites that cover each cell of the tracked satellite's footprint. One map of differences takes the
 * footprints of all groups.
 */
function countEpoch(core: CoreInstance, task: FootprintTask, ranges: readonly Range[], epoch: number): void {
  const { kernels, layout } = core;
  const { window, rings, map, positions, work, slot, satellite } = task;
  const scratch = slot + layout.SLOT_SCRATCH;
  for (const [from, to] of ranges) kernels.epochPositions(window, epoch, from, to, scratch, positions);
  kernels.clearMap(rings, map);
  writeWholeSlice(core, work, rings, task.nside, map);
  for (const [from, to] of ranges) kernels.addFootprints(work, 0, positions, from, to, satellite);
  kernels.sumRings(rings, map);
}

/** Lists the cells of the tracked satellite's footprint in which its intensity is above 0. */
function listEpoch(core: CoreInstance, task: FootprintTask, ranges: readonly Range[], epoch: number): void {
  const { rings, map, positions, list, slot, satellite } = task;
  countEpoch(core, task, ranges, epoch);
  core.kernels.listCovered(rings, positions, satellite, map, slot + core.layout.SLOT_SCRATCH, list);
}

function countOf({ view, layout }: CoreInstance, list: number): number {
  return view.getUint32(list + layout.CELL_LIST_COUNT, true);
}
