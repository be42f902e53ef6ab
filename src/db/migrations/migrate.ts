import type { Knex } from 'knex';
import { UserError } from '../../errors.js';
import { BULK_STATEMENT } from '../connection/statements.js';
import * as initial from './0001_initial.js';
import * as stationDishes from './0003_station_dishes.js';
import * as downlinks from './0004_downlinks.js';
import * as noNotices from './0005_no_notices.js';
import * as packedWindows from './0006_packed_windows.js';
import * as orbitalSlots from './0007_additive_orbital_slots.js';
import * as elementSources from './0008_additive_element_sources.js';
import * as elementErrors from './0009_additive_element_errors.js';
import * as horizonMasks from './0010_additive_horizon_masks.js';
import * as zlibSeries from './0011_zlib_series.js';

/** Migrations in the order in which they are applied. A released name never changes: migrated databases record it. */
const MIGRATIONS: readonly { name: string; up: Knex.Migration['up'] }[] = [
  { name: '0001_initial', up: initial.up },
  // This migration made triggers, which 0005_no_notices drops.
  { name: '0002_notices', up: () => Promise.resolve() },
  { name: '0003_station_dishes', up: stationDishes.up },
  { name: '0004_downlinks', up: downlinks.up },
  { name: '0005_no_notices', up: noNotices.up },
  { name: '0006_packed_windows', up: packedWindows.up },
  { name: '0007_additive_orbital_slots', up: orbitalSlots.up },
  { name: '0008_additive_element_sources', up: elementSources.up },
  { name: '0009_additive_element_errors', up: elementErrors.up },
  { name: '0010_additive_horizon_masks', up: horizonMasks.up },
  { name: '0011_zlib_series', up: zlibSeries.up },
];

/** Key of the advisory lock; any fixed number would do. This is the text "sidelobe" as an integer of 63 bits. */
const ADVISORY_LOCK = '8316288573690045029';

/**
 * Brings the schema up to date and returns the names of the applied migrations. It runs in one transaction under an
 * advisory lock: Knex's own lock is a table, which two processes could create at once.
 *
 * @throws UserError when the database holds a migration that this version does not know, unless that one only adds
 *   things and the database lacks no migration of this version.
 */
export async function migrate(db: Knex): Promise<string[]> {
  return db.transaction(async (trx) => {
    await trx.raw('select pg_advisory_xact_lock(?)', [ADVISORY_LOCK]).options(BULK_STATEMENT);
    const recorded = await recordedNames(trx);
    refuseNewer(recorded);
    // Knex would need a dozen queries to find out that nothing is left to do.
    if (MIGRATIONS.every(({ name }) => recorded.includes(name))) return [];
    const [, applied]: [number, string[]] = await trx.migrate.latest({ migrationSource: SOURCE });
    return applied;
  });
}

const SOURCE: Knex.MigrationSource<(typeof MIGRATIONS)[number]> = {
  getMigrations: async () => [...MIGRATIONS],
  getMigrationName: ({ name }) => name,
  getMigration: async ({ name, up }) => ({
    up,
    down: async () => {
      throw new Error(`migration ${name} cannot be undone: restore a backup`);
    },
  }),
};

async function recordedNames(trx: Knex.Transaction): Promise<string[]> {
  if (!(await trx.schema.hasTable('knex_migrations'))) return [];
  return trx<{ name: string }>('knex_migrations').orderBy('id').pluck('name');
}

/**
 * Pattern of the names of migrations that only add things. A server of the previous version does without them: it keeps
 * running, and may be started again, on the migrated database.
 */
const ADDITIVE = /^\d{4}_additive_/;

/** Whether servers of the previous version cannot run on the database after these migrations. */
export function replacesServers(applied: readonly string[]): boolean {
  return !applied.includes('0001_initial') && applied.some((name) => !ADDITIVE.test(name));
}

function refuseNewer(recorded: readonly string[]): void {
  const known = new Set(MIGRATIONS.map(({ name }) => name));
  // If the database also lacks a migration of this version, neither the database nor this version is simply the newer
  // one. Then every unknown migration is refused, even an additive one.
  const isBehind = recorded.length > 0 && !MIGRATIONS.every(({ name }) => recorded.includes(name));
  const unknown = recorded.filter((name) => !known.has(name) && (isBehind || !ADDITIVE.test(name)));
  if (unknown.length > 0) {
    throw new UserError(
      `the database was migrated by a newer version (${unknown.join(', ')}): use that version, or another database`,
    );
  }
}
