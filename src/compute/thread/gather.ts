import type { Encounter } from '../../core/encounters.js';
import type { CoreInstance } from '../../core/instance.js';
import type { Pass } from '../../core/passes.js';
import { type ClearTimes, clearTimes } from '../sky/clearTimes.js';
import { isTogether, pushRow, readRow, ROW, ROW_NUMBERS } from '../sky/encounterRow.js';

export interface GatherTask {
  slot: number;
  passes: readonly Pass[];
  /** Rows that encountersPart found, in any order. */
  rows: readonly Float64Array[];
}

/** Pass with its encounters; microseconds since 1970. */
export interface GatheredPass extends Pass, ClearTimes {
  /**
   * Rows of the encounters in the order in which they begin, without satellites that stay beside the tracked one all
   * through the pass.
   */
  encounters: Float64Array;
  /** Indexes in the window of the satellites that stay beside the tracked one all through the pass. */
  colocated: number[];
}

/** Puts encounters in order, pass by pass, and finds the times at which each pass is clear of them. */
export function gather(_core: CoreInstance, { passes, rows }: GatherTask): GatheredPass[] {
  const ofPass = passes.map((): Encounter[] => []);
  for (const part of rows) {
    for (let i = 0; i < part.length; i += ROW_NUMBERS) ofPass[part[i + ROW.pass] as number]?.push(readRow(part, i));
  }
  return passes.map((pass, i) => {
    const found = ofPass[i] as Encounter[];
    const near = found.filter((it) => !isTogether(pass, it));
    near.sort((a, b) => a.entersUs - b.entersUs || a.satellite - b.satellite);
    const sorted: number[] = [];
    for (const it of near) pushRow(sorted, i, it);
    const together = found.filter((it) => isTogether(pass, it)).map(({ satellite }) => satellite);
    return {
      ...pass,
      encounters: Float64Array.from(sorted),
      colocated: together.sort((a, b) => a - b),
      ...clearTimes(pass, near),
    };
  });
}
