import type { Knex } from 'knex';
import { numericArray } from '../connection/arrays.js';
import { isDatabaseFull } from '../connection/databaseAway.js';
import type { CallWindow } from './callWindows.js';
import { CLEAN_EVERY_MS, CLEAN_ROWS, deleteExpired, millisecondsOf } from './rateLimits.js';

/** Table of windows, written behind those that change them. */
export interface WindowStore {
  /** Windows that had been stored and have not ended, the first to end first. */
  readonly found: readonly CallWindow[];
  /** Says that a window is to be stored. */
  changed(window: CallWindow): void;
  /**
   * Makes another attempt to store where the last one has failed, and rejects where that fails too; undefined where all
   * is well, or the disk is full: then it is enough that they are in memory, and attempts go on in the background.
   */
  mend(): Promise<void> | undefined;
  /** Stores all that has changed, and ends. */
  close(): Promise<void>;
}

/** Milliseconds between two statements; what was counted in them is forgotten where the process is killed. */
const STORE_EVERY_MS = 250;
/** Most windows of one statement, which holds the database meanwhile. */
const STORED_AT_ONCE = 2_000;

const FIND = `
  select key, points as calls, expire as "endMs" from rate_limits
  where expire > ${millisecondsOf('now()')} order by expire`;
const STORE = `
  insert into rate_limits (key, points, expire)
  select * from unnest(cast(:keys as text[]), cast(:calls as int[]), cast(:ends as bigint[]))
  on conflict (key) do update set points = excluded.points, expire = excluded.expire`;

/**
 * Opens the table for this process alone.
 *
 * @param onFailure told of an attempt to store that fails after one that did not
 */
export async function openWindowStore(knex: Knex, onFailure: (error: unknown) => void): Promise<WindowStore> {
  // Unlogged it would be emptied after the process was killed. Does nothing where it is logged already.
  await knex.raw('alter table rate_limits set logged');
  const { rows: found }: { rows: CallWindow[] } = await knex.raw(FIND);

  const changed = new Map<string, CallWindow>();
  let cleanedMs = -Infinity;
  let failure: unknown;
  let storing: Promise<void> | undefined;

  const storeSome = async (): Promise<void> => {
    const windows = [...changed.values()].slice(0, STORED_AT_ONCE);
    for (const { key } of windows) changed.delete(key);
    try {
      await knex.raw(STORE, {
        keys: windows.map(({ key }) => key),
        calls: numericArray(windows, ({ calls }) => calls),
        ends: numericArray(windows, ({ endMs }) => endMs),
      });
      failure = undefined;
    } catch (error) {
      // Those that have changed again meanwhile are newer.
      for (const window of windows) if (!changed.has(window.key)) changed.set(window.key, window);
      if (failure === undefined) onFailure(error);
      failure = error;
      throw error;
    }
  };
  const store = (): Promise<void> => (storing ??= storeSome().finally(() => (storing = undefined)));
  const clean = async (): Promise<void> => {
    const nowMs = performance.now();
    if (nowMs - cleanedMs < CLEAN_EVERY_MS) return;
    cleanedMs = nowMs;
    // Where some are left, the next round goes on.
    if ((await deleteExpired(knex)) === CLEAN_ROWS) cleanedMs = -Infinity;
  };
  const round = async (): Promise<void> => {
    if (changed.size === 0 || storing !== undefined) return;
    await store();
    await clean();
  };
  await clean();
  // Not by a timer that a call sets: its request would have to wait for the database no longer than a request may.
  const timer = setInterval(() => void round().catch(() => undefined), STORE_EVERY_MS).unref();

  return {
    found,
    changed: (window) => void changed.set(window.key, window),
    mend: () => (failure === undefined || isDatabaseFull(failure) ? undefined : store()),
    async close() {
      clearInterval(timer);
      await storing?.catch(() => undefined);
      while (changed.size > 0) await store();
    },
  };
}
