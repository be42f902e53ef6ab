import type { Knex } from 'knex';
import { UserError } from '../../errors.js';
import { BULK_STATEMENT } from '../connection/statements.js';
import * as initial from './0001_initial.js';

/** Migrations in the order in which they are applied. A released name never changes: migrated databases record it. */
const MIGRATIONS: readonly { name: string; up: Knex.Migration['up'] }[] = [{ name: '0001_initial', up: initial.up }];

/** Last migration before 0.1.0. All migrations up to it together made the schema that 0001_initial makes. */
const LAST_BEFORE_RELEASE = '0010_additive_horizon_masks';

/** Key of the advisory lock; any fixed number would do. This is the text "sidelobe" as an integer of 63 bits. */
const ADVISORY_LOCK = '8316288573690045029';

/**
 * Brings the schema up to date and returns the names of the applied migrations. It runs in one transaction under an
 * advisory lock: Knex's own lock is a table, which two processes could create at once.
 *
 * @throws UserError when the database holds a migration that this version does not know. One that only adds things is
 *   accepted if the database has all migrations of this version.
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
  await joinStepsBeforeRelease(trx);
  return trx<{ name: string }>('knex_migrations').orderBy('id').pluck('name');
}

/**
 * If a database has all migrations of builds before 0.1.0, keeps only 0001_initial on record. Deletes its stored
 * series, which this version cannot read: their cells are answered live until a sweep counts them again.
 */
async function joinStepsBeforeRelease(trx: Knex.Transaction): Promise<void> {
  const isComplete = await trx('knex_migrations').where({ name: LAST_BEFORE_RELEASE }).first();
  if (isComplete === undefined) return;
  await trx.raw('truncate sweep_blocks, cell_series');
  await trx('knex_migrations').whereBetween('name', ['0002', LAST_BEFORE_RELEASE]).delete();
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
