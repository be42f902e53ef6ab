import type { Knex } from 'knex';
import { RecentMap } from './recentMap.js';
import { findSession } from './accounts/sessions.js';
import { findToken } from './accounts/tokens.js';
import { findProvenance } from './analysis/provenance.js';
import { ensureRun, findRun } from './analysis/runs.js';
import { findStation, listStations } from './analysis/stations.js';
import { findTracked, listTracked } from './analysis/tracked.js';
import { wait } from './connection/patience.js';

/** Row, or a promise of it if it is not remembered. Requests share the row, so nobody may change it. */
export type Asked<T> = Readonly<T> | Promise<Readonly<T>>;

/** Rows that nearly every request asks the database for. They are remembered for a second, by this process alone. */
export type Known = ReturnType<typeof createKnown>;

/** Time for which rows are remembered. Changes by other processes take effect at most that much later. */
const LIFE_MS = 1_000;
/** Largest number of rows that are remembered, some 300 bytes each. */
const MOST_ROWS = 50_000;

interface Entry {
  value: unknown;
  untilMs: number;
}

/**
 * Remembers rows read by `knex`. @param lifeMs time for which a row is remembered; 0 in tests that change rows
 * themselves
 */
export function createKnown(knex: Knex, lifeMs = LIFE_MS) {
  const entries = new RecentMap<string, Entry>(MOST_ROWS, ({ value }) => (Array.isArray(value) ? 1 + value.length : 1));
  /**
   * Queries under way, by key. `forget` removes them, so that their rows, which may be older than the change, are not
   * remembered.
   */
  const reading = new Map<string, Promise<unknown>>();

  const read = async <T>(key: string, find: () => Promise<T>): Promise<T> => {
    const untilMs = performance.now() + lifeMs;
    const found = find();
    reading.set(key, found);
    try {
      const value = await found;
      // A missing row is not remembered, as it may be added at any moment.
      if (value !== undefined && reading.get(key) === found) entries.set(key, { value, untilMs });
      return value;
    } finally {
      if (reading.get(key) === found) reading.delete(key);
    }
  };
  const ask = <T>(key: string, find: () => Promise<T>): Asked<T> => {
    const entry = entries.get(key);
    if (entry !== undefined && performance.now() < entry.untilMs) return entry.value as T;
    const begun = lifeMs > 0 ? reading.get(key) : undefined;
    return begun === undefined ? read(key, find) : wait(() => begun as Promise<T>);
  };

  return {
    /** Caller of a token, by its hash: see `findToken`. */
    token: (hash: Buffer) => ask(`token ${hash.toString('base64')}`, () => findToken(knex, hash)),
    /** Caller of a session, by its hash: see `findSession`. */
    session: (hash: Buffer) => ask(`session ${hash.toString('base64')}`, () => findSession(knex, hash)),
    /** Tracked satellite of an account: see `findTracked`. */
    tracked: (accountId: number, id: number) =>
      ask(`tracked ${accountId} ${id}`, () => findTracked(knex, accountId, id)),
    /** Satellites that an account tracks, first tracked first. */
    allTracked: (accountId: number) => ask(`all tracked ${accountId}`, () => listTracked(knex, accountId)),
    /** Station of an account: see `findStation`. */
    station: (accountId: number, id: number) =>
      ask(`station ${accountId} ${id}`, () => findStation(knex, accountId, id)),
    /** Stations of an account, oldest first. */
    stations: (accountId: number) => ask(`stations ${accountId}`, () => listStations(knex, accountId)),
    /** Run that an account may see: see `findRun`. */
    run: (accountId: number, id: number) => ask(`run ${accountId} ${id}`, () => findRun(knex, accountId, id)),
    /** Run of a window seen from one satellite; it is inserted if there is none. */
    runOf: (windowId: number, norad: number) =>
      ask(`run of ${windowId} ${norad}`, () => ensureRun(knex, windowId, norad)),
    /** Origin of a window's answers about a satellite: see `findProvenance`. */
    provenance: (windowId: number, norad: number) =>
      ask(`provenance ${windowId} ${norad}`, () => findProvenance(knex, windowId, norad)),
    /** Forgets all rows. Call it after each change, before the change is confirmed. */
    forget() {
      entries.clear();
      reading.clear();
    },
  };
}
