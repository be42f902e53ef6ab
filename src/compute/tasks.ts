import type { Place } from '../core/seriesRecord.js';
import type { MapMemory } from '../memory/mapBlocks.js';
import type { PartMemory } from '../memory/sweep/partMemory.js';
import type { SweepMemory } from '../memory/sweep/sweepMemory.js';
import type { EpochSpan } from './runIndex.js';

/** What the pool's threads are asked; every pointer is into the shared memory. */

/** What a worker is born with. */
export interface WorkerSetup {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** Nice value of the thread, where the system has them: 0 is ordinary, 19 gives way to everything. */
  niceness: number;
}

/** The tracked satellite over one cell, at epochs [from, to). */
export interface SeriesTask {
  /**
   * `look` marks the epochs that the satellite covers; `fill` goes on from there and begins to compute what the series lacks,
   * `close` goes on where the rest of that was computed in other tasks.
   */
  stage: 'look' | 'fill' | 'close';
  window: number;
  series: number;
  slot: number;
  satellite: number;
  /** Bands of which one must be shared. */
  bands: number;
  from: number;
  to: number;
}

export interface TimeseriesTask extends SeriesTask {
  startUs: number;
  text: number;
}

export interface TimeseriesResult {
  status: number;
  textBytes: number;
}

export interface PointResult {
  status: number;
  intensity: number;
}

/** The satellites [from, to) of a window, looked at every `step` epochs. */
export interface SurveyTask {
  window: number;
  slot: number;
  from: number;
  to: number;
  step: number;
}

/** The satellites that fail: the first epoch at which they do, and at how many. */
export type SurveyResult = { index: number; firstEpoch: number; epochs: number }[];

/** One satellite at epochs [from, to). */
export interface TrackTask {
  window: number;
  slot: number;
  satellite: number;
  from: number;
  to: number;
}

/** Cells of some epochs, seen from the tracked satellite. */
export interface CellsTask extends MapMemory {
  window: number;
  nside: number;
  slot: number;
  satellite: number;
  /** Bands of which one must be shared. */
  bands: number;
  spans: EpochSpan[];
  /** Whose cells they are called. */
  runId: number;
}

/** The same as numbers instead of text. */
export interface PackedCellsTask extends Omit<CellsTask, 'runId' | 'spans'> {
  /** Epochs [from, to). */
  from: number;
  to: number;
}

/** As many of the epochs, from the first one on, as a turn has time for. */
export interface PackedCellsResult {
  status: number;
  epochs: number;
  bytes: Uint8Array;
}

/** The cells of as many of the spans, from the first one on, as a turn has time for. */
export interface CellsResult {
  status: number;
  spans: number;
  count: number;
  /** Entries of an array without its brackets, in the order of the epochs and then of the cells. */
  json: Uint8Array;
}

/** All cells at the epochs [from, from + epochs). */
export interface SweepBlockTask extends SweepMemory {
  window: number;
  /** Of the window: so many. */
  satellites: number;
  from: number;
  epochs: number;
  /** Cells whose occupancies are kept, and emitter groups of the window. */
  cells: number;
  cellRows: number;
  /** How many of the cells make a part of the result. */
  partCells: number;
  /** How many rows of counts. */
  partRows: number;
}

/**
 * Sealed: counts (u32; tracked satellite and band set x epoch), then occupancies by range of cells (u16; cell x group x
 * epoch); then counts of the rows that the first part has not.
 */
export interface SweepBlockResult {
  parts: Uint8Array[];
}

/** One part of all blocks, to be joined over the epochs. */
export interface AssembleTask {
  blocks: Uint8Array[];
  blockEpochs: number;
  epochCount: number;
  rows: number;
}

/** Rows are cells, each with a row for every emitter group. */
export interface AssembleSeriesTask extends AssembleTask, PartMemory {
  groups: number;
}

export interface SealedIndex {
  data: Uint8Array;
  cellCount: number;
}

/** A stored series, to be read into the record of its cell. */
export interface ReadSeriesTask {
  series: number;
  data: Uint8Array;
  coding: number;
}

/** The passes of the tracked satellite over a place, and the intensities of its cell during them. */
export interface StationTask extends TimeseriesTask {
  place: Place;
}

/** A pass as it is reported: seconds since 1970. */
export interface StationPass {
  aosSecond: number;
  losSecond: number;
  maxElevationSecond: number;
  maxElevationDeg: number;
  complete: boolean;
  /** Null without a whole minute in it, and where the satellite shares no band with anybody. */
  intensity: { peak: number; mean: number } | null;
}

export interface StationResult {
  status: number;
  passes: StationPass[];
  /** Minutes in the passes: entries of the text. */
  entries: number;
  textBytes: number;
}

/** Goes on with a fill that was begun, in a `work` of its own: see assembly/series/fill. */
export type FillTask = Pick<SeriesTask, 'window' | 'series' | 'slot' | 'bands'> & { work: number };

export interface FillResult {
  status: number;
}

/** The satellites [from, to) of a window, whose motions are fitted. */
export interface PrepareTask {
  window: number;
  slot: number;
  from: number;
  to: number;
}
