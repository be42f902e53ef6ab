import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Caller } from '../../db/accounts/callers.js';
import type { Asked } from '../../db/known.js';
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
    find: (hash: Buffer) => Asked<Caller | undefined>,
  ): Promise<Caller | undefined>;
}

const REMEMBERED = 10_000;

export function guardCredentials(): CredentialGuard {
  const limit = UNKNOWN_CREDENTIAL_LIMIT;
  const policy = policyOf('unknown credentials', limit);
  const unknown = new RateLimiterMemory({ points: limit.calls, duration: limit.seconds });
  /** Hashes of credentials that were valid when last looked up. */
  const good = new Set<string>();

  const refuseGuesses = async (ctx: ApiContext): Promise<void> => {
    const counted = await unknown.get(ctx.state.network);
    if (!counted || counted.consumedPoints < limit.calls) return;
    const budget = { isAllowed: false, policy, limit: limit.calls, remaining: 0, resetMs: counted.msBeforeNext };
    refuseBeyond(ctx, budget, 'unknown tokens from this address in a minute');
  };

  return {
    async lookUp(ctx, hash, find) {
      const name = hash?.toString('base64') ?? '';
      if (!good.has(name)) await refuseGuesses(ctx);
      const caller = hash && (await find(hash));
      if (caller === undefined) {
        good.delete(name);
        await unknown.penalty(ctx.state.network);
        return undefined;
      }
      if (good.size >= REMEMBERED && !good.has(name)) good.clear();
      good.add(name);
      return caller;
    },
  };
}
