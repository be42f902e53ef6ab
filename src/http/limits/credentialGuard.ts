import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Caller } from '../../db/accounts/callers.js';
import { policyOf } from '../../db/accounts/rateLimits.js';
import { UNKNOWN_CREDENTIAL_LIMIT } from '../../spec.js';
import type { ApiContext } from '../context.js';
import { refuseBeyond } from './budget.js';

/**
 * Looks up tokens and sessions, and spares the database guesses: a network that sent too many unknown credentials is
 * refused without a query, unless the credential was valid before. Valid ones count for nothing, however many share an
 * address. Each process counts for itself.
 */
export interface CredentialGuard {
  /**
   * The caller that a credential belongs to, if any. Throws RATE_LIMITED.
   *
   * @param hash undefined where the credential is malformed
   */
  lookUp(
    ctx: ApiContext,
    hash: Buffer | undefined,
    find: (hash: Buffer) => Promise<Caller | undefined>,
  ): Promise<Caller | undefined>;
}

const REMEMBERED = 10_000;

export function guardCredentials(): CredentialGuard {
  const limit = UNKNOWN_CREDENTIAL_LIMIT;
  const policy = policyOf('unknown credentials', limit);
  const unknown = new RateLimiterMemory({ points: limit.calls, duration: limit.seconds });
  /** Hashes of credentials that were valid when last looked up. */
  const good = new Set<string>();

  return {
    async lookUp(ctx, hash, find) {
      const { network } = ctx.state;
      const name = hash?.toString('base64') ?? '';
      const counted = good.has(name) ? null : await unknown.get(network);
      if (counted && counted.consumedPoints >= limit.calls) {
        const budget = { isAllowed: false, policy, limit: limit.calls, remaining: 0, resetMs: counted.msBeforeNext };
        refuseBeyond(ctx, budget, 'unknown tokens from this address in a minute');
      }
      const caller = hash && (await find(hash));
      if (caller) {
        if (good.size >= REMEMBERED && !good.has(name)) good.clear();
        good.add(name);
      } else {
        good.delete(name);
        await unknown.penalty(network);
      }
      return caller;
    },
  };
}
