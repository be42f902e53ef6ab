import type { Budget } from '../../db/accounts/rateLimits.js';
import { ServiceError } from '../response/serviceError.js';
import type { ApiContext } from '../context.js';

export const BUDGET_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
] as const;

/** Tells the client what is left of what; whoever waits until Reset, in seconds since 1970, has all of it again. */
export function tellBudget(ctx: ApiContext, { limit, remaining, resetMs, policy }: Budget): void {
  const values = [limit, remaining, Math.ceil((Date.now() + resetMs) / 1000), policy];
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
