import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { RecentMap } from '../recentMap.js';
import type { Database } from '../connection/connect.js';
import { isDatabaseAway } from '../connection/databaseAway.js';

/** Limit of `calls` in a period of `seconds`, which begins with the first call. */
export interface RateLimit {
  readonly calls: number;
  readonly seconds: number;
}

/** Remaining calls of a limit. */
export interface Budget {
  /** Whether the counted call was within the limit; if no call was counted, whether the next one would be. */
  isAllowed: boolean;
  /** Value of the header RateLimit-Policy, which describes the limit. */
  policy: string;
  limit: number;
  remaining: number;
  /** Milliseconds until all calls are available again. */
  resetMs: number;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Time for which `look` answers from memory about a key that has calls left. */
const TOLD_AGAIN_MS = 1_000;
/** Largest number of keys of one limit whose budgets are remembered. */
const MOST_KEYS = 10_000;

/**
 * Value of the header RateLimit-Policy, a structured field: `"interference";q=100;w=60`
 * (draft-ietf-httpapi-ratelimit-headers).
 */
export function policyOf(name: string, { calls, seconds }: RateLimit): string {
  return `"${name}";q=${calls};w=${seconds}`;
}

/**
 * Makes a limiter. On a Postgres server it counts in the table `rate_limits`, exactly over all processes that share the
 * server; with an embedded database it counts in memory. While the server's disk is full, this process counts in
 * memory. While the server is away, this process counts in memory too: calls beyond the limit are refused, all others
 * fail with DatabaseAway.
 *
 * @param name prefix of the limit's keys
 * @param options.refunds whether calls are taken back (`refund`): a key that has used its limit up may then be allowed
 *   again before the period ends, so budgets are not remembered
 */
export function createRateLimiter(
  { knex, kind }: Pick<Database, 'knex' | 'kind'>,
  name: string,
  limit: RateLimit,
  { refunds = false } = {},
) {
  const { calls } = limit;
  const options = { keyPrefix: name, points: calls, duration: limit.seconds };
  const policy = policyOf(name, limit);
  const memory = new RateLimiterMemory(options);
  const counter =
    kind === 'embedded'
      ? memory
      : new RateLimiterPostgres({
          ...options,
          storeClient: knex,
          storeType: 'knex',
          tableName: 'rate_limits',
          tableCreated: true,
          // A key that has counted this many calls is refused from memory, without a query. At most `calls` of them
          // were allowed and can be refunded, so a key at 2 x `calls` stays over its limit.
          inMemoryBlockOnConsumed: refunds ? 2 * calls : calls,
        });
  /**
   * Newest budget of each key. It stays empty with `refunds`: a key that is refused now may be allowed a second later.
   */
  const seen = new RecentMap<string | number, { readonly budget: Budget; readonly atMs: number }>(MOST_KEYS);

  const told = (key: string | number, counted: RateLimiterRes | null, isAllowed: boolean): Budget => {
    const { remainingPoints: remaining, msBeforeNext: resetMs } = counted ?? new RateLimiterRes(calls, 0);
    const budget = { isAllowed, policy, limit: calls, remaining, resetMs };
    if (!refunds) seen.set(key, { budget: { ...budget, isAllowed: remaining > 0 }, atMs: performance.now() });
    return budget;
  };
  /**
   * Returns the newest budget of a key, with its reset time as of now; undefined if the budget may have changed
   * meanwhile.
   */
  const recent = (key: string | number): Budget | undefined => {
    const last = seen.get(key);
    if (last === undefined) return undefined;
    const ageMs = performance.now() - last.atMs;
    const resetMs = last.budget.resetMs - ageMs;
    const holds = ageMs < TOLD_AGAIN_MS || !last.budget.isAllowed;
    return holds && resetMs > 0 ? { ...last.budget, resetMs } : undefined;
  };
  const countedHere = async (key: string | number, error: unknown): Promise<Budget> => {
    if (!isDatabaseAway(error)) throw error;
    const counted = await memory.penalty(key);
    const isAllowed = counted.consumedPoints <= calls;
    if (isAllowed && !error.isFull) throw error;
    return told(key, counted, isAllowed);
  };

  return {
    /** Counts one call of a key. */
    async consume(key: string | number): Promise<Budget> {
      try {
        return told(key, await counter.consume(key), true);
      } catch (thrown) {
        return thrown instanceof RateLimiterRes ? told(key, thrown, false) : countedHere(key, thrown);
      }
    },
    /**
     * Returns a key's budget without counting a call, unless the server is away. Calls that other processes counted
     * within the last second may be missing from it.
     */
    async look(key: string | number): Promise<Budget> {
      const known = recent(key);
      if (known !== undefined) return known;
      try {
        const counted = await counter.get(key);
        return told(key, counted, counted === null || counted.remainingPoints > 0);
      } catch (error) {
        return countedHere(key, error);
      }
    },
    /** Takes back a call of the key that was counted and allowed. */
    async refund(key: string | number): Promise<void> {
      await counter.reward(key);
    },
  };
}
