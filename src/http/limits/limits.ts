import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import type { Config } from '../../config.js';
import { foldEmail } from '../../db/accounts/accounts.js';
import { createRateLimiter, type RateLimiter } from '../../db/accounts/rateLimits.js';
import type { Database } from '../../db/connection/connect.js';
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
  database: Pick<Database, 'knex' | 'kind'>,
  { interferencePerMinute, otherPerHour }: Pick<Config, 'interferencePerMinute' | 'otherPerHour'>,
): Limits {
  const { networkFailures, emailFailures, email } = SIGN_IN_LIMITS;
  const interference = { ...RATE_LIMITS.interference, calls: interferencePerMinute };
  return {
    interference: createRateLimiter(database, 'interference', interference),
    other: createRateLimiter(database, 'other', { ...RATE_LIMITS.other, calls: otherPerHour }),
    page: createRateLimiter(database, 'page', PAGE_LIMIT),
    failuresFrom: createRateLimiter(database, 'sign-in failures from', networkFailures, { refunds: true }),
    failuresAs: createRateLimiter(database, 'sign-in failures as', emailFailures, { refunds: true }),
    signInsAs: createRateLimiter(database, 'sign-ins as', email),
    credentials: guardCredentials(),
  };
}

/** Key that an email is counted under. Hashed: an address may be of any length, and is personal data. */
export async function emailKey(knex: Knex, email: string): Promise<string> {
  return createHash('sha256')
    .update(await foldEmail(knex, email))
    .digest('base64url');
}
