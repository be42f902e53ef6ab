import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { RecentMap } from '../recentMap.js';
import type { Database } from '../connection/connect.js';
import { isDatabaseAway } from '../connection/databaseAway.js';

/** Number of calls allowed in a number of seconds, from the first call on. */
export interface RateLimit {
  readonly calls: number;
  readonly seconds: number;
}

/** Remaining calls of a limit. */
export interface Budget {
  /** Whether the counted call was within the limit; where none was counted, whether the next would be. */
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
  /**
   * Tells a key's budget without counting a call; calls that other processes counted in the last second may be missing.
   */
  look(key: string | number): Promise<Budget>;
  /** Budget of a key that has used its limit up, where that is known without asking the database. */
  refusal(key: string | number): Budget | undefined;
  /** Takes back a counted call of a key that was allowed. */
  refund(key: string | number): Promise<void>;
}

/** Time for which a budget is told again to callers that only look. */
const TOLD_AGAIN_MS = 1_000;
/** Most keys of a limit whose budgets are remembered. */
const MOST_KEYS = 10_000;

/**
 * Value of RateLimit-Policy, a structured field: `"interference";q=100;w=60` (draft-ietf-httpapi-ratelimit-headers).
 */
export function policyOf(name: string, { calls, seconds }: RateLimit): string {
  return `"${name}";q=${calls};w=${seconds}`;
}

/**
 * Makes a limiter that counts in the table `rate_limits` of a server, exactly over all processes that share it; beside
 * an embedded database it counts in memory. While the server has no room, calls are counted in this process; while it
 * is away, calls within the limit fail with its error, and those beyond are refused.
 *
 * @param name prefix of the limit's keys
 * @param options.refunds whether calls are taken back: then a key that has used its limit up may still be allowed again
 */
export function createRateLimiter(
  { knex, kind }: Pick<Database, 'knex' | 'kind'>,
  name: string,
  limit: RateLimit,
  { refunds = false } = {},
): RateLimiter {
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
          // From that many calls on a key is refused without a statement: refunds of all that were allowed could not
          // help.
          inMemoryBlockOnConsumed: refunds ? 2 * calls : calls,
        });
  /** Newest budgets. None where calls are taken back: a key that is refused now need not be in a second. */
  const seen = new RecentMap<string | number, { readonly budget: Budget; readonly atMs: number }>(MOST_KEYS);

  const told = (key: string | number, counted: RateLimiterRes | null, isAllowed: boolean): Budget => {
    const { remainingPoints: remaining, msBeforeNext: resetMs } = counted ?? new RateLimiterRes(calls, 0);
    const budget = { isAllowed, policy, limit: calls, remaining, resetMs };
    if (!refunds) seen.set(key, { budget: { ...budget, isAllowed: remaining > 0 }, atMs: performance.now() });
    return budget;
  };
  /** Newest budget of a key, with the time that has passed taken off; undefined where it may have changed. */
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
    async consume(key) {
      try {
        return told(key, await counter.consume(key), true);
      } catch (thrown) {
        return thrown instanceof RateLimiterRes ? told(key, thrown, false) : countedHere(key, thrown);
      }
    },
    async look(key) {
      const known = recent(key);
      if (known !== undefined) return known;
      try {
        const counted = await counter.get(key);
        return told(key, counted, counted === null || counted.remainingPoints > 0);
      } catch (error) {
        return countedHere(key, error);
      }
    },
    refusal(key) {
      const known = recent(key);
      return known?.isAllowed === false ? known : undefined;
    },
    async refund(key) {
      await counter.reward(key);
    },
  };
}
