import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import test from 'ava';
import { type Database, openDatabase } from '../../../src/db/connection/connect.js';
import { UserError } from '../../../src/errors.js';
import { temporaryDirectory } from '../../helpers/files.js';
import { databaseTest } from '../fixtures.js';

/**
 * Script that opens the embedded database and commits one row after the other, printing each row's number after its
 * commit.
 */
const WRITER = `
  import { openDatabase } from '${new URL('../../../dist/db/connection/connect.js', import.meta.url).href}';
  const { knex } = await openDatabase({ dataDir: process.argv[1] });
  await knex.schema.createTable('numbers', (table) => table.integer('n'));
  for (let n = 1; ; n++) {
    await knex('numbers').insert({ n });
    console.log(n);
  }`;

test('a second process is refused, and commits of a killed one are there at the next opening', async (t) => {
  const dataDir = temporaryDirectory(t);
  // Imitates a process that was killed while it set the database up.
  mkdirSync(join(dataDir, 'postgres.unfinished'));
  writeFileSync(join(dataDir, 'postgres.unfinished', 'PG_VERSION'), '18\n');

  const writer = spawn(process.execPath, ['--input-type=module', '-e', WRITER, dataDir]);
  t.teardown(() => writer.kill('SIGKILL'));
  let committed = 0;
  for await (const line of createInterface({ input: writer.stdout })) {
    committed = Number(line);
    if (committed >= 100) break;
  }
  t.is(committed, 100);

  const error = await t.throwsAsync(openDatabase({ dataDir }), { instanceOf: UserError });
  t.is(
    error.message,
    `the embedded database in ${dataDir} is in use by process ${writer.pid}; stop it, or set DATABASE_URL to share a server`,
  );
  writer.kill('SIGKILL');
  await once(writer, 'exit');
  t.true(existsSync(join(dataDir, 'lock')));

  const database = await openDatabase({ dataDir });
  const numbers = await database.knex<{ n: number }>('numbers').orderBy('n').pluck('n');
  t.true(numbers.length >= committed);
  t.deepEqual(
    numbers,
    Array.from(numbers, (_, i) => i + 1),
  );
  await database.close();
  await database.close();
  t.false(existsSync(join(dataDir, 'lock')));
});

test('a data directory that cannot be written is named, with what to do', async (t) => {
  const directory = temporaryDirectory(t);
  writeFileSync(join(directory, 'file'), '');
  for (const [dataDir, cause] of [
    [join(directory, 'file', 'data'), 'ENOTDIR'],
    ['/proc/data', 'nothing can be made below /proc'],
  ] as const) {
    const error = await t.throwsAsync(openDatabase({ dataDir }), { instanceOf: UserError });
    t.true(error.message.startsWith(`cannot write to the data directory ${dataDir} (${cause}`));
    t.regex(error.message, /set SIDELOBE_DATA_DIR to a directory that can be written, or DATABASE_URL/);
  }
});

test('files of another user, or that are no database, are refused in words', async (t) => {
  const dataDir = temporaryDirectory(t);
  const files = join(dataDir, 'postgres');
  mkdirSync(files);
  writeFileSync(join(files, 'PG_VERSION'), '18\n');
  await t.throwsAsync(openDatabase({ dataDir }), { instanceOf: UserError, message: /^cannot open the database in / });

  const { getuid } = process;
  t.teardown(() => Object.assign(process, { getuid }));
  Object.assign(process, { getuid: () => 4321 });
  await t.throwsAsync(openDatabase({ dataDir }), {
    instanceOf: UserError,
    message: `${files} belongs to user ${statSync(files).uid}, and this process is user 4321: run it as user ${statSync(files).uid}, or chown the directory`,
  });
});

databaseTest(
  'a new connection finds nothing of the one before: no transaction, setting, table or lock',
  async (t, { knex }) => {
    const previous = await knex.client.acquireConnection();
    await previous.query('set application_name to leftover');
    await previous.query('select pg_advisory_lock(1)');
    await previous.query('create temporary table leftover ()');
    await previous.query('begin');
    await t.throwsAsync(previous.query('select 1 / 0'), { message: /division by zero/ });
    previous.__knex__disposed = 'by the test';
    await knex.client.releaseConnection(previous);

    const { rows } = await knex.raw<{ rows: unknown[] }>(
      `select current_setting('application_name') as name, to_regclass('leftover') as leftover,
       (select count(*) from pg_locks where locktype = 'advisory') as locks`,
    );
    t.deepEqual(rows, [{ name: '', leftover: null, locks: 0 }]);
  },
  ['embedded'],
);

databaseTest('large questions and answers pass, and an error in one leaves the next alone', async (t, { knex }) => {
  const text = 'sidelobe'.repeat(500_000);
  for (const _ of [1, 2]) {
    const { rows } = await knex.raw<{ rows: { text: string }[] }>(
      'select ? || n as text from generate_series(1, 3) n',
      [text],
    );
    t.deepEqual(
      rows.map((row) => row.text === `${text}1` || row.text.length),
      [true, text.length + 1, text.length + 1],
    );
    await t.throwsAsync(async () => knex.raw('select * from nowhere where n = ?', [1]), { message: /nowhere/ });
    await t.throwsAsync(async () => knex.raw('select 1 / ?', [0]), { message: /division by zero/ });
  }
});

databaseTest('requests wait for the one connection while a transaction holds it', async (t, { knex }) => {
  const seen: string[] = [];
  const transaction = knex.transaction(async (trx) => {
    await trx('accounts').insert({ disabled_at: null });
    seen.push('inserted');
    await trx.raw('select 1');
    await trx.rollback(new Error('undone'));
  });
  const counts = Promise.all(Array.from({ length: 5 }, () => knex('accounts').count({ n: '*' })));
  await t.throwsAsync(transaction, { message: 'undone' });
  t.deepEqual(
    await counts,
    Array.from({ length: 5 }, () => [{ n: 0 }]),
  );
  t.deepEqual(seen, ['inserted']);
});

test('commands share the session in turns: their transactions never mix, and an abandoned one is undone', async (t) => {
  const dataDir = temporaryDirectory(t);
  const owner = await openDatabase({ dataDir });
  await owner.share();
  await owner.knex.schema.createTable('numbers', (table) => table.integer('n'));
  const [ada, bob] = [await openDatabase({ dataDir, mayAsk: true }), await openDatabase({ dataDir, mayAsk: true })];
  const append = ({ knex }: Database): Promise<void> =>
    knex.transaction(async (trx) => {
      const before = (await trx('numbers')).length;
      await trx('numbers').insert({ n: before });
    });
  await Promise.all([owner, ada, bob, owner, ada, bob].map(append));
  t.deepEqual(await bob.knex('numbers').orderBy('n').pluck('n'), [0, 1, 2, 3, 4, 5]);

  const left = await ada.knex.client.acquireConnection();
  await left.query('begin; delete from numbers');
  left.connection.stream.destroy();
  await ada.knex.client.releaseConnection(left);
  t.is((await owner.knex('numbers')).length, 6);
  await append(ada);
  for (const database of [ada, bob, owner]) await database.close();
});

test('nobody but the owner may enter the data directory, and files that others could read are closed to them', async (t) => {
  const parent = temporaryDirectory(t);
  const dataDir = join(parent, 'new', 'data');
  await (await openDatabase({ dataDir })).close();
  const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);
  t.is(mode(join(parent, 'new')), '700');
  t.is(mode(dataDir), '700');
  t.is(mode(join(dataDir, 'postgres')), '700');

  chmodSync(dataDir, 0o755);
  chmodSync(join(dataDir, 'postgres'), 0o777);
  await (await openDatabase({ dataDir })).close();
  t.is(mode(join(dataDir, 'postgres')), '700');
  // The data directory itself keeps its mode, as it may be shared with others.
  t.is(mode(dataDir), '755');
});
