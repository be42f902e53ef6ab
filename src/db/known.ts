import type { Knex } from 'knex';
import type { Caller } from './accounts/callers.js';
import { findSession } from './accounts/sessions.js';
import { findToken } from './accounts/tokens.js';
import { findProvenance, type Provenance } from './analysis/provenance.js';
import { type CoverageAnalysisRun, ensureRun, findRun, type RunOfWindow } from './analysis/runs.js';
import { findStation, type GroundStation, listStations } from './analysis/stations.js';
import { findTracked, listTracked, type TrackedSatellite } from './analysis/tracked.js';
import type { Memory } from './notices/memory.js';

/** What memory has is there at once: each promise of a request would cost about as much as the look-up. */
export type Asked<T> = T | Promise<T>;

/**
 * What requests ask of the database before they compute anything: from memory, where nothing has changed. All of it is
 * frozen.
 */
export interface Known {
  /** Caller of a token, by its hash: see `findToken`. */
  token(hash: Buffer): Asked<Caller | undefined>;
  /** Caller of a session, by its hash: see `findSession`. */
  session(hash: Buffer): Asked<Caller | undefined>;
  /** Tracked satellite of an account: see `findTracked`. */
  tracked(accountId: number, id: number): Asked<TrackedSatellite | undefined>;
  /** Satellites that an account tracks, first tracked first. */
  allTracked(accountId: number): Asked<readonly TrackedSatellite[]>;
  /** Station of an account: see `findStation`. */
  station(accountId: number, id: number): Asked<GroundStation | undefined>;
  /** Stations of an account, oldest first. */
  stations(accountId: number): Asked<readonly GroundStation[]>;
  /** Run that an account may see: see `findRun`. */
  run(accountId: number, id: number): Asked<RunOfWindow | undefined>;
  /** Run of a window seen from one satellite, made where there is none. */
  runOf(windowId: number, noradNumber: number): Asked<CoverageAnalysisRun>;
  /** Origin of a window's answers about a satellite: see `findProvenance`. */
  provenance(windowId: number, noradNumber: number): Asked<Provenance | undefined>;
}

/** Remembers what `knex` reads in the memory of its database. */
export function createKnown({ knex, memory }: { knex: Knex; memory: Memory }): Known {
  const caller = (key: string, find: () => Promise<Caller | undefined>): Asked<Caller | undefined> =>
    memory.get(key, async () => {
      const value = await find();
      return { value, accountId: value?.accountId, holdsMs: value?.holdsMs };
    });
  const own = <T>(what: string, accountId: number, find: () => Promise<T>): Asked<T> =>
    memory.get(`${what} of ${accountId}`, async () => ({ value: await find(), accountId }));
  const shared = <T>(what: string, find: () => Promise<T>): Asked<T> =>
    memory.get(what, async () => ({ value: await find() }));

  return {
    token: (hash) => caller(`token ${hash.toString('base64')}`, () => findToken(knex, hash)),
    session: (hash) => caller(`session ${hash.toString('base64')}`, () => findSession(knex, hash)),
    tracked: (accountId, id) => own(`tracked ${id}`, accountId, () => findTracked(knex, accountId, id)),
    allTracked: (accountId) => own('all tracked', accountId, () => listTracked(knex, accountId)),
    station: (accountId, id) => own(`station ${id}`, accountId, () => findStation(knex, accountId, id)),
    stations: (accountId) => own('stations', accountId, () => listStations(knex, accountId)),
    run: (accountId, id) => own(`run ${id}`, accountId, () => findRun(knex, accountId, id)),
    runOf: (windowId, norad) => shared(`run of ${windowId} ${norad}`, () => ensureRun(knex, windowId, norad)),
    provenance: (windowId, norad) =>
      shared(`provenance ${windowId} ${norad}`, () => findProvenance(knex, windowId, norad)),
  };
}
