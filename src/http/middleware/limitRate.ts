import type { RateLimiter } from '../../db/accounts/rateLimits.js';
import { BASE_PATH } from '../../spec.js';
import { type ApiContext, type ApiMiddleware, PAGE_PATH } from '../context.js';
import type { AppDependencies } from '../dependencies.js';
import { refuseBeyond, tellBudget } from '../limits.js';

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

/** Whether the answer may be a 304, which does not count against the limit. */
function mayBeUnchanged(ctx: ApiContext): boolean {
  return ctx.state.location.route?.conditional === true && ctx.get('If-None-Match') !== '';
}

/**
 * Returns a function that counts the call, only once however often it is called, and throws RATE_LIMITED beyond the
 * limit.
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
 * call that may be answered with 304 is counted only when it turns out not to be, so that it is answered also when the
 * limit is used up: counting it first and refunding it would refuse other calls in between.
 */
export function limitRate({ limits }: AppDependencies): ApiMiddleware {
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
