import type { Knex } from 'knex';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** So many calls in so many seconds, from the first of them on. */
export interface RateLimit {
  readonly calls: number;
  readonly seconds: number;
}

/** What is left of a limit. */
export interface Budget {
  /** After a call, whether it was within the limit; before one, whether it would be. */
  isAllowed: boolean;
  /** Which limit it is, as RateLimit-Policy has it. */
  policy: string;
  limit: number;
  remaining: number;
  /** Milliseconds until all of it is there again. */
  resetMs: number;
}

export interface RateLimiter {
  /** Counts one call of that key. */
  consume(key: string | number): Promise<Budget>;
  /** What is left for that key; nothing is counted. */
  look(key: string | number): Promise<Budget>;
  /** Takes back a counted call of that key that was allowed. */
  refund(key: string | number): Promise<void>;
}

/** The value of RateLimit-Policy, a structured field: `"interference";q=100;w=60` (draft-ietf-httpapi-ratelimit-headers). */
export function policyOf(name: string, { calls, seconds }: RateLimit): string {
  return `"${name}";q=${calls};w=${seconds}`;
}

const CLEAN_EVERY_MS = 300_000;
const CLEAN_ROWS = 5_000;

/**
 * A limit whose use is counted in the database, exact over all processes that share it. Once a key has used its limit
 * up, this process refuses it without asking, until the window ends.
 *
 * @param name tells the keys of this limit from those of others.
 * @param refunds whether calls are taken back: then a key is refused without asking only when refunds of all that were
 *   allowed could not help it any more
 */
export function createRateLimiter(
  knex: Knex,
  name: string,
  limit: RateLimit,
  { refunds = false }: { refunds?: boolean } = {},
): RateLimiter {
  const { calls, seconds } = limit;
  const policy = policyOf(name, limit);
  const limiter = new DatabaseLimiter(knex, name, limit, refunds ? 2 * calls : calls);
  let cleanedMs = performance.now();

  const consumed = async (key: string | number): Promise<Budget> => {
    try {
      return budget(true, await limiter.consume(key));
    } catch (thrown) {
      if (thrown instanceof RateLimiterRes) return budget(false, thrown);
      throw thrown;
    }
  };
  const budget = (isAllowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Budget => ({
    isAllowed,
    policy,
    limit: calls,
    remaining: remainingPoints,
    resetMs: msBeforeNext,
  });

  return {
    async consume(key) {
      const nowMs = performance.now();
      if (nowMs - cleanedMs >= CLEAN_EVERY_MS) {
        cleanedMs = nowMs;
        // Whoever leaves some behind has the next call go on.
        if ((await deleteExpired(knex)) === CLEAN_ROWS) cleanedMs = -Infinity;
      }
      const result = await consumed(key);
      // Refusals are remembered by this machine's clock. Where it was set back, they would outlast their window.
      if (result.isAllowed || result.resetMs <= seconds * 1000) return result;
      limiter.deleteInMemoryBlockedAll();
      return consumed(key);
    },
    async look(key) {
      const found = await limiter.look(key);
      return budget(found.remainingPoints > 0, found);
    },
    refund: (key) => limiter.refund(key),
  };
}

/** Deletes windows that have ended, as many as one statement may; returns how many. */
export async function deleteExpired(knex: Knex): Promise<number> {
  // Rows that a call or another process holds are left for the next time.
  const { rowCount }: { rowCount: number } = await knex.raw(
    `delete from rate_limits where key in
       (select key from rate_limits where expire <= ${millisecondsOf('now()')} limit ? for update skip locked)`,
    [CLEAN_ROWS],
  );
  return rowCount;
}

function millisecondsOf(time: string): string {
  return `cast(extract(epoch from ${time}) * 1000 as bigint)`;
}

/**
 * A window goes on while it has not ended. One that ends later than a new one by its whole length is from before the
 * clock was set back, or the limit to shorter windows.
 */
const GOES_ON = `l.expire > excluded.expire - :windowMs and l.expire <= excluded.expire + :windowMs`;
const CONSUME = `
  insert into rate_limits as l (key, points, expire)
  values (:key, :points, ${millisecondsOf('now()')} + :windowMs)
  on conflict (key) do update set
    points = excluded.points + case when ${GOES_ON} then l.points else 0 end,
    expire = case when ${GOES_ON} then l.expire else excluded.expire end
  returning points, expire - ${millisecondsOf('clock_timestamp()')} as "resetMs"`;

/** Only of a window that goes on. */
const LOOK = `
  select points, expire - ${millisecondsOf('now()')} as "resetMs" from rate_limits
  where key = :key and expire > ${millisecondsOf('now()')} and expire <= ${millisecondsOf('now()')} + :windowMs`;
const REFUND = `
  update rate_limits set points = points - 1
  where key = ? and points > 0 and expire > ${millisecondsOf('now()')}`;

interface Consumed {
  rows: readonly { points: number; resetMs: number }[];
}

/**
 * The library's limiter, with the database's clock for that of the process: of several processes, one whose clock is
 * ahead would end the windows of all. The two methods are those that the library asks every store for.
 */
class DatabaseLimiter extends RateLimiterPostgres {
  /** Of the library, which does not declare it: how long this process refuses a key without asking. */
  declare private readonly getInMemoryBlockMsBeforeExpire: (key: string) => number;

  constructor(
    private readonly knex: Knex,
    name: string,
    { calls, seconds }: RateLimit,
    blockedFrom: number,
  ) {
    super({
      storeClient: knex,
      storeType: 'knex',
      tableName: 'rate_limits',
      tableCreated: true,
      // By a timer and the clock of the process.
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: calls,
      duration: seconds,
      inMemoryBlockOnConsumed: blockedFrom,
    });
  }

  async look(name: string | number): Promise<RateLimiterRes> {
    const key = this.getKey(name);
    const windowMs = this.duration * 1000;
    const blockedMs = this.getInMemoryBlockMsBeforeExpire(key);
    // Where the clock of this machine was set back, it is no longer to be believed.
    if (blockedMs > 0 && blockedMs <= windowMs) return new RateLimiterRes(0, blockedMs);
    const found: Consumed = await this.knex.raw(LOOK, { key, windowMs });
    const { points, resetMs } = found.rows[0] ?? { points: 0, resetMs: 0 };
    return new RateLimiterRes(Math.max(this.points - points, 0), resetMs, points);
  }

  async refund(name: string | number): Promise<void> {
    await this.knex.raw(REFUND, [this.getKey(name)]);
  }

  async _upsert(key: string, points: number, windowMs: number): Promise<Consumed> {
    return this.knex.raw(CONSUME, { key, points, windowMs });
  }

  _getRateLimiterRes(_key: string, _points: number, { rows: [row] }: Consumed): RateLimiterRes {
    if (row === undefined) throw new Error('the database returned no row for a counted call');
    return new RateLimiterRes(Math.max(this.points - row.points, 0), Math.max(row.resetMs, 0), row.points);
  }
}
