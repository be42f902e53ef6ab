import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import { setPlan } from '../../../src/db/accounts/accounts.js';
import { insertToken, revokeToken } from '../../../src/db/accounts/tokens.js';
import { openDatabase } from '../../../src/db/connection/connect.js';
import { createKnown, type Known } from '../../../src/db/known.js';
import { migrate } from '../../../src/db/migrations/migrate.js';
import { createServerDatabase, statements } from '../../helpers/database.js';
import { type NoticeProxy, noticeProxy } from '../../helpers/noticeProxy.js';
import { until } from '../../helpers/until.js';
import { account } from '../fixtures.js';

/** Within this time a change counts in other processes, whatever happens. */
const PROMISED_MS = 1_000;
const LISTENING = `application_name = 'sidelobe notices' and datname = current_database()`;

interface Token {
  hash: Buffer;
  revoke: () => Promise<unknown>;
}

interface Scene {
  /** What another process does, past the proxy. */
  other: Knex;
  knex: Knex;
  known: Known;
  proxy: NoticeProxy;
  warnings: string[];
  accountId: number;
  /** Makes a token, and asks until it is known without a statement. */
  learn: () => Promise<Token>;
}

/** A process with a memory, connected through a proxy, and another one on the same database. */
async function withTwo(
  t: ExecutionContext,
  body: (scene: Scene) => Promise<void>,
  options: { deaf?: boolean } = {},
): Promise<void> {
  const created = await createServerDatabase();
  if (created === undefined) {
    const message = 'skipped: TEST_DATABASE_URL is not set';
    t.log(message);
    t.not(process.env['CI'], 'true', message);
    return;
  }
  const proxy = await noticeProxy(t, created.databaseUrl, options);
  const warnings: string[] = [];
  const other = await openDatabase({ databaseUrl: created.databaseUrl, dataDir: '' });
  await migrate(other.knex);
  const database = await openDatabase({ databaseUrl: proxy.databaseUrl, dataDir: '' }, (text) => warnings.push(text));
  const { knex } = database;
  const known = createKnown(database);
  const ids = await account(other.knex);
  let made = 0;
  const learn = async () => {
    const hash = Buffer.alloc(32, ++made);
    const id = await insertToken(other.knex, { ...ids, name: 'script', hash, origin: 'cli' });
    await until(async () => (await statements(knex, () => known.token(hash))) === 0, 'the token to be known');
    return { hash, revoke: () => revokeToken(other.knex, id) };
  };
  try {
    await body({ other: other.knex, knex, known, proxy, warnings, accountId: ids.accountId, learn });
  } finally {
    await database.close();
    await other.close();
    await created.drop();
  }
}

/**
 * Revokes a token in the other process, asks until this one has seen it, and logs when it last took it for valid:
 * milliseconds after it was revoked.
 */
async function revokeAndTell(
  t: ExecutionContext,
  known: Known,
  { hash, revoke }: Token,
  where: string,
): Promise<number> {
  await revoke();
  const revokedMs = performance.now();
  let lastMs = 0;
  await until(async () => {
    const askedMs = performance.now();
    if ((await known.token(hash)) === undefined) return true;
    lastMs = askedMs - revokedMs;
    return false;
  }, `the token to be revoked, ${where}`);
  t.log(`a revoked token was last taken by another process, ${where}: after ${lastMs.toFixed(1)} ms`);
  return lastMs;
}

test.serial('another process hears of a change', (t) =>
  withTwo(t, async ({ known, learn, other, accountId, warnings }) => {
    await revokeAndTell(t, known, await learn(), 'connected');
    const { hash } = await learn();
    await setPlan(other, accountId, 'free');
    await until(async () => (await known.token(hash))?.enterprise === false, 'the other plan');
    t.deepEqual(warnings, []);
  }),
);

test.serial('a process whose listening connection ends asks the database, and remembers again when it is back', (t) =>
  withTwo(t, async ({ known, knex, learn, other }) => {
    const token = await learn();
    const [before] = await other('pg_stat_activity').whereRaw(LISTENING).pluck('pid');
    await other.raw(`select pg_terminate_backend(pid, 5000) from pg_stat_activity where ${LISTENING}`);
    await revokeAndTell(t, known, token, 'its listening connection ended');
    const next = await learn();
    const [after] = await other('pg_stat_activity').whereRaw(LISTENING).pluck('pid');
    t.not(after, before);
    await revokeAndTell(t, known, next, 'back again');
    t.is(await statements(knex, () => known.token(next.hash)), 1, 'an unknown token is asked for');
  }),
);

test.serial('a process that is cut off without a word does not rely on its memory for longer than a second', (t) =>
  withTwo(t, async ({ known, knex, learn, proxy }) => {
    const token = await learn();
    proxy.cut();
    const lastMs = await revokeAndTell(t, known, token, 'its listening connection cut without a word');
    t.true(lastMs <= PROMISED_MS, `${lastMs} ms`);
    proxy.mend();
    const next = await learn();
    await revokeAndTell(t, known, next, 'mended');
    t.is(await statements(knex, () => known.token(next.hash)), 1);
  }),
);

test.serial('after a rest the first question is asked of the database', (t) =>
  withTwo(t, async ({ known, knex, learn, proxy }) => {
    const token = await learn();
    proxy.cut();
    await token.revoke();
    await pause(PROMISED_MS);
    t.is(await known.token(token.hash), undefined);
    t.true((await statements(knex, () => known.token(token.hash))) > 0);
  }),
);

test.serial('where notices do not arrive nothing is remembered, and one warning says so', (t) =>
  withTwo(
    t,
    async ({ known, knex, other, accountId, warnings }) => {
      const [userId] = await other('users').pluck('id');
      const hash = Buffer.alloc(32, 1);
      const id = await insertToken(other, { accountId, userId, name: 'script', hash, origin: 'cli' });
      await until(async () => {
        t.is(await statements(knex, () => known.token(hash)), 1);
        return warnings.length > 0;
      }, 'a warning');
      t.is(await statements(knex, () => known.token(hash)), 1);
      t.regex(warnings[0] ?? '', /^notices of the database do not arrive, .*pgbouncer: pool_mode = session/);
      await revokeToken(other, id);
      t.is(await known.token(hash), undefined);
      t.is(warnings.length, 1);
    },
    { deaf: true },
  ),
);

test.serial('a database that is closed while it begins to listen leaves no connection, and closes at once', (t) =>
  withTwo(t, async ({ other, proxy }) => {
    for (const delayMs of [0, 1, 5, 20]) {
      const warnings: string[] = [];
      const database = await openDatabase({ databaseUrl: proxy.databaseUrl, dataDir: '' }, (text) =>
        warnings.push(text),
      );
      await createKnown(database).token(Buffer.alloc(32));
      await pause(delayMs);
      await database.close();
      t.deepEqual(warnings, []);
    }
    await until(
      async () => (await other('pg_stat_activity').whereRaw(LISTENING)).length === 0,
      'the listening connections to end',
    );
    t.pass();
  }),
);

test.serial('a database that nobody asks from memory listens to nothing on a connection of its own', (t) =>
  withTwo(t, async ({ other, knex }) => {
    await knex.raw('select 1');
    t.deepEqual(await other('pg_stat_activity').whereRaw(LISTENING), []);
  }),
);
