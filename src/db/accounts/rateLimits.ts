import type { Knex } from 'knex';

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
  /** Budget of a key that has used its limit up, where that is known without asking the database. */
  refusal(key: string | number): Budget | undefined;
  /** Takes back a counted call of a key that was allowed. */
  refund(key: string | number): Promise<void>;
}

export interface LimiterOptions {
  /**
   * Whether calls are taken back: then a key is refused without counting only when refunds of all that were allowed
   * could not help it any more.
   */
  refunds?: boolean;
}

/** Where calls are counted: makes the limiters of a process. */
export interface CallCounts {
  /** @param name prefix of the limit's keys, without a colon */
  limiter(name: string, limit: RateLimit, options?: LimiterOptions): RateLimiter;
  /** Stores what is not stored yet. */
  close(): Promise<void>;
}

/**
 * Value of RateLimit-Policy, a structured field: `"interference";q=100;w=60` (draft-ietf-httpapi-ratelimit-headers).
 */
export function policyOf(name: string, { calls, seconds }: RateLimit): string {
  return `"${name}";q=${calls};w=${seconds}`;
}

/** Number of counted calls from which on a key is refused without counting more. */
export function blockedFrom({ calls }: RateLimit, { refunds = false }: LimiterOptions): number {
  return refunds ? 2 * calls : calls;
}

/** Milliseconds between two deletions of windows that have ended. */
export const CLEAN_EVERY_MS = 300_000;
/** Most rows that one deletion takes. */
export const CLEAN_ROWS = 5_000;

/** SQL of a time as the table has it: milliseconds since 1970. */
export function millisecondsOf(time: string): string {
  return `cast(extract(epoch from ${time}) * 1000 as bigint)`;
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
