import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import test from 'ava';
import type { Knex } from 'knex';
import { countInMemory } from '../../../src/db/accounts/countInMemory.js';
import type { CallCounts, RateLimiter } from '../../../src/db/accounts/rateLimits.js';
import { openDatabase } from '../../../src/db/connection/connect.js';
import { ahead } from '../../helpers/clock.js';
import { withDatabase } from '../../helpers/database.js';
import { temporaryDirectory } from '../../helpers/files.js';
import { until } from '../../helpers/until.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const LIMIT = { calls: 3, seconds: 60 };

/** Runs the body with the counts of a process that has an embedded database; they are stored at its end. */
function withCounts(
  t: Parameters<typeof withDatabase>[0],
  body: (counts: CallCounts, knex: Knex) => Promise<void>,
): Promise<void> {
  return withDatabase(
    t,
    async ({ knex }) => {
      const counts = await countInMemory(knex, (error) => t.fail(String(error)));
      await body(counts, knex);
      await counts.close();
    },
    ['embedded'],
  );
}

async function leftOf(limiter: RateLimiter, key = 'key'): Promise<number> {
  return (await limiter.look(key)).remaining;
}

test.serial('no call waits for the database, whoever keeps it busy', (t) =>
  withCounts(t, async (counts, knex) => {
    const limiter = counts.limiter('test', LIMIT, { refunds: true });
    const busy = await knex.transaction();
    for (let call = 0; call < 4; call++) await limiter.consume('key');
    await limiter.refund('key');
    t.like(await limiter.look('key'), { isAllowed: false, remaining: 0 });
    t.like(limiter.refusal('key'), { remaining: 0 });
    await busy.rollback();
  }),
);

test.serial('however many calls and keys there were, one statement stores 2,000 keys', (t) =>
  withCounts(t, async (counts, knex) => {
    const limiter = counts.limiter('test', { calls: 1_000, seconds: 60 });
    const statements: string[] = [];
    knex.on('query', ({ sql }: { sql: string }) => statements.push(sql.trim().split(' ')[0] ?? ''));
    for (let call = 0; call < 9_000; call++) await limiter.consume(call % 3_000);
    t.deepEqual(statements, []);
    await counts.close();
    t.deepEqual(statements, ['insert', 'insert']);
    const stored = await knex('rate_limits').select('points');
    t.is(stored.length, 3_000);
    t.true(stored.every(({ points }) => points === 3));
  }),
);

test.serial('what was counted is stored a moment later, without another call', (t) =>
  withCounts(t, async (counts, knex) => {
    await counts.limiter('test', LIMIT).consume('key');
    let stored: unknown[] = [];
    await until(async () => {
      stored = await knex('rate_limits').pluck('points');
      return stored.length > 0;
    }, 'what was counted in the table');
    t.deepEqual(stored, [1]);
  }),
);

test.serial('the clock set forward ends windows, set back by more than their length it leaves none behind', (t) =>
  withCounts(t, async (counts) => {
    const limiter = counts.limiter('test', LIMIT);
    for (let call = 0; call < 4; call++) await limiter.consume('key');
    t.is(await leftOf(limiter), 0);
    await ahead(Date, DAY_MS, async () => {
      t.like(await limiter.look('key'), { isAllowed: true, remaining: 3, resetMs: 0 });
      for (let call = 0; call < 4; call++) await limiter.consume('key');
      t.is(await leftOf(limiter), 0);
    });
    // The window of a day ahead.
    t.is(limiter.refusal('key'), undefined);
    const budget = await limiter.consume('key');
    t.like(budget, { isAllowed: true, remaining: 2 });
    t.true(budget.resetMs <= MINUTE_MS);
    // A step of less than a length neither ends a window nor gives calls back.
    for (const stepMs of [-1, -MINUTE_MS / 2, MINUTE_MS / 2]) {
      await ahead(Date, stepMs, async () => t.is(await leftOf(limiter), 2));
    }
  }),
);

test.serial('a refund of a window that has ended takes nothing from the next', (t) =>
  withCounts(t, async (counts) => {
    const limiter = counts.limiter('test', LIMIT, { refunds: true });
    await limiter.consume('key');
    await ahead(Date, MINUTE_MS + 1, async () => {
      await limiter.refund('key');
      t.is(await leftOf(limiter), 3);
      await limiter.consume('key');
      t.is(await leftOf(limiter), 2);
    });
  }),
);

test.serial('windows that have ended are deleted from the table, every five minutes while calls are counted', (t) =>
  withDatabase(
    t,
    async ({ knex }) => {
      await knex.raw(`insert into rate_limits select 'old:' || n, 1, 0 from generate_series(1, 7000) n`);
      const counts = await countInMemory(knex, (error) => t.fail(String(error)));
      const limiter = counts.limiter('test', { calls: 1_000_000, seconds: 60 });
      const keys = () => knex('rate_limits').pluck<string[]>('key');
      await until(async () => {
        await limiter.consume('key');
        return !(await keys()).some((key) => key.startsWith('old'));
      }, 'the old windows to leave the table');
      t.deepEqual(await keys(), ['test:key']);
      await counts.close();
    },
    ['embedded'],
  ),
);

/** Counts calls in the data directory, says when they are stored, and waits to be killed. */
const CALLER = `
  import { openCallCounts } from '${new URL('../../../dist/db/accounts/callCounts.js', import.meta.url).href}';
  import { openDatabase } from '${new URL('../../../dist/db/connection/connect.js', import.meta.url).href}';
  import { migrate } from '${new URL('../../../dist/db/migrations/migrate.js', import.meta.url).href}';
  const database = await openDatabase({ dataDir: process.argv[1] });
  await migrate(database.knex);
  const limiter = (await openCallCounts(database)).limiter('test', ${JSON.stringify(LIMIT)});
  for (const key of ['a', 'a', 'b']) await limiter.consume(key);
  for (let turn = 0; turn < 10_000 && (await database.knex('rate_limits')).length < 2; turn++);
  console.log('stored');
  setInterval(() => undefined, 1000);`;

test.serial('what a killed process had stored is counted on', async (t) => {
  const dataDir = temporaryDirectory(t);
  const caller = spawn(process.execPath, ['--input-type=module', '-e', CALLER, dataDir]);
  t.teardown(() => caller.kill('SIGKILL'));
  for await (const line of createInterface({ input: caller.stdout })) {
    t.is(line, 'stored');
    caller.kill('SIGKILL');
  }
  if (caller.exitCode === null && caller.signalCode === null) await once(caller, 'exit');

  const database = await openDatabase({ dataDir });
  const counts = await countInMemory(database.knex, (error) => t.fail(String(error)));
  const limiter = counts.limiter('test', LIMIT);
  t.deepEqual([await leftOf(limiter, 'a'), await leftOf(limiter, 'b'), await leftOf(limiter, 'c')], [1, 2, 3]);
  await counts.close();
  await database.close();
});
