import type { Knex } from 'knex';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** Number of calls allowed in a number of seconds, from the first call on. */
export interface RateLimit {
  readonly calls: number;
  readonly seconds: number;
}

/** Remaining calls of a limit. */
export interface Budget {
  /** Whether the call was within the limit or, before one, whether it would be. */
  isAllowed: boolean;
  /** Value of RateLimit-Policy that names the limit. */
  policy: string;
  limit: number;
  remaining: number;
  /** Milliseconds until all calls are available again. */
  resetMs: number;
}

export interface RateLimiter {
  /** Counts one call of a key. */
  consume(key: string | number): Promise<Budget>;
  /** Tells what is left for a key, without counting a call. */
  look(key: string | number): Promise<Budget>;
  /** Takes back a counted call of a key that was allowed. */
  refund(key: string | number): Promise<void>;
}

/**
 * Value of RateLimit-Policy, a structured field: `"interference";q=100;w=60` (draft-ietf-httpapi-ratelimit-headers).
 */
export function policyOf(name: string, { calls, seconds }: RateLimit): string {
  return `"${name}";q=${calls};w=${seconds}`;
}

const CLEAN_EVERY_MS = 300_000;
const CLEAN_ROWS = 5_000;

/**
 * Creates a limit that is counted in the database, exactly over all processes that share it. Once a key has used its
 * limit up, this process refuses it without asking, until its window ends.
 *
 * @param name prefix of the limit's keys
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
        // Where some are left, the next call goes on.
        if ((await deleteExpired(knex)) === CLEAN_ROWS) cleanedMs = -Infinity;
      }
      const result = await consumed(key);
      // Refusals are remembered by this machine's clock: if it was set back, they would outlast their window.
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

/** Deletes windows that have ended, up to 5,000; returns how many. */
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
 * Condition: a key's window has not ended. One that ends later than a new one would, by its whole length, is left from
 * before the clock was set back or the limit's windows became shorter.
 */
const GOES_ON = `l.expire > excluded.expire - :windowMs and l.expire <= excluded.expire + :windowMs`;
const CONSUME = `
  insert into rate_limits as l (key, points, expire)
  values (:key, :points, ${millisecondsOf('now()')} + :windowMs)
  on conflict (key) do update set
    points = excluded.points + case when ${GOES_ON} then l.points else 0 end,
    expire = case when ${GOES_ON} then l.expire else excluded.expire end
  returning points, expire - ${millisecondsOf('clock_timestamp()')} as "resetMs"`;

/** Query for what a key has used of a window that has not ended. */
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
 * Limiter of the library that goes by the database's clock: by those of the processes, one that is ahead would end the
 * windows of all. The library calls `_upsert` and `_getRateLimiterRes`.
 */
class DatabaseLimiter extends RateLimiterPostgres {
  /**
   * Milliseconds for which this process refuses a key without asking. The library has this method, but does not declare
   * it.
   */
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
      // The library would do so by a timer and the process's clock.
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
    // If this machine's clock was set back, `blockedMs` means nothing.
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
