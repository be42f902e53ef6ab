import type { MapMemory } from '../store/mapBlocks.js';

/** What the pool's threads are asked; every pointer is into the shared memory. */

/** What a worker is born with. */
export interface WorkerSetup {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
}

/** The tracked satellite over one cell, at epochs [from, to). */
export interface SeriesTask {
  /** `look` marks the epochs that the satellite covers; `fill` goes on from there and computes what the series lacks. */
  stage: 'look' | 'fill';
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

export interface CellValuesResult {
  status: number;
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

/** All cells at one epoch, seen from the tracked satellite. */
export interface EpochTask extends MapMemory {
  window: number;
  nside: number;
  slot: number;
  satellite: number;
  /** Bands of which one must be shared. */
  bands: number;
  epoch: number;
}

/** Cells (NESTED) whose intensity is above 0, in ascending order, and their intensities. */
export interface EpochCells {
  ipix: Uint32Array;
  value: Uint16Array;
}

export interface EpochCellsResult extends EpochCells {
  status: number;
}
