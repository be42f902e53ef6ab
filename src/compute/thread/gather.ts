import type { CoreInstance } from '../../core/instance.js';
import type { Pass } from '../../core/passes.js';
import { isTogether, readRow, ROW, ROW_NUMBERS } from '../sky/encounterRow.js';

export interface GatherTask {
  slot: number;
  passes: readonly Pass[];
  /** Rows that encountersPart found, in any order. */
  rows: readonly Float64Array[];
}

/** Pass with its encounters; microseconds since 1970. */
export interface GatheredPass extends Pass {
  /**
   * Rows of the encounters by the time they begin, without satellites that stay beside the tracked one all through the
   * pass.
   */
  encounters: Float64Array;
  /** Indexes in the window of the satellites that stay beside the tracked one all through the pass. */
  colocated: number[];
  /** Time in microseconds during which another satellite is in the beam. */
  inBeamUs: number;
  /** Longest stretch during which no other satellite is in the beam; undefined where there is none. */
  clear: { fromUs: number; toUs: number } | undefined;
}

/** Puts encounters in order, pass by pass, and finds the times at which each pass is clear of them. */
export function gather(_core: CoreInstance, { passes, rows }: GatherTask): GatheredPass[] {
  const ofPass = passes.map((): Float64Array[] => []);
  for (const part of rows) {
    for (let i = 0; i < part.length; i += ROW_NUMBERS) {
      ofPass[part[i + ROW.pass] as number]?.push(part.subarray(i, i + ROW_NUMBERS));
    }
  }
  return passes.map((pass, i) => gatherPass(pass, ofPass[i] as Float64Array[]));
}

function gatherPass(pass: Pass, rows: readonly Float64Array[]): GatheredPass {
  const [near, together]: [Float64Array[], Float64Array[]] = [[], []];
  for (const row of rows) (isTogether(pass, readRow(row, 0)) ? together : near).push(row);
  near.sort((a, b) => entersUs(a) - entersUs(b) || satelliteOf(a) - satelliteOf(b));
  const encounters = new Float64Array(near.length * ROW_NUMBERS);
  near.forEach((row, i) => encounters.set(row, i * ROW_NUMBERS));
  return { ...pass, encounters, colocated: together.map(satelliteOf).sort((a, b) => a - b), ...clearTimes(pass, near) };
}

function clearTimes({ aosUs, losUs }: Pass, near: readonly Float64Array[]): Pick<GatheredPass, 'inBeamUs' | 'clear'> {
  let [fromUs, toUs] = [aosUs, aosUs];
  let [endUs, clearUs] = [aosUs, 0];
  const stretch = (untilUs: number): void => {
    if (untilUs <= endUs) return;
    clearUs += untilUs - endUs;
    if (untilUs - endUs > toUs - fromUs) [fromUs, toUs] = [endUs, untilUs];
  };
  for (const row of near) {
    stretch(entersUs(row));
    endUs = Math.max(endUs, row[ROW.leavesUs] as number);
  }
  stretch(losUs);
  return { inBeamUs: losUs - aosUs - clearUs, clear: toUs > fromUs ? { fromUs, toUs } : undefined };
}

function satelliteOf(row: Float64Array): number {
  return row[ROW.satellite] as number;
}

function entersUs(row: Float64Array): number {
  return row[ROW.entersUs] as number;
}
