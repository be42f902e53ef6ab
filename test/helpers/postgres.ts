import { createHash, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import { type Database, openDatabase } from '../../src/db/connection/connect.js';
import { BULK_STATEMENT } from '../../src/db/connection/statements.js';
import { migrate } from '../../src/db/migrations/migrate.js';
import { PATIENCE_MS } from './until.js';

export interface OpenedDatabase {
  database: Database;
  drop(): Promise<void>;
}

/** Database role on the test server that may read and write the tables of a database, but create none. */
export interface Role {
  name: string;
  databaseUrl: string;
  /** Connection as the role that created the database. */
  admin: Knex;
}

/** Address of the test server; undefined if there is none. */
export function serverUrl(): string | undefined {
  return process.env['TEST_DATABASE_URL'] || undefined;
}

/** Whether there is a test server. Without one the test logs that it skips something or, with CI=true, fails. */
export function hasServer(t: ExecutionContext): boolean {
  if (serverUrl() !== undefined) return true;
  const message = 'skipped on a Postgres server: TEST_DATABASE_URL is not set';
  t.log(message);
  t.not(process.env['CI'], 'true', message);
  return false;
}

/** Opens a database on the test server, with time-outs for a busy machine. */
function openOn(databaseUrl: string): Promise<Database> {
  return openDatabase({ databaseUrl, dataDir: '', databaseTimeoutMs: PATIENCE_MS });
}

/**
 * Creates an empty database on the test server, not migrated unless its template is. Returns its address and a function
 * to drop it; undefined if there is no server.
 */
export async function createServerDatabase(
  template = 'template0',
): Promise<{ databaseUrl: string; drop(): Promise<void> } | undefined> {
  const server = serverUrl();
  if (server === undefined) return undefined;
  const name = newName();
  await asAdmin(server, (admin) =>
    admin.raw('create database ?? template ??', [name, template]).options(BULK_STATEMENT),
  );
  return {
    databaseUrl: withName(server, name),
    drop: () => asAdmin(server, (admin) => admin.raw('drop database ?? with (force)', [name]).options(BULK_STATEMENT)),
  };
}

/** Creates a migrated database on the test server, as a copy of a template; undefined if there is no server. */
export const createMigratedDatabase = async (): ReturnType<typeof createServerDatabase> =>
  serverUrl() === undefined ? undefined : createServerDatabase(await serverTemplate());

/** Opens a new, migrated database on the test server. */
export async function openOnServer(): Promise<OpenedDatabase> {
  const created = await createMigratedDatabase();
  if (created === undefined) throw new Error('TEST_DATABASE_URL is not set');
  const database = await openOn(created.databaseUrl);
  return { database, drop: () => database.close().then(() => created.drop()) };
}

/** Creates the migrated template database for the present schema, unless another process has; returns its name. */
async function serverTemplate(): Promise<string> {
  const server = serverUrl() ?? '';
  const name = `sidelobe_template_${schema()}`;
  await asAdmin(server, async (admin) => {
    await admin.transaction(async (trx) => {
      await trx.raw(`select pg_advisory_xact_lock(hashtext(?))`, [name]).options(BULK_STATEMENT);
      // CREATE DATABASE cannot run in a transaction, so it goes over another connection than `trx`, which holds the
      // lock.
      if ((await admin('pg_database').where({ datname: name })).length > 0) return;
      const unfinished = `${name}_${process.pid}`;
      await admin.raw('create database ??', [unfinished]).options(BULK_STATEMENT);
      const database = await openOn(withName(server, unfinished));
      await migrate(database.knex);
      await database.close();
      await admin.raw('alter database ?? rename to ??', [unfinished, name]).options(BULK_STATEMENT);
    });
  });
  return name;
}

/** Runs the body with a new role over a migrated database; afterwards deletes the role and all that it owns. */
export async function withRole(databaseUrl: string, body: (role: Role) => Promise<void>): Promise<void> {
  await asAdmin(databaseUrl, async (admin) => {
    const name = newName();
    const url = new URL(databaseUrl);
    url.username = name;
    url.password = 'correct horse';
    await admin.raw(`create role ?? login password 'correct horse'`, [name]).options(BULK_STATEMENT);
    try {
      for (const things of ['tables', 'sequences']) {
        await admin.raw(`grant all on all ${things} in schema public to ??`, [name]).options(BULK_STATEMENT);
      }
      await body({ name, databaseUrl: url.href, admin });
    } finally {
      await admin.raw('drop owned by ?? cascade', [name]).options(BULK_STATEMENT);
      await admin.raw('drop role ??', [name]).options(BULK_STATEMENT);
    }
  });
}

async function asAdmin(databaseUrl: string, task: (admin: Knex) => PromiseLike<unknown>): Promise<void> {
  const database = await openOn(databaseUrl);
  try {
    await task(database.knex);
  } finally {
    await database.close();
  }
}

function newName(): string {
  return `sidelobe_test_${randomUUID().replaceAll('-', '')}`;
}

function withName(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** Hash of the migrations' sources, which changes whenever the schema does. */
export function schema(): string {
  const migrations = fileURLToPath(new URL('../../src/db/migrations', import.meta.url));
  const hash = createHash('sha256');
  for (const file of readdirSync(migrations).sort()) hash.update(readFileSync(join(migrations, file)));
  return hash.digest('hex').slice(0, 16);
}
