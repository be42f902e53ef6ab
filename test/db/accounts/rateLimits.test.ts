import test, { type ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import { createRateLimiter, type RateLimiter } from '../../../src/db/accounts/rateLimits.js';
import type { Database } from '../../../src/db/connection/connect.js';
import { DatabaseAway, tellAway } from '../../../src/db/connection/databaseAway.js';
import { ahead } from '../../helpers/clock.js';
import { statements } from '../../helpers/database.js';
import { databaseTest } from '../fixtures.js';

const MINUTE_MS = 60_000;
const refunds = { refunds: true };

type Limited = (calls: number, options?: { refunds: boolean }, name?: string) => RateLimiter;

/**
 * Declares a test on a database of each kind, or of the given kinds. Each call of `limited` creates a limiter of calls
 * per minute, as another process would.
 */
function limitersTest(
  title: string,
  body: (t: ExecutionContext, limited: Limited, database: Database) => Promise<void>,
  kinds?: Database['kind'][],
): void {
  databaseTest(
    title,
    (t, database) =>
      body(
        t,
        (calls, options = { refunds: false }, name = 'test') =>
          createRateLimiter(database, name, { calls, seconds: 60 }, options),
        database,
      ),
    kinds,
  );
}

async function allowedOf(limiter: RateLimiter, calls: number, key = 'key'): Promise<boolean[]> {
  const allowed: boolean[] = [];
  for (let call = 0; call < calls; call++) allowed.push((await limiter.consume(key)).isAllowed);
  return allowed;
}

limitersTest(
  'each call takes one from what is left, none is left beyond the limit, and limits and keys count apart',
  async (t, limited) => {
    const limiter = limited(3);
    const budgets = [];
    for (let call = 0; call < 5; call++) budgets.push(await limiter.consume(7));
    t.deepEqual(
      budgets.map(({ isAllowed, limit, remaining }) => [isAllowed, limit, remaining]),
      [
        [true, 3, 2],
        [true, 3, 1],
        [true, 3, 0],
        [false, 3, 0],
        [false, 3, 0],
      ],
    );
    for (const { resetMs } of budgets) t.true(resetMs > 0 && resetMs <= MINUTE_MS, String(resetMs));
    t.deepEqual(await allowedOf(limiter, 1, 'another key'), [true]);
    t.deepEqual(await allowedOf(limited(1, undefined, 'another limit'), 1, '7'), [true]);
  },
);

limitersTest('a look counts nothing, and a refunded call can be made again', async (t, limited) => {
  const limiter = limited(2, refunds);
  t.like(await limiter.look('key'), { isAllowed: true, remaining: 2, resetMs: 0, policy: '"test";q=2;w=60' });
  t.deepEqual(await allowedOf(limiter, 2), [true, true]);
  const spent = await limiter.look('key');
  t.like(spent, { isAllowed: false, remaining: 0 });
  t.true(spent.resetMs > 0 && spent.resetMs <= MINUTE_MS);
  await limiter.refund('key');
  t.like(await limiter.look('key'), { isAllowed: true, remaining: 1 });
  t.deepEqual(await allowedOf(limiter, 2), [true, false]);
});

limitersTest('after its time the whole limit is available again, also where it was used up', async (t, limited) => {
  const limiter = limited(2);
  t.deepEqual(await allowedOf(limiter, 3), [true, true, false]);
  const clocks = (work: () => Promise<void>) =>
    ahead(Date, MINUTE_MS + 1, () => ahead(performance, MINUTE_MS + 1, work));
  await clocks(async () => {
    t.like(await limiter.consume('key'), { isAllowed: true, remaining: 1 });
  });
});

limitersTest('a key that is refused is refused again without the database', async (t, limited, { knex, kind }) => {
  const counted = (calls: number) => (kind === 'embedded' ? 0 : calls);
  const limiter = limited(2);
  t.is(await statements(knex, () => allowedOf(limiter, 2)), counted(2));
  t.is(await statements(knex, async () => t.deepEqual(await allowedOf(limiter, 3), [false, false, false])), 0);
  // If calls can be taken back, a key is refused from memory only once it would be refused even if all allowed calls
  // were taken back.
  const refunding = limited(2, refunds, 'refunding');
  t.is(await statements(knex, () => allowedOf(refunding, 4)), counted(4));
  t.is(await statements(knex, async () => t.deepEqual(await allowedOf(refunding, 3), [false, false, false])), 0);
});

limitersTest(
  'of calls at once over several processes exactly the limit is allowed',
  async (t, limited) => {
    const processes = [limited(40), limited(40), limited(40)];
    const budgets = await Promise.all(processes.flatMap((one) => Array.from({ length: 40 }, () => one.consume('key'))));
    t.is(budgets.filter(({ isAllowed }) => isAllowed).length, 40);
  },
  ['postgres'],
);

limitersTest(
  'a look tells what this process saw within the last second, else what the database has',
  async (t, limited, { knex }) => {
    const [one, other] = [limited(9), limited(9)];
    await one.consume('key');
    await ahead(performance, 500, async () => {
      t.is(await statements(knex, async () => t.like(await one.look('key'), { remaining: 8 })), 0);
    });
    await other.consume('key');
    await ahead(performance, 1_001, async () => {
      t.is(await statements(knex, async () => t.like(await one.look('key'), { remaining: 7 })), 1);
    });
  },
  ['postgres'],
);

test('a database that is away fails the calls within the limit, and a full one none', async (t) => {
  const failing = (code: string) => {
    const error = tellAway(Object.assign(new Error('no'), { code }));
    const knex = { client: { acquireConnection: () => Promise.reject(error) } } as unknown as Knex;
    return createRateLimiter({ knex, kind: 'postgres' }, 'test', { calls: 2, seconds: 60 }, refunds);
  };
  const away = failing('57P01');
  await t.throwsAsync(away.look('key'), { instanceOf: DatabaseAway });
  await t.throwsAsync(away.consume('key'), { instanceOf: DatabaseAway });
  t.like(await away.consume('key'), { isAllowed: false, remaining: 0, limit: 2 });
  t.deepEqual(await allowedOf(failing('53100'), 3), [true, true, false]);
  await t.throwsAsync(failing('42P01').consume('key'), { message: 'no' }, 'an error of ours');
});
