import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Config } from '../../config.js';
import { foldEmail } from '../../db/accounts/accounts.js';
import { isDatabaseAway } from '../../db/connection/databaseAway.js';
import {
  type Budget,
  type CallCounts,
  policyOf,
  type RateLimit,
  type RateLimiter,
} from '../../db/accounts/rateLimits.js';
import { PAGE_LIMIT, RATE_LIMITS, SIGN_IN_LIMITS } from '../../spec.js';
import { type CredentialGuard, guardCredentials } from './credentialGuard.js';

/** Limiters, each named after what it counts. */
export interface Limits {
  /** Calls of interference and coverage analysis, by account. */
  interference: RateLimiter;
  other: RateLimiter;
  page: RateLimiter;
  /** Failed sign-ins, by network. */
  failuresFrom: RateLimiter;
  /** Failed sign-ins, by `emailKey`. */
  failuresAs: RateLimiter;
  /** Successful sign-ins, by `emailKey`. */
  signInsAs: RateLimiter;
  credentials: CredentialGuard;
}

export function createLimits(
  counts: CallCounts,
  { interferencePerMinute, otherPerHour }: Pick<Config, 'interferencePerMinute' | 'otherPerHour'>,
): Limits {
  const { networkFailures, emailFailures, email } = SIGN_IN_LIMITS;
  const interference = { ...RATE_LIMITS.interference, calls: interferencePerMinute };
  return {
    interference: counts.limiter('interference', interference),
    other: counts.limiter('other', { ...RATE_LIMITS.other, calls: otherPerHour }),
    page: counts.limiter('page', PAGE_LIMIT),
    failuresFrom: brakedLimiter(counts, 'sign-in failures from', networkFailures),
    failuresAs: counts.limiter('sign-in failures as', emailFailures, { refunds: true }),
    signInsAs: counts.limiter('sign-ins as', email),
    credentials: guardCredentials(),
  };
}

/** Key that an email is counted under. Hashed: an address may be of any length, and is personal data. */
export async function emailKey(knex: Knex, email: string): Promise<string> {
  return createHash('sha256')
    .update(await foldEmail(knex, email))
    .digest('base64url');
}

/**
 * Limiter that counts in this process while the database is away: calls within the limit then fail with the database's
 * error, those beyond it are refused.
 */
function brakedLimiter(counts: CallCounts, name: string, limit: RateLimit): RateLimiter {
  const limiter = counts.limiter(name, limit, { refunds: true });
  const memory = new RateLimiterMemory({ points: limit.calls, duration: limit.seconds });
  const braked = async (key: string | number, ask: () => Promise<Budget>): Promise<Budget> => {
    try {
      return await ask();
    } catch (error) {
      if (!isDatabaseAway(error)) throw error;
      const { consumedPoints, msBeforeNext } = await memory.penalty(key);
      if (consumedPoints <= limit.calls) throw error;
      const policy = policyOf(name, limit);
      return { isAllowed: false, policy, limit: limit.calls, remaining: 0, resetMs: msBeforeNext };
    }
  };
  return {
    consume: (key) => braked(key, () => limiter.consume(key)),
    look: (key) => braked(key, () => limiter.look(key)),
    refusal: (key) => limiter.refusal(key),
    refund: (key) => limiter.refund(key),
  };
}
