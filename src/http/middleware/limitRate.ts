import { clientAddresses, clientNetwork } from '../clientAddress.js';
import type { ApiContext, ApiMiddleware } from '../context.js';
import type { AppDependencies } from '../dependencies.js';
import { refuseBeyond, tellBudget } from '../limits.js';
import { isOfPage } from '../page/paths.js';

const CALLS = {
  page: 'calls of the page for this account in a minute',
  interference: 'interference calls of this account in a minute',
  other: 'calls of this account in an hour',
};

/** Of the path, whatever the method; what is not known is no interference call. */
function groupOf(ctx: ApiContext): 'interference' | 'other' | 'page' {
  if (isOfPage(ctx)) return 'page';
  const { route, onPath } = ctx.state.location;
  return (route ?? onPath[0])?.limitGroup === 'interference' ? 'interference' : 'other';
}

/** Counts every authenticated call against its account, and attempts to sign in against where they come from. */
export function limitRate({ limits, settings }: AppDependencies): ApiMiddleware {
  const addressOf = clientAddresses(settings.trustProxy);
  return async (ctx, next) => {
    const { caller, location } = ctx.state;
    if (caller) {
      const group = groupOf(ctx);
      const budget = await limits[group](caller.accountId);
      tellBudget(ctx, budget);
      refuseBeyond(ctx, budget, CALLS[group]);
    } else if (location.route?.limitGroup === 'sign-in') {
      const budget = await limits.signInFrom(clientNetwork(addressOf(ctx.req)));
      refuseBeyond(ctx, budget, 'attempts to sign in from this address');
    }
    await next();
  };
}
