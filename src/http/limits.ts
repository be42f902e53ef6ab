import { createHash } from 'node:crypto';
import type { Knex } from 'knex';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { Config } from '../config.js';
import { foldEmail } from '../db/accounts/accounts.js';
import type { Caller } from '../db/accounts/callers.js';
import { type Budget, createRateLimiter, policyOf, type RateLimiter } from '../db/accounts/rateLimits.js';
import type { Database } from '../db/connection/connect.js';
import type { Asked } from '../db/known.js';
import { BASE_PATH, PAGE_LIMIT, RATE_LIMITS, SIGN_IN_LIMITS, UNKNOWN_CREDENTIAL_LIMIT } from '../spec.js';
import { type ApiContext, type ApiMiddleware, PAGE_PATH } from './context.js';
import { ServiceError } from './response/serviceError.js';

/** Creates limiters, each named by the calls that it counts. */
export function createLimits(
  database: Pick<Database, 'knex' | 'kind'>,
  { interferencePerMinute, otherPerHour }: Pick<Config, 'interferencePerMinute' | 'otherPerHour'>,
) {
  const { networkFailures, emailFailures, knownNetworks, email } = SIGN_IN_LIMITS;
  const interference = { ...RATE_LIMITS.interference, calls: interferencePerMinute };
  return {
    /** Calls of interference and coverage analysis, by account. */
    interference: createRateLimiter(database, 'interference', interference),
    other: createRateLimiter(database, 'other', { ...RATE_LIMITS.other, calls: otherPerHour }),
    page: createRateLimiter(database, 'page', PAGE_LIMIT),
    /** Failed sign-ins, by network. */
    failuresFrom: createRateLimiter(database, 'failed sign-ins by address', networkFailures, { refunds: true }),
    /** Failed sign-ins, by `emailKey`; by `emailKey` and network if `networks` has a sign-in of the user from there. */
    failuresAs: createRateLimiter(database, 'failed sign-ins by email', emailFailures, { refunds: true }),
    /** Sign-ins by `emailKey` and network: they tell from which networks a user has signed in. */
    networks: createRateLimiter(database, 'sign-ins from', knownNetworks),
    /** Successful sign-ins, by `emailKey`. */
    signInsAs: createRateLimiter(database, 'sign-ins by email', email),
    credentials: guardCredentials(),
  };
}

export type Limits = ReturnType<typeof createLimits>;

/**
 * Returns the key that an email is counted under. It is a hash, since an email may be of any length and is personal
 * data.
 */
export async function emailKey(knex: Knex, email: string): Promise<string> {
  return createHash('sha256')
    .update(await foldEmail(knex, email))
    .digest('base64url');
}

export const BUDGET_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
] as const;

/**
 * Sets the headers that tell a client its limit (with its period in RateLimit-Policy), the calls left, and when all
 * calls are available again (Reset, in seconds since 1970).
 */
function tellBudget(ctx: ApiContext, { limit, remaining, resetMs, policy }: Budget): void {
  const values = [limit, remaining, Math.ceil((Date.now() + resetMs) / 1000), policy];
  BUDGET_HEADERS.forEach((name, index) => ctx.set(name, String(values[index])));
}

/**
 * Throws RATE_LIMITED, and sets the headers of the limit, if the budget allows no further call; `what` names the calls
 * in the message.
 */
export function refuseBeyond(ctx: ApiContext, budget: Budget, what: string): void {
  if (budget.isAllowed) return;
  tellBudget(ctx, budget);
  const seconds = Math.max(1, Math.ceil(budget.resetMs / 1000));
  const message = `too many ${what}: ${budget.limit} are allowed; retry after ${seconds} s`;
  throw new ServiceError('RATE_LIMITED', message, undefined, seconds);
}

const CALLS = {
  page: 'calls of the page for this account in a minute',
  interference: 'interference calls of this account in a minute',
  other: 'calls of this account in an hour',
};

/**
 * Returns the limit that a call counts against. The path decides, whatever the method. The page's calls of the API
 * count as calls of the API.
 */
function groupOf(ctx: ApiContext): 'interference' | 'other' | 'page' {
  if (ctx.state.isOfPage && !ctx.path.startsWith(`${PAGE_PATH}${BASE_PATH}/`)) return 'page';
  const { route, onPath } = ctx.state.location;
  return (route ?? onPath[0])?.limitGroup === 'interference' ? 'interference' : 'other';
}

/** Whether the answer may be a 304, which counts against the limit only if a day window has to be made for it. */
function mayBeUnchanged(ctx: ApiContext): boolean {
  return ctx.state.location.route?.conditional === true && ctx.get('If-None-Match') !== '';
}

/**
 * Returns a function that counts the call, once however often the function is called, and throws RATE_LIMITED beyond
 * the limit.
 */
function chargeOf(ctx: ApiContext, limiter: RateLimiter, accountId: number, what: string): () => Promise<void> {
  let charged: Promise<void> | undefined;
  const consume = async (): Promise<void> => {
    const budget = await limiter.consume(accountId);
    tellBudget(ctx, budget);
    refuseBeyond(ctx, budget, what);
  };
  return () => (charged ??= consume());
}

/**
 * Counts authenticated calls against their account, and refuses sign-ins from a network with too many failed ones. A
 * call that may be answered with 304 is counted only if its answer is another one or needs a new day window; all other
 * 304s are sent even if the limit is used up. Counting first and refunding would refuse other calls in between.
 */
export function limitRate({ limits }: { limits: Limits }): ApiMiddleware {
  return async (ctx, next) => {
    const { caller, location } = ctx.state;
    if (!caller) {
      if (location.route?.limitGroup === 'sign-in') {
        refuseBeyond(ctx, await limits.failuresFrom.look(ctx.state.network), 'failed sign-ins from this address');
      }
      await next();
      return;
    }
    const group = groupOf(ctx);
    const limiter = limits[group];
    const charge = chargeOf(ctx, limiter, caller.accountId, CALLS[group]);
    if (location.route?.free === true) {
      tellBudget(ctx, await limiter.look(caller.accountId));
      await next();
      return;
    }
    if (!mayBeUnchanged(ctx)) {
      await charge();
      await next();
      return;
    }
    ctx.state.charge = charge;
    try {
      await next();
    } catch (error) {
      await charge();
      throw error;
    }
    if (ctx.status === 304) tellBudget(ctx, await limiter.look(caller.accountId));
    else await charge();
  };
}

/** Most valid credentials that are remembered; to make room, all of them are forgotten. */
const REMEMBERED = 10_000;

/**
 * Makes the look-up of tokens and sessions. It keeps guesses from the database: a network that sent too many unknown
 * credentials is refused without a query, unless its credential was valid before. Valid credentials are not counted, so
 * that many users may share an address. Each process counts for itself.
 */
function guardCredentials() {
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
    /**
     * Finds the caller that a credential belongs to, if any. Throws RATE_LIMITED if the network has sent too many
     * unknown credentials, unless this one was valid before.
     *
     * @param hash undefined if the credential is malformed
     */
    async lookUp(
      ctx: ApiContext,
      hash: Buffer | undefined,
      find: (hash: Buffer) => Asked<Caller | undefined>,
    ): Promise<Caller | undefined> {
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
