import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Config } from '../config.js';
import { foldEmail } from '../db/accounts.js';
import { isDatabaseAway } from '../db/databaseAway.js';
import { type Budget, createRateLimiter, type RateLimit } from '../db/rateLimits.js';
import { ServiceError } from '../errors.js';
import { PAGE_LIMIT, RATE_LIMITS, SIGN_IN_LIMITS } from '../spec.js';
import type { ApiContext } from './context.js';

/** Counts calls, each against what it is named after. */
export interface Limits {
  interference(accountId: number): Promise<Budget>;
  other(accountId: number): Promise<Budget>;
  page(accountId: number): Promise<Budget>;
  signInFrom(network: string): Promise<Budget>;
  signInAs(email: string): Promise<Budget>;
}

export function createLimits(
  knex: Knex,
  { interferencePerMinute, otherPerHour }: Pick<Config, 'interferencePerMinute' | 'otherPerHour'>,
): Limits {
  const interference = createRateLimiter(knex, 'interference', {
    ...RATE_LIMITS.interference,
    calls: interferencePerMinute,
  });
  const other = createRateLimiter(knex, 'other', { ...RATE_LIMITS.other, calls: otherPerHour });
  const page = createRateLimiter(knex, 'page', PAGE_LIMIT);
  const byEmail = createRateLimiter(knex, 'sign-in as', SIGN_IN_LIMITS.email);
  return {
    interference: (accountId) => interference.consume(accountId),
    other: (accountId) => other.consume(accountId),
    page: (accountId) => page.consume(accountId),
    signInFrom: brakedLimiter(knex, 'sign-in from', SIGN_IN_LIMITS.address),
    async signInAs(email) {
      // Hashed: an address may be of any length, and belongs to a person.
      return byEmail.consume(
        createHash('sha256')
          .update(await foldEmail(knex, email))
          .digest('base64url'),
      );
    },
  };
}

/** With the database away this process counts for itself: within the limit calls fail for that reason, then for this. */
function brakedLimiter(knex: Knex, name: string, limit: RateLimit): (key: string) => Promise<Budget> {
  const limiter = createRateLimiter(knex, name, limit);
  const memory = new RateLimiterMemory({ points: limit.calls, duration: limit.seconds });
  return async (key) => {
    try {
      return await limiter.consume(key);
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      const { consumedPoints, msBeforeNext } = await memory.penalty(key);
      if (consumedPoints <= limit.calls) throw error;
      return { isAllowed: false, limit: limit.calls, remaining: 0, resetMs: msBeforeNext };
    }
  };
}

export const BUDGET_HEADERS = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset'] as const;

/** Tells the client what is left; whoever waits until Reset, in seconds since 1970, has all of it again. */
export function tellBudget(ctx: ApiContext, { limit, remaining, resetMs }: Budget): void {
  const values = [limit, remaining, Math.ceil((Date.now() + resetMs) / 1000)];
  BUDGET_HEADERS.forEach((name, index) => ctx.set(name, String(values[index])));
}

/** Throws RATE_LIMITED, with the headers that go with it, where a call is not allowed: there are too many of `what`. */
export function refuseBeyond(ctx: ApiContext, budget: Budget, what: string): void {
  if (budget.isAllowed) return;
  tellBudget(ctx, budget);
  const seconds = Math.max(1, Math.ceil(budget.resetMs / 1000));
  const message = `too many ${what}: ${budget.limit} are allowed; retry after ${seconds} s`;
  throw new ServiceError('RATE_LIMITED', message, undefined, seconds);
}
