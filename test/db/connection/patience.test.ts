import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { DatabaseAway } from '../../../src/db/connection/databaseAway.js';
import { renewedPatience, wait, withPatience } from '../../../src/db/connection/patience.js';
import { databaseTest } from '../fixtures.js';

databaseTest(
  'the queries of one request share its patience: a later one waits for what is left, or not at all',
  async (t, { knex }) => {
    const four = (seconds: number) => Promise.all([1, 2, 3, 4].map(() => knex.raw('select pg_sleep(?)', [seconds])));
    await four(0.1);
    await withPatience(async () => {
      // Four waits at the same time use up one second of the patience.
      await four(1);
      await t.throwsAsync(async () => knex.raw('select pg_sleep(60)'), { instanceOf: DatabaseAway });
      const next = await t.throwsAsync(async () => knex.raw('select 1'), { instanceOf: DatabaseAway });
      t.regex(next.message, /have waited 3000 ms/);
    }, 3_000);
    t.is((await knex.raw('select 1 as one')).rows[0].one, 1);
  },
  ['postgres'],
);

test('with less than a millisecond left, nothing waits', async (t) => {
  const asked = withPatience(() => wait(() => Promise.resolve()), 0.9);
  await t.throwsAsync(asked, { instanceOf: DatabaseAway, message: /have waited/ });
  await t.notThrowsAsync(withPatience(() => wait(() => Promise.resolve()), 1_000));
});

test('each part of a long job can have the patience that the job began with, wherever it runs', async (t) => {
  const renewed = await withPatience(() => wait(async () => renewedPatience()), 60_000);
  const leftMs = await renewed(() => wait((ms) => Promise.resolve(ms)));
  t.true(leftMs > 50_000 && leftMs <= 60_000, `${leftMs} ms are left`);
  t.is(await renewedPatience()(() => wait((ms) => Promise.resolve(ms))), Infinity);
});

databaseTest(
  'a transaction that is given up waits for nothing more, and what it had locked is free soon after',
  async (t, { knex }) => {
    const given = withPatience(
      () =>
        knex.transaction(async (trx) => {
          await trx.raw('lock table accounts in access exclusive mode');
          await trx.raw('select pg_sleep(60)');
        }),
      300,
    );
    await t.throwsAsync(given, { instanceOf: DatabaseAway });
    t.deepEqual(await knex('accounts').count({ n: '*' }), [{ n: 0 }]);
  },
  ['postgres'],
);

databaseTest(
  'a wait for a connection that takes too long ends, and the connection comes back to the pool',
  async (t, { knex }) => {
    const { max } = knex.client.pool;
    const held = await Promise.all(Array.from({ length: max }, () => knex.client.acquireConnection()));
    const asked = withPatience(async () => knex.raw('select 1'), 100);
    await t.throwsAsync(asked, { instanceOf: DatabaseAway, message: /no connection to the database was free/ });
    for (const connection of held) await knex.client.releaseConnection(connection);
    await pause(0);
    t.is(knex.client.pool.numUsed(), 0);
    t.is((await knex.raw('select 1 as one')).rows[0].one, 1);
  },
);
