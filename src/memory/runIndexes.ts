import type { Knex } from 'knex';
import { findCellCounts } from '../db/analysis/runIndexes.js';
import type { RunOfWindow } from '../db/analysis/runs.js';
import { RecentMap } from '../recentMap.js';

/**
 * How many cells of a completed run lie before each epoch, in some bands, and how many in all: a number for each epoch and one
 * more. All pages of a run are found by it.
 */
export type CellsBefore = Uint32Array;

/** Run indexes in memory, the least recently used of which go. Only the host's thread reads and writes them. */
export interface RunIndexes {
  /** Finds or loads an index; undefined where the run is not completed, or has no such index. */
  find(run: RunOfWindow, bands: number): Promise<CellsBefore | undefined>;
  readonly bytes: number;
}

/** Some 400 indexes of a week. */
const MOST_BYTES = 16 * 2 ** 20;

/** @param mostBytes of indexes that are kept */
export function createRunIndexes(knex: Knex, mostBytes = MOST_BYTES): RunIndexes {
  const kept = new RecentMap<string, CellsBefore>(mostBytes, ({ byteLength }) => byteLength);
  const loading = new Map<string, Promise<CellsBefore | undefined>>();

  const load = async (key: string, run: RunOfWindow, bands: number): Promise<CellsBefore | undefined> => {
    const counts = await findCellCounts(knex, run, bands);
    if (counts === undefined) return undefined;
    const index = cellsBefore(counts);
    kept.set(key, index);
    return index;
  };

  return {
    async find(run, bands) {
      // Ids recur in other databases; what a window's identity, a satellite and bands determine never changes.
      const key = [run.windowIdentity, run.noradNumber, bands].join(' ');
      const found = kept.get(key);
      if (found !== undefined) return found;
      const under = loading.get(key) ?? load(key, run, bands).finally(() => loading.delete(key));
      loading.set(key, under);
      return under;
    },
    get bytes() {
      return kept.weight;
    },
  };
}

/** Adds up the counts of all epochs; nside 256 has less than 2^32 cells in a week. */
export function cellsBefore(counts: ArrayLike<number>): CellsBefore {
  const before = new Uint32Array(counts.length + 1);
  for (let epoch = 0; epoch < counts.length; epoch++) {
    before[epoch + 1] = (before[epoch] as number) + (counts[epoch] as number);
  }
  return before;
}
