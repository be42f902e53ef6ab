import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { decodeNumbers, encodeNumbers } from '../codec/numbers.js';
import { findRunIndex, replaceRunIndex } from '../db/analysis/runIndexes.js';
import type { RunOfWindow } from '../db/analysis/runs.js';
import { isDatabaseAway } from '../db/connection/databaseAway.js';
import { RecentMap } from '../db/recentMap.js';

/**
 * Running total of a run index: entry k is the number of the run's cells, in some bands, before epoch k; the last entry
 * is the number at all epochs. It tells at which epoch a page of cells begins.
 */
export type CellsBefore = Uint32Array;

/** Run indexes in memory; the least recently used ones make room. Only the main thread reads and writes them. */
export type RunIndexes = ReturnType<typeof createRunIndexes>;

/** Counts the cells of a run at each epoch of its window, in bands of its satellite. */
export type CountRun = (run: RunOfWindow, bands: number, signal: AbortSignal) => Promise<Uint32Array>;

interface RunIndexesParts {
  knex: Knex;
  count: CountRun;
  log: Logger;
}

/** Most bytes of indexes that are kept: some 400 indexes of a week. */
const MOST_BYTES = 16 * 2 ** 20;

export function createRunIndexes({ knex, count, log }: RunIndexesParts) {
  const kept = new RecentMap<string, CellsBefore>(MOST_BYTES, ({ byteLength }) => byteLength);
  const loading = new Map<string, Promise<CellsBefore | undefined>>();
  const counting = new Map<string, Promise<void>>();
  const stopping = new AbortController();

  const keep = (key: string, counts: Uint32Array): CellsBefore => {
    const index = cellsBefore(counts);
    kept.set(key, index);
    return index;
  };

  const countAgain = async (key: string, run: RunOfWindow, bands: number): Promise<void> => {
    const what = { run: run.id, bands };
    const fromMs = performance.now();
    try {
      const counts = await count(run, bands, stopping.signal);
      const cellCount = keep(key, counts).at(-1) ?? 0;
      await replaceRunIndex(knex, run.id, { bands, cellCount, data: encodeNumbers(counts) });
      log.info({ ...what, seconds: Math.round((performance.now() - fromMs) / 1000) }, 'run index counted again');
    } catch (error) {
      if (stopping.signal.aborted) return;
      log.error({ ...what, err: error }, 'a run index could not be counted again and stored');
    }
  };

  const load = async (key: string, run: RunOfWindow, bands: number): Promise<CellsBefore | undefined> => {
    let fault: unknown;
    try {
      const index = await findRunIndex(knex, run.id, bands);
      if (index !== undefined) return keep(key, decodeNumbers(index.data, new Uint32Array(run.epochCount)));
    } catch (error) {
      if (isDatabaseAway(error)) throw error;
      fault = error;
    }
    log.error(
      { err: fault, run: run.id, bands },
      'a stored run index is missing or cannot be read: it is being counted again',
    );
    counting.set(
      key,
      countAgain(key, run, bands).finally(() => counting.delete(key)),
    );
    return undefined;
  };

  return {
    /**
     * Finds or loads the index of a completed run. If it is not stored or damaged, it is counted again in the
     * background and stored; until then the result is undefined. Rejects if the database is away.
     */
    async find(run: RunOfWindow, bands: number): Promise<CellsBefore | undefined> {
      // The key has no ids of the database: after a restore, the database may use them again. The window's identity,
      // the satellite and the bands determine an index for ever.
      const key = [run.windowIdentity, run.noradNumber, bands].join(' ');
      const found = kept.get(key);
      if (found !== undefined || counting.has(key)) return found;
      const under = loading.get(key) ?? load(key, run, bands).finally(() => loading.delete(key));
      loading.set(key, under);
      return under;
    },
    /** Gives up all counting under way. */
    async stop(): Promise<void> {
      stopping.abort(new Error('the service is stopping'));
      await Promise.all(counting.values());
    },
  };
}

/**
 * Makes the running total of the counts of all epochs. It fits into 32 bits: a satellite covers at most half of the
 * cells, and half of the cells of nside 256 at 10,080 epochs are fewer than 2^32.
 */
export function cellsBefore(counts: ArrayLike<number>): CellsBefore {
  const before = new Uint32Array(counts.length + 1);
  for (let epoch = 0; epoch < counts.length; epoch++) {
    before[epoch + 1] = (before[epoch] as number) + (counts[epoch] as number);
  }
  return before;
}
