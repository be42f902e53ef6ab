import type { Knex } from 'knex';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { isDatabaseFull } from '../connection/databaseAway.js';
import { CallWindows } from './callWindows.js';
import {
  blockedFrom,
  type Budget,
  type CallCounts,
  CLEAN_EVERY_MS,
  CLEAN_ROWS,
  deleteExpired,
  type LimiterOptions,
  millisecondsOf,
  policyOf,
  type RateLimit,
  type RateLimiter,
} from './rateLimits.js';

/** Counts calls in the database, one statement each: exactly over all processes that share it. */
export function countInDatabase(knex: Knex): CallCounts {
  return {
    limiter: (name, limit, options = {}) => createLimiter(knex, name, limit, options),
    close: () => Promise.resolve(),
  };
}

/** How long a budget that this process has seen may be told to who only looks: others may count meanwhile. */
const TOLD_AGAIN_MS = 1_000;
const REMEMBERED = 10_000;

function createLimiter(knex: Knex, name: string, limit: RateLimit, options: LimiterOptions): RateLimiter {
  const { calls, seconds } = limit;
  const policy = policyOf(name, limit);
  const limiter = new DatabaseLimiter(knex, name, limit, blockedFrom(limit, options));
  const here = new CallWindows();
  let cleanedMs = performance.now();
  /** Newest budgets by key. None where calls are taken back: what is refused now need not be in a second. */
  const seen = new Map<string | number, { readonly budget: Budget; readonly atMs: number }>();

  const consumed = async (key: string | number): Promise<Budget> => {
    try {
      return budget(true, await limiter.consume(key));
    } catch (thrown) {
      if (thrown instanceof RateLimiterRes) return budget(false, thrown);
      if (isDatabaseFull(thrown)) return countedHere(key);
      throw thrown;
    }
  };
  /** Counts a call in this process alone, while the database has no room to. */
  const countedHere = (key: string | number): Budget => {
    const nowMs = Date.now();
    const window = here.current(String(key), nowMs, 1000 * seconds) ?? here.begin(String(key), nowMs, 1000 * seconds);
    window.calls += 1;
    return budget(window.calls <= calls, new RateLimiterRes(Math.max(calls - window.calls, 0), window.endMs - nowMs));
  };
  const budget = (isAllowed: boolean, { remainingPoints, msBeforeNext }: RateLimiterRes): Budget => ({
    isAllowed,
    policy,
    limit: calls,
    remaining: remainingPoints,
    resetMs: msBeforeNext,
  });
  const looked = (found: RateLimiterRes): Budget => budget(found.remainingPoints > 0, found);
  const remember = (key: string | number, told: Budget): Budget => {
    if (options.refunds === true) return told;
    if (seen.size >= REMEMBERED) seen.clear();
    const isAllowed = told.remaining > 0;
    seen.set(key, { budget: { ...told, isAllowed }, atMs: performance.now() });
    return told;
  };
  const remembered = (key: string | number): Budget | undefined => {
    const last = seen.get(key);
    if (last === undefined) return undefined;
    const ageMs = performance.now() - last.atMs;
    const resetMs = last.budget.resetMs - ageMs;
    return ageMs < TOLD_AGAIN_MS && resetMs > 0 ? { ...last.budget, resetMs } : undefined;
  };

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
      if (result.isAllowed || result.resetMs <= seconds * 1000) return remember(key, result);
      limiter.deleteInMemoryBlockedAll();
      return remember(key, await consumed(key));
    },
    async look(key) {
      return remembered(key) ?? remember(key, looked(await limiter.look(key)));
    },
    refusal(key) {
      const refused = limiter.refusal(key);
      return refused && looked(refused);
    },
    refund: (key) => limiter.refund(key),
  };
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
  where key = :key and expire > ${millisecondsOf('now()')} and expire <= ${millisecondsOf('now()')} + 2 * :windowMs`;
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
    inMemoryBlockOnConsumed: number,
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
      inMemoryBlockOnConsumed,
    });
  }

  refusal(name: string | number): RateLimiterRes | undefined {
    const blockedMs = this.getInMemoryBlockMsBeforeExpire(this.getKey(name));
    // If this machine's clock was set back, `blockedMs` means nothing.
    return blockedMs > 0 && blockedMs <= this.duration * 1000 ? new RateLimiterRes(0, blockedMs) : undefined;
  }

  async look(name: string | number): Promise<RateLimiterRes> {
    const refused = this.refusal(name);
    if (refused) return refused;
    const found: Consumed = await this.knex.raw(LOOK, { key: this.getKey(name), windowMs: this.duration * 1000 });
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
