import test, { type ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import type { Elset } from '../../src/catalogue/elsets/elset.js';
import type { FrozenSatellite } from '../../src/db/analysis/frozenSatellites.js';
import { insertSweep, type NewSweep, type Sweep } from '../../src/db/analysis/sweeps.js';
import { insertWindow, type NewWindow } from '../../src/db/analysis/windows.js';
import { elementsOf } from '../../src/db/catalogue/elsets.js';
import { createAccount } from '../../src/db/accounts/accounts.js';
import { recordImport } from '../../src/db/catalogue/imports.js';
import { upsertCatalogue } from '../../src/db/catalogue/satellites.js';
import type { Database } from '../../src/db/connection/connect.js';
import { withAnyDatabase, withDatabase } from '../helpers/database.js';

type DatabaseTest = (t: ExecutionContext, database: Database) => Promise<void>;

/**
 * Declares a test that runs on an empty database of each kind, or of the given kinds, one after the other: see
 * `withDatabase`.
 */
export function databaseTest(title: string, body: DatabaseTest, kinds?: Database['kind'][]): void {
  test(title, (t) => withDatabase(t, (database) => body(t, database), kinds));
}

/** Declares a test whose outcome does not depend on the kind of the database: it runs on one of them. */
export function anyDatabaseTest(title: string, body: DatabaseTest): void {
  test(title, (t) => withAnyDatabase(t, (database) => body(t, database)));
}

export const DAY_US = 86_400e6;
/** 2026-07-10T00:00:00Z */
export const START_US = 1_783_641_600_000_000;

/** Elset of the ISS at `START_US`, with these differences. */
export function elset(differences: Partial<Elset> = {}): Elset {
  return {
    noradNumber: 25_544,
    name: 'ISS (ZARYA)',
    objectId: '1998-067A',
    epochUs: START_US,
    meanMotionRevPerDay: 15.49,
    eccentricity: 0.0006,
    inclinationDeg: 51.63,
    raanDeg: 120.5,
    argPerigeeDeg: 80.25,
    meanAnomalyDeg: 279.875,
    bstar: 1.25e-4,
    meanMotionDot: 6e-5,
    meanMotionDdot: 0,
    elementSetNo: 999,
    revAtEpoch: 52_000,
    classification: 'U',
    ephemerisType: 0,
    ...differences,
  };
}

/** ISS as a window holds it, with the elements of `elset()` and these differences. */
export function frozen(differences: Partial<FrozenSatellite> = {}): FrozenSatellite {
  return {
    noradNumber: 25_544,
    bands: 8,
    minElevationDeg: 10,
    elements: elementsOf(elset()),
    bundled: false,
    downlinks: '[]',
    ...differences,
  };
}

/** Window of a week from `START_US` on. */
export const WINDOW: NewWindow = {
  startUs: START_US,
  epochCount: 10_080,
  nside: 64,
  minElevationDeg: 10,
  uniformElevation: false,
  catalogueRevision: 1,
  leftOut: {},
};

/** Inserts `WINDOW` with these differences, not published; returns its id. */
export function addWindow(
  knex: Knex,
  differences: Partial<NewWindow> = {},
  satellites: readonly FrozenSatellite[] = [],
): Promise<number> {
  return knex.transaction((trx) => insertWindow(trx, { ...WINDOW, ...differences }, satellites));
}

/** Inserts a sweep, by default of no satellite and no cell. */
export function addSweep(knex: Knex, sweep: Partial<NewSweep> & { windowId: number }): Promise<Sweep> {
  const nothing = { noradNumbers: [], ipix: [], blockEpochs: 60, partCells: 1, partRows: 1 };
  return knex.transaction((trx) => insertSweep(trx, { ...nothing, ...sweep }));
}

export async function account(
  db: Knex,
  email = 'ada@example.org',
  plan: 'enterprise' | 'free' = 'enterprise',
): Promise<{ accountId: number; userId: number }> {
  return createAccount(db, { email, passwordHash: 'hash', firstName: 'Ada', lastName: 'Lovelace', plan });
}

/** Adds elsets to the catalogue and records the import, as an import of a file does; returns the import's id. */
export async function importElsets(knex: Knex, elsets: Elset[], { bundled = false } = {}): Promise<number> {
  const { added, unchanged } = await upsertCatalogue(knex, elsets, { bundled });
  const counts = { rowsRead: elsets.length, added, changed: 0, unchanged, rejected: 0 };
  return recordImport(knex, { kind: 'catalogue', source: 'test', format: 'omm-csv', ...counts });
}
