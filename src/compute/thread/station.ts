import type { CoreInstance } from '../../core/instance.js';
import { findPasses, type Pass } from '../../core/passes.js';
import type { Place } from '../../core/records/seriesRecord.js';
import { STATUS } from '../../core/status.js';
import { EPOCH_SECONDS } from '../../spec.js';
import { type Range, type TextTask, writeTimeseries } from '../series/writeText.js';
import { fill, type FillTask } from './fill.js';

/** Task about the tracked satellite over a station: `place` decides passes, the cell of the series intensities. */
export interface StationTask extends FillTask, TextTask {
  place: Place;
}

/** A pass as it is reported, in whole seconds since 1970. */
export interface StationPass {
  aosSecond: number;
  losSecond: number;
  maxElevationSecond: number;
  maxElevationDeg: number;
  complete: boolean;
  /** Intensities in the pass; null if no epoch lies in it, or the question is about no known band or frequency. */
  intensity: { peak: number; mean: number } | null;
}

export interface StationResult {
  status: number;
  passes: StationPass[];
  /** Number of entries of the text, one for each minute in the passes; `textBytes`: length of the text. */
  entries: number;
  textBytes: number;
}

export interface StationCountsResult {
  status: number;
  passes: readonly StationPass[];
  /**
   * Intensities minute by minute, pass after pass; -1 where the satellite is not in view from the cell's centre. Empty
   * without known bands.
   */
  counts: Int32Array;
}

/** Count of a minute in which the satellite is in view of the place, but not of the centre of its cell. */
const NOT_COVERED = -1;

interface Found {
  passes: StationPass[];
  /** Epochs of each pass, without passes in which no epoch lies. */
  ranges: Range[];
  /** Intensities of all epochs, in the slot. */
  values: Uint16Array;
}

/**
 * Fills in the counts that the series lacks, then finds the passes over the station and writes the intensities during
 * them as JSON text. A minute is in a pass if it begins at or after its aos and before its los, both in whole seconds.
 */
export function station(core: CoreInstance, task: StationTask): StationResult {
  const found = passesOver(core, task);
  if (typeof found === 'number') return { status: found, passes: [], entries: 0, textBytes: 0 };
  const { passes, ranges } = found;
  const entries = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  return { status: STATUS.ok, passes, entries, textBytes: writeTimeseries(core, task, ranges) };
}

/** Finds the passes and intensities of `station`, as numbers. */
export function stationCounts(core: CoreInstance, task: StationTask): StationCountsResult {
  const found = passesOver(core, task);
  if (typeof found === 'number') return { status: found, passes: [], counts: new Int32Array() };
  const { passes, ranges, values } = found;
  const counts = new Int32Array(ranges.reduce((sum, [from, to]) => sum + to - from, 0));
  const coverage = new Uint8Array(core.memory.buffer, task.slot + core.layout.SLOT_COVERAGE);
  let at = 0;
  for (const [from, to] of ranges) {
    for (let epoch = from; epoch < to; epoch++) {
      const isCovered = ((coverage[epoch >> 3] as number) & (1 << (epoch & 7))) !== 0;
      counts[at++] = isCovered ? (values[epoch] as number) : NOT_COVERED;
    }
  }
  return { status: STATUS.ok, passes, counts };
}

/** Finds the passes over the station and their epochs; returns a status if the task was cancelled or lacks counts. */
function passesOver(core: CoreInstance, task: StationTask): Found | number {
  // Without bands there is nothing to fill in, but there are passes all the same.
  const status = task.bands === 0 ? STATUS.ok : fill(core, task).status;
  if (status !== STATUS.ok) return status;
  const { layout } = core;
  const room = { pointer: task.slot + layout.SLOT_TEXT, bytes: layout.MAX_EPOCHS * layout.MAX_ENTRY_BYTES };
  const found = findPasses(core, task, task.slot, room);
  if (found === undefined) return STATUS.cancelled;
  const values = new Uint16Array(core.memory.buffer, task.slot + layout.SLOT_VALUES, layout.MAX_EPOCHS);

  const ranges: Range[] = [];
  const passes = found.map((pass): StationPass => {
    const reported = inSeconds(pass);
    const from = epochFrom(task, reported.aosSecond);
    const to = epochFrom(task, reported.losSecond);
    if (from === to || task.bands === 0) return { ...reported, intensity: null };
    ranges.push([from, to]);
    return { ...reported, intensity: summary(values.subarray(from, to)) };
  });
  return { passes, ranges, values };
}

function inSeconds({ aosUs, losUs, maxElevationUs, maxElevationDeg, complete }: Pass): Omit<StationPass, 'intensity'> {
  const aosSecond = Math.round(aosUs / 1e6);
  const losSecond = Math.round(losUs / 1e6);
  const maxElevationSecond = Math.min(losSecond, Math.max(aosSecond, Math.round(maxElevationUs / 1e6)));
  return { aosSecond, losSecond, maxElevationSecond, maxElevationDeg, complete };
}

/** Finds the first epoch at or after a second. */
function epochFrom({ startUs }: Pick<StationTask, 'startUs'>, second: number): number {
  return Math.ceil((second - startUs / 1e6) / EPOCH_SECONDS);
}

function summary(values: Uint16Array): { peak: number; mean: number } {
  const sum = values.reduce((total, value) => total + value, 0);
  return { peak: Math.max(...values), mean: sum / values.length };
}
