import type { Knex } from 'knex';
import type { Pool } from '../../compute/pool.js';
import type { OwnedCore } from '../../core/instance.js';
import type { BlockQueue } from '../../db/analysis/blockQueue.js';
import type { RingTables } from '../../memory/ringTables.js';

export interface SweepParts {
  knex: Knex;
  core: OwnedCore;
  ringTables: RingTables;
  pool: Pool;
  /** Number of the pool's threads, and so of blocks computed at a time. */
  threads: number;
  /** Shares the blocks with other processes; none if the database is embedded. */
  queue?: BlockQueue | undefined;
  /** Ends the sweep, which stays unfinished, as soon as the tasks under way are finished or given up. */
  signal?: AbortSignal;
}

/** Progress of a sweep: blocks of epochs counted, then parts (indexes, ranges of cells) or cells by site stored. */
export interface SweepProgress {
  stage: 'counting' | 'storing';
  done: number;
  of: number;
}

/**
 * Does the same work `threads` times side by side, and waits for all of them. When one fails, or the signal is aborted,
 * the others are told to stop by `stop`; then throws the reason.
 */
export async function sideBySide(
  { threads, signal }: Pick<SweepParts, 'threads' | 'signal'>,
  work: (stop: AbortSignal) => Promise<void>,
): Promise<void> {
  const failure = new AbortController();
  const stop = signal === undefined ? failure.signal : AbortSignal.any([signal, failure.signal]);
  const runs = Array.from({ length: threads }, async () => {
    try {
      await work(stop);
    } catch (error) {
      failure.abort(error);
      throw error;
    }
  });
  for (const run of await Promise.allSettled(runs)) if (run.status === 'rejected') throw run.reason;
}
