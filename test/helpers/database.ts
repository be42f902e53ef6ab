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
import { type OpenedDatabase, openOnServer, schema, serverUrl } from './postgres.js';

type Kind = Database['kind'];
const KINDS: readonly Kind[] = ['embedded', 'postgres'];

const opened = new Map<Kind, Promise<OpenedDatabase>>();
const queues = new Map<Kind, Promise<unknown>>();

/**
 * Runs the body on a migrated, empty database of each kind, one after the other; tests of a file take turns. The server
 * is TEST_DATABASE_URL's. Without one that half is left out with a line in the log, and with CI=true the test fails.
 */
export async function withDatabase(
  t: ExecutionContext,
  body: (db: Database) => Promise<void>,
  kinds: readonly Kind[] = KINDS,
): Promise<void> {
  for (const kind of kinds) {
    if (kind === 'postgres' && serverUrl() === undefined) {
      const message = 'skipped on a Postgres server: TEST_DATABASE_URL is not set';
      t.log(message);
      t.not(process.env['CI'], 'true', message);
      continue;
    }
    const before = queues.get(kind);
    const turn = takeTurn(kind, before, body);
    queues.set(
      kind,
      turn.catch(() => undefined),
    );
    await turn;
  }
}

/**
 * Runs the body on one database for claims that do not depend on its kind: on the test server if there is one, else
 * embedded.
 */
export function withAnyDatabase(t: ExecutionContext, body: (db: Database) => Promise<void>): Promise<void> {
  return withDatabase(t, body, [serverUrl() === undefined ? 'embedded' : 'postgres']);
}

async function takeTurn(
  kind: Kind,
  before: Promise<unknown> | undefined,
  body: (db: Database) => Promise<void>,
): Promise<void> {
  await before;
  const { database } = await open(kind);
  await empty(database);
  await body(database);
}

test.after.always(async () => {
  for (const database of opened.values()) await (await database).drop();
});

let lastOpening: Promise<unknown> = Promise.resolve();

interface TappedConnection {
  query: (query: string | { text: string }, ...rest: unknown[]) => unknown;
}

/**
 * Calls `told` with the text of each statement sent from now on, also of statements that bypass Knex. Returns a
 * function that stops it.
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

/**
 * Opens databases one at a time: an embedded one that sets itself up keeps a processor until queries to a server time
 * out.
 */
function open(kind: Kind): Promise<OpenedDatabase> {
  const existing = opened.get(kind);
  if (existing !== undefined) return existing;
  const opening = lastOpening.then(() => (kind === 'embedded' ? openEmbedded() : openOnServer()));
  lastOpening = opening.catch(() => undefined);
  opened.set(kind, opening);
  return opening;
}

async function empty({ knex }: Database): Promise<void> {
  await knex.raw('drop schema if exists sidelobe_jobs cascade').options(BULK_STATEMENT);
  await knex.raw(EMPTY).options(BULK_STATEMENT);
}

/**
 * SQL that empties all tables in a tenth of the time of truncating, which makes new files for every table and index. As
 * a replica it checks no foreign keys.
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
 * Opens an embedded database from a template that the first run leaves: setting one up takes seconds, loading it half
 * of one.
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
  // Reads all at once: a blob of the file would break when another test file, just starting, replaces the template.
  const loadDataDir = new Blob([readFileSync(template)]);
  const database = embeddedDatabase(await startBackend({ loadDataDir }));
  return { database, drop: () => database.close() };
}
