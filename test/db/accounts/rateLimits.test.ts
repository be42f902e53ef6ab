import test from 'ava';
import type { Knex } from 'knex';
import { createRateLimiter, deleteExpired, type RateLimiter } from '../../../src/db/accounts/rateLimits.js';
import { withDatabase } from '../../helpers/database.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

async function allowedOf(limiter: RateLimiter, calls: number, key = 'key'): Promise<boolean[]> {
  const allowed: boolean[] = [];
  for (let call = 0; call < calls; call++) allowed.push((await limiter.consume(key)).isAllowed);
  return allowed;
}

/** The queries that are sent while the work goes on. */
async function queriesDuring(knex: Knex, work: () => Promise<unknown>): Promise<number> {
  let queries = 0;
  const count = (): void => {
    queries += 1;
  };
  knex.on('query', count);
  await work();
  knex.off('query', count);
  return queries;
}

/** Runs the work with this process's clock, or its stopwatch, showing so much more. */
async function ahead<T>(clock: { now(): number }, ms: number, work: () => Promise<T>): Promise<T> {
  const now = clock.now.bind(clock);
  Object.defineProperty(clock, 'now', { configurable: true, writable: true, value: () => now() + ms });
  try {
    return await work();
  } finally {
    Object.defineProperty(clock, 'now', { configurable: true, writable: true, value: now });
  }
}

test.serial('each call takes one from what is left, and none is left beyond the limit', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const limiter = createRateLimiter(knex, 'test', { calls: 3, seconds: 60 });
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
  });
});

test.serial('looking counts nothing, and what is taken back is there again, in every process', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const limited = () => createRateLimiter(knex, 'test', { calls: 2, seconds: 60 }, { refunds: true });
    const [one, other] = [limited(), limited()];
    t.like(await one.look('key'), { isAllowed: true, remaining: 2, resetMs: 0, policy: '"test";q=2;w=60' });
    t.deepEqual(await allowedOf(one, 2), [true, true]);
    for (const limiter of [one, other]) {
      const budget = await limiter.look('key');
      t.like(budget, { isAllowed: false, remaining: 0 });
      t.true(budget.resetMs > 0 && budget.resetMs <= MINUTE_MS);
    }
    await other.refund('key');
    for (const limiter of [one, other]) t.like(await limiter.look('key'), { isAllowed: true, remaining: 1 });
    t.deepEqual(await allowedOf(one, 2), [true, false]);
    await other.refund('nobody');
    t.like(await other.look('nobody'), { remaining: 2 });
  });
});

test.serial('where calls are taken back, a key is refused without the database when none could help it', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const limiter = createRateLimiter(knex, 'test', { calls: 2, seconds: 60 }, { refunds: true });
    t.is(await queriesDuring(knex, () => allowedOf(limiter, 4)), 4);
    t.is(await queriesDuring(knex, async () => t.deepEqual(await allowedOf(limiter, 3), [false, false, false])), 0);
    t.is(await queriesDuring(knex, async () => t.like(await limiter.look('key'), { isAllowed: false })), 0);
  });
});

test.serial('limits and keys count apart', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const [one, other] = [1, 2].map((calls) => createRateLimiter(knex, `limit ${calls}`, { calls, seconds: 60 }));
    if (one === undefined || other === undefined) throw new Error('there are two');
    t.deepEqual(await allowedOf(one, 2), [true, false]);
    t.deepEqual(await allowedOf(one, 1, 'another key'), [true]);
    t.deepEqual(await allowedOf(other, 3), [true, true, false]);
  });
});

test.serial('of calls at once over several processes exactly the limit is allowed', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const processes = [1, 2, 3].map(() => createRateLimiter(knex, 'test', { calls: 40, seconds: 60 }));
    const budgets = await Promise.all(processes.flatMap((one) => Array.from({ length: 40 }, () => one.consume('key'))));
    t.is(budgets.filter(({ isAllowed }) => isAllowed).length, 40);
  });
});

test.serial('when its time has passed the whole limit is there again, also where it was used up', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const limiter = createRateLimiter(knex, 'test', { calls: 2, seconds: 60 });
    t.deepEqual(await allowedOf(limiter, 3), [true, true, false]);
    // A minute goes by, on the clock of the database and on ours.
    await knex('rate_limits').decrement('expire', MINUTE_MS);
    await ahead(Date, MINUTE_MS + 1, async () =>
      t.like(await limiter.consume('key'), { isAllowed: true, remaining: 1 }),
    );
  });
});

test.serial('who is refused is refused again without the database', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const limiter = createRateLimiter(knex, 'test', { calls: 2, seconds: 60 });
    t.is(await queriesDuring(knex, () => allowedOf(limiter, 2)), 2);
    t.is(await queriesDuring(knex, async () => t.deepEqual(await allowedOf(limiter, 3), [false, false, false])), 0);
  });
});

test.serial('another limit counts what was used before, from the start of the process that has it', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const limited = (calls: number) => createRateLimiter(knex, 'test', { calls, seconds: 60 });
    t.deepEqual(await allowedOf(limited(4), 5), [true, true, true, true, false]);
    t.deepEqual(await allowedOf(limited(2), 1), [false]);
    t.like(await limited(10).consume('key'), { isAllowed: true, remaining: 4 });
  });
});

test.serial('a window from before the clock of the database was set back is none', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const limited = () => createRateLimiter(knex, 'test', { calls: 2, seconds: 60 });
    await allowedOf(limited(), 2);
    await knex('rate_limits').increment('expire', DAY_MS);
    const budget = await limited().consume('key');
    t.like(budget, { isAllowed: true, remaining: 1 });
    t.true(budget.resetMs <= MINUTE_MS);
  });
});

// The clock of an embedded database is that of this process.
test.serial('a process whose clock is ahead ends no window', async (t) => {
  await withDatabase(
    t,
    async ({ knex }) => {
      const limited = () => createRateLimiter(knex, 'test', { calls: 3, seconds: 60 });
      await allowedOf(limited(), 2);
      await ahead(Date, DAY_MS, async () => {
        const limiter = limited();
        const budget = await limiter.consume('key');
        t.like(budget, { isAllowed: true, remaining: 0 });
        t.true(budget.resetMs <= MINUTE_MS);
        t.deepEqual(await allowedOf(limiter, 1), [false]);
      });
    },
    ['postgres'],
  );
});

test.serial('a refusal is not remembered beyond its window where the clock of the process is set back', async (t) => {
  await withDatabase(
    t,
    async ({ knex }) => {
      const limiter = createRateLimiter(knex, 'test', { calls: 2, seconds: 60 });
      await allowedOf(limiter, 2);
      await knex('rate_limits').update({ expire: 0 });
      t.deepEqual(await allowedOf(limiter, 1), [false]);
      await ahead(Date, -DAY_MS, async () => t.like(await limiter.consume('key'), { isAllowed: true, remaining: 1 }));
    },
    ['postgres'],
  );
});

test.serial('windows that have ended are deleted, by whoever calls every five minutes', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const limiter = createRateLimiter(knex, 'test', { calls: 2, seconds: 60 });
    const keys = async () => knex('rate_limits').orderBy('key').pluck('key');
    for (const key of ['a', 'b', 'c']) await limiter.consume(key);
    t.is(await deleteExpired(knex), 0);
    await knex('rate_limits').where({ key: 'test:a' }).update({ expire: 0 });
    t.is(await deleteExpired(knex), 1);
    t.deepEqual(await keys(), ['test:b', 'test:c']);

    await knex('rate_limits').where({ key: 'test:b' }).update({ expire: 0 });
    await limiter.consume('c');
    t.deepEqual(await keys(), ['test:b', 'test:c']);
    await ahead(performance, 5 * MINUTE_MS, () => limiter.consume('c'));
    t.deepEqual(await keys(), ['test:c']);
  });
});

test.serial('many windows that have ended are deleted call by call', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const limiter = createRateLimiter(knex, 'test', { calls: 9, seconds: 60 });
    const left = async () => Number((await knex('rate_limits').count({ n: '*' }))[0]?.['n']);
    await knex.raw(`insert into rate_limits select 'old:' || n, 1, 0 from generate_series(1, 7000) n`);
    await ahead(performance, 5 * MINUTE_MS, () => limiter.consume('key'));
    t.is(await left(), 2001);
    await limiter.consume('key');
    t.is(await left(), 1);
  });
});

test.serial('what the database says of a failure is not taken for a refusal', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const limiter = createRateLimiter(knex, 'test', { calls: 2, seconds: 60 });
    await knex.raw('alter table rate_limits rename to rate_limits_away');
    try {
      await t.throwsAsync(limiter.consume('key'), { message: /rate_limits/ });
    } finally {
      await knex.raw('alter table rate_limits_away rename to rate_limits');
    }
  });
});
