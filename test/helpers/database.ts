import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Knex } from 'knex';
import { PGlite } from '@electric-sql/pglite';
import test, { type ExecutionContext } from 'ava';
import type { Database } from '../../src/db/connection/connect.js';
import { BULK_STATEMENT } from '../../src/db/connection/statements.js';
import { startBackend } from '../../src/db/connection/backend.js';
import { embeddedDatabase } from '../../src/db/connection/embedded.js';
import { migrate } from '../../src/db/migrations/migrate.js';
import { hasServer, type OpenedDatabase, openOnServer, schema, serverUrl } from './postgres.js';

type Kind = Database['kind'];
const KINDS: readonly Kind[] = ['embedded', 'postgres'];

/** Databases that all tests of this process share. */
const opened = new Map<Kind, OpenedDatabase>();

/**
 * Runs the body on a migrated, empty database of each kind, one after the other. Tests of a process share the databases
 * and run one after the other, too (`test/helpers/room.ts`). Without TEST_DATABASE_URL, the server's address, the test
 * skips that kind and logs so or, with CI=true, fails.
 */
export async function withDatabase(
  t: ExecutionContext,
  body: (db: Database) => Promise<void>,
  kinds: readonly Kind[] = KINDS,
): Promise<void> {
  for (const kind of kinds) {
    if (kind === 'postgres' && !hasServer(t)) continue;
    const { database } = await open(kind);
    await empty(database);
    await body(database);
  }
}

/**
 * Runs the body on one database, for tests whose outcome does not depend on the kind: on the test server if there is
 * one, else on an embedded database.
 */
export function withAnyDatabase(t: ExecutionContext, body: (db: Database) => Promise<void>): Promise<void> {
  return withDatabase(t, body, [serverUrl() === undefined ? 'embedded' : 'postgres']);
}

test.after.always(async () => {
  for (const database of opened.values()) await database.drop();
});

interface TappedConnection {
  query: (query: string | { text: string }, ...rest: unknown[]) => unknown;
}

/**
 * Calls `told` with the text of each statement from now on, even of statements that bypass Knex. Returns a function
 * that ends this.
 */
export function tapStatements(knex: Knex, told: (text: string) => void): () => void {
  const client = knex.client as { acquireConnection: () => Promise<TappedConnection> };
  const acquire = client.acquireConnection;
  const queries = new Map<TappedConnection, TappedConnection['query']>();
  client.acquireConnection = async () => {
    const connection = await acquire.call(client);
    const { query } = connection;
    if (queries.has(connection)) return connection;
    queries.set(connection, query);
    connection.query = (asked, ...rest) => {
      told(typeof asked === 'string' ? asked : asked.text);
      return query(asked, ...rest);
    };
    return connection;
  };
  return () => {
    client.acquireConnection = acquire;
    for (const [connection, query] of queries) connection.query = query;
  };
}

/** Number of statements that a job sends. */
export async function statements(knex: Knex, job: () => unknown): Promise<number> {
  let count = 0;
  const end = tapStatements(knex, () => (count += 1));
  await job();
  end();
  return count;
}

async function open(kind: Kind): Promise<OpenedDatabase> {
  const database = opened.get(kind) ?? (await (kind === 'embedded' ? openEmbedded() : openOnServer()));
  opened.set(kind, database);
  return database;
}

async function empty({ knex }: Database): Promise<void> {
  await knex.raw('drop schema if exists sidelobe_jobs cascade').options(BULK_STATEMENT);
  await knex.raw(EMPTY).options(BULK_STATEMENT);
}

/**
 * SQL that empties all tables in a tenth of the time of TRUNCATE, which makes new files for every table and index. The
 * session role `replica` switches off the checks of foreign keys.
 */
const EMPTY = `
do $$
declare
  t record;
  is_filled boolean;
begin
  set local session_replication_role = replica;
  for t in select tablename from pg_tables where schemaname = 'public' and tablename not like 'knex%' loop
    execute format('select exists (select from %I)', t.tablename) into is_filled;
    if is_filled then execute format('delete from %I', t.tablename); end if;
  end loop;
  for t in select sequencename from pg_sequences
    where schemaname = 'public' and sequencename not like 'knex%' and last_value is not null
  loop
    execute format('alter sequence %I restart', t.sequencename);
  end loop;
end $$`;

/**
 * Opens an embedded database from a template file, which the first run writes: loading it takes half a second, setting
 * a database up takes seconds.
 */
async function openEmbedded(): Promise<OpenedDatabase> {
  const template = join(
    fileURLToPath(new URL('../../node_modules/.cache/sidelobe', import.meta.url)),
    `${schema()}.tar`,
  );
  if (!existsSync(template)) {
    const dataDir = mkdtempSync(join(tmpdir(), 'sidelobe-template-'));
    const database = embeddedDatabase(await startBackend({ dataDir }));
    await migrate(database.knex);
    await database.close();
    const pglite = await PGlite.create({ dataDir });
    const dump = await pglite.dumpDataDir('none');
    await pglite.close();
    rmSync(dataDir, { recursive: true });
    const cache = dirname(template);
    mkdirSync(cache, { recursive: true });
    // Deletes templates of earlier schemas, 40 MB each.
    const others = readdirSync(cache).filter((file) => file.endsWith('.tar') && join(cache, file) !== template);
    for (const file of others) rmSync(join(cache, file), { force: true });
    const unfinished = `${template}.${process.pid}`;
    writeFileSync(unfinished, new Uint8Array(await dump.arrayBuffer()));
    renameSync(unfinished, template);
  }
  // Reads the template as a whole: a Blob of the file itself would break if another process replaced the file.
  const loadDataDir = new Blob([readFileSync(template)]);
  const database = embeddedDatabase(await startBackend({ loadDataDir }));
  return { database, drop: () => database.close() };
}
