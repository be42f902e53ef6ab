import test, { type ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import { openCallCounts } from '../../../src/db/accounts/callCounts.js';
import { type CallCounts, deleteExpired, type RateLimiter } from '../../../src/db/accounts/rateLimits.js';
import type { Database } from '../../../src/db/connection/connect.js';
import { ahead } from '../../helpers/clock.js';
import { withDatabase } from '../../helpers/database.js';
import { until } from '../../helpers/until.js';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

interface Counted extends Pick<Database, 'knex' | 'kind'> {
  /** Counts of the first process. */
  counts: CallCounts;
  /** Those of another at the same time; an embedded database has one process only. */
  beside: () => Promise<CallCounts>;
  /** Those of a process that starts when the others have ended. */
  restarted: () => Promise<CallCounts>;
}

/** Runs the body on a database of each kind, or of those kinds. */
function withCounts(
  t: ExecutionContext,
  body: (counted: Counted) => Promise<void>,
  kinds?: Database['kind'][],
): Promise<void> {
  return withDatabase(
    t,
    async (database) => {
      const open = () => openCallCounts(database, (error) => t.fail(String(error)));
      let counts = await open();
      await body({
        ...database,
        counts,
        beside: async () => (database.kind === 'embedded' ? counts : open()),
        async restarted() {
          await counts.close();
          counts = await open();
          return counts;
        },
      });
      await counts.close();
    },
    kinds,
  );
}

async function allowedOf(limiter: RateLimiter, calls: number, key = 'key'): Promise<boolean[]> {
  const allowed: boolean[] = [];
  for (let call = 0; call < calls; call++) allowed.push((await limiter.consume(key)).isAllowed);
  return allowed;
}

/** The queries that are sent while the work goes on, without those that store counts behind it. */
async function queriesDuring(knex: Knex, work: () => Promise<unknown>): Promise<number> {
  let queries = 0;
  const count = ({ sql }: { sql: string }): void => {
    if (!sql.includes('unnest')) queries += 1;
  };
  knex.on('query', count);
  await work();
  knex.off('query', count);
  return queries;
}

test.serial('each call takes one from what is left, and none is left beyond the limit', async (t) => {
  await withCounts(t, async ({ counts }) => {
    const limiter = counts.limiter('test', { calls: 3, seconds: 60 });
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
  await withCounts(t, async ({ counts, beside }) => {
    const limited = (of: CallCounts) => of.limiter('test', { calls: 2, seconds: 60 }, { refunds: true });
    const [one, other] = [limited(counts), limited(await beside())];
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
  await withCounts(t, async ({ counts, knex, kind }) => {
    const limiter = counts.limiter('test', { calls: 2, seconds: 60 }, { refunds: true });
    t.is(await queriesDuring(knex, () => allowedOf(limiter, 4)), kind === 'embedded' ? 0 : 4);
    t.is(await queriesDuring(knex, async () => t.deepEqual(await allowedOf(limiter, 3), [false, false, false])), 0);
    t.is(await queriesDuring(knex, async () => t.like(await limiter.look('key'), { isAllowed: false })), 0);
    for (let call = 0; call < 2; call++) await limiter.refund('key');
    t.deepEqual(await allowedOf(limiter, 1), [false]);
  });
});

test.serial('limits and keys count apart', async (t) => {
  await withCounts(t, async ({ counts }) => {
    const [one, other] = [1, 2].map((calls) => counts.limiter(`limit ${calls}`, { calls, seconds: 60 }));
    if (one === undefined || other === undefined) throw new Error('there are two');
    t.deepEqual(await allowedOf(one, 2), [true, false]);
    t.deepEqual(await allowedOf(one, 1, 'another key'), [true]);
    t.deepEqual(await allowedOf(other, 3), [true, true, false]);
  });
});

test.serial('of calls at once over several processes exactly the limit is allowed', async (t) => {
  await withCounts(t, async ({ counts, beside }) => {
    const processes = [counts, await beside(), await beside()].map((of) =>
      of.limiter('test', { calls: 40, seconds: 60 }),
    );
    const budgets = await Promise.all(processes.flatMap((one) => Array.from({ length: 40 }, () => one.consume('key'))));
    t.is(budgets.filter(({ isAllowed }) => isAllowed).length, 40);
  });
});

test.serial('when its time has passed the whole limit is there again, also where it was used up', async (t) => {
  await withCounts(t, async ({ counts, knex }) => {
    const limiter = counts.limiter('test', { calls: 2, seconds: 60 });
    t.deepEqual(await allowedOf(limiter, 3), [true, true, false]);
    // A minute goes by, on the clock of the database and on ours.
    await knex('rate_limits').decrement('expire', MINUTE_MS);
    await ahead(Date, MINUTE_MS + 1, async () => {
      t.is(limiter.refusal('key'), undefined);
      t.like(await limiter.consume('key'), { isAllowed: true, remaining: 1 });
    });
  });
});

test.serial('who is refused is refused again without the database', async (t) => {
  await withCounts(t, async ({ counts, knex, kind }) => {
    const limiter = counts.limiter('test', { calls: 2, seconds: 60 });
    t.is(limiter.refusal('key'), undefined);
    t.is(await queriesDuring(knex, () => allowedOf(limiter, 2)), kind === 'embedded' ? 0 : 2);
    t.is(await queriesDuring(knex, async () => t.deepEqual(await allowedOf(limiter, 3), [false, false, false])), 0);
    t.like(limiter.refusal('key'), { isAllowed: false, remaining: 0, limit: 2 });
  });
});

test.serial('another limit counts what was used before, from the start of the process that has it', async (t) => {
  await withCounts(t, async ({ restarted, kind }) => {
    const limited = async (calls: number) => (await restarted()).limiter('test', { calls, seconds: 60 });
    t.deepEqual(await allowedOf(await limited(4), 5), [true, true, true, true, false]);
    t.deepEqual(await allowedOf(await limited(2), 1), [false]);
    // A process that asks a server has counted that call before it knew.
    t.like(await (await limited(10)).consume('key'), { isAllowed: true, remaining: kind === 'embedded' ? 5 : 4 });
  });
});

test.serial(
  'a restart forgets nothing: neither calls nor those taken back, nor when all are there again',
  async (t) => {
    await withCounts(t, async ({ counts, restarted }) => {
      const limited = (of: CallCounts) => of.limiter('test', { calls: 5, seconds: 60 }, { refunds: true });
      const before = limited(counts);
      await allowedOf(before, 3);
      await before.refund('key');
      await allowedOf(before, 5, 'another');
      const { resetMs } = await before.look('key');
      const after = limited(await restarted());
      const budget = await after.look('key');
      t.like(budget, { remaining: 3 });
      t.true(budget.resetMs <= resetMs);
      t.like(await after.look('another'), { isAllowed: false, remaining: 0 });
      t.like(await after.look('third'), { remaining: 5, resetMs: 0 });
    });
  },
);

test.serial('a window from before the clock of the database was set back is none', async (t) => {
  await withCounts(t, async ({ counts, knex, restarted }) => {
    const limited = (of: CallCounts) => of.limiter('test', { calls: 2, seconds: 60 });
    await allowedOf(limited(counts), 2);
    await counts.close();
    await knex('rate_limits').increment('expire', DAY_MS);
    const limiter = limited(await restarted());
    t.is(limiter.refusal('key'), undefined);
    const budget = await limiter.consume('key');
    t.like(budget, { isAllowed: true, remaining: 1 });
    t.true(budget.resetMs <= MINUTE_MS);
  });
});

test.serial('a window goes on where the clock of the database was set back by less than its length', async (t) => {
  await withCounts(t, async ({ counts, knex, restarted }) => {
    const limited = (of: CallCounts) => of.limiter('test', { calls: 2, seconds: 60 });
    await allowedOf(limited(counts), 2);
    await counts.close();
    await knex('rate_limits').increment('expire', MINUTE_MS / 2);
    const limiter = limited(await restarted());
    t.like(await limiter.look('key'), { isAllowed: false, remaining: 0 });
    t.deepEqual(await allowedOf(limiter, 1), [false]);
  });
});

test.serial('what is wrong with the database is not taken for a refusal, and nothing is counted by it', async (t) => {
  await withDatabase(t, async (database) => {
    const failures: unknown[] = [];
    const counts = await openCallCounts(database, (error) => failures.push(error));
    const limiter = counts.limiter('test', { calls: 2, seconds: 60 });
    await limiter.consume('another');
    await database.knex.raw('alter table rate_limits rename to rate_limits_away');
    try {
      // What a process counts by itself it stores a moment later.
      if (database.kind === 'embedded') await until(() => failures.length > 0, 'the failure to store them');
      await t.throwsAsync(limiter.consume('key'), { message: /rate_limits/ });
      await t.throwsAsync(limiter.consume('key'), { message: /rate_limits/ });
    } finally {
      await database.knex.raw('alter table rate_limits_away rename to rate_limits');
    }
    t.deepEqual(await allowedOf(limiter, 3), [true, true, false]);
    t.is(failures.length, database.kind === 'embedded' ? 1 : 0);
    await counts.close();
    const keys = await database.knex('rate_limits').orderBy('key').select('key', 'points');
    t.deepEqual(
      keys.map(({ key, points }) => [key, points]),
      [
        ['test:another', 1],
        ['test:key', 2],
      ],
    );
  });
});

// The clock of an embedded database is that of this process.
test.serial('a process whose clock is ahead ends no window', async (t) => {
  await withCounts(
    t,
    async ({ counts, beside }) => {
      const limited = (of: CallCounts) => of.limiter('test', { calls: 3, seconds: 60 });
      await allowedOf(limited(counts), 2);
      await ahead(Date, DAY_MS, async () => {
        const limiter = limited(await beside());
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
  await withCounts(
    t,
    async ({ counts, knex }) => {
      const limiter = counts.limiter('test', { calls: 2, seconds: 60 });
      await allowedOf(limiter, 2);
      await knex('rate_limits').update({ expire: 0 });
      t.deepEqual(await allowedOf(limiter, 1), [false]);
      await ahead(Date, -DAY_MS, async () => t.like(await limiter.consume('key'), { isAllowed: true, remaining: 1 }));
    },
    ['postgres'],
  );
});

test.serial('who only looks is told what this process saw within a second, then what the database has', async (t) => {
  await withCounts(
    t,
    async ({ counts, beside, knex }) => {
      const limited = (of: CallCounts) => of.limiter('test', { calls: 9, seconds: 60 });
      const [one, other] = [limited(counts), limited(await beside())];
      await one.consume('key');
      await ahead(performance, 500, async () => {
        t.is(await queriesDuring(knex, async () => t.like(await one.look('key'), { remaining: 8 })), 0);
      });
      await other.consume('key');
      await ahead(performance, 1_001, async () => {
        t.is(await queriesDuring(knex, async () => t.like(await one.look('key'), { remaining: 7 })), 1);
        await one.consume('key');
        const { remaining, resetMs } = await one.look('key');
        t.is(remaining, 6);
        t.true(resetMs > 0 && resetMs <= MINUTE_MS);
      });
      t.like(await other.look('another'), { remaining: 9 });
    },
    ['postgres'],
  );
});

test.serial('windows that have ended are deleted, by whoever calls every five minutes', async (t) => {
  await withCounts(
    t,
    async ({ counts, knex }) => {
      const limiter = counts.limiter('test', { calls: 2, seconds: 60 });
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
    },
    ['postgres'],
  );
});

test.serial('many windows that have ended are deleted call by call', async (t) => {
  await withCounts(
    t,
    async ({ counts, knex }) => {
      const limiter = counts.limiter('test', { calls: 9, seconds: 60 });
      const left = async () => Number((await knex('rate_limits').count({ n: '*' }))[0]?.['n']);
      await knex.raw(`insert into rate_limits select 'old:' || n, 1, 0 from generate_series(1, 7000) n`);
      await ahead(performance, 5 * MINUTE_MS, () => limiter.consume('key'));
      t.is(await left(), 2001);
      await limiter.consume('key');
      t.is(await left(), 1);
    },
    ['postgres'],
  );
});
