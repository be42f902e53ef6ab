import type { Budget } from '../../db/accounts/rateLimits.js';
import { ServiceError } from '../response/serviceError.js';
import type { ApiContext } from '../context.js';

export const BUDGET_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
] as const;

/**
 * Sets the headers that tell a client its limit, what is left of it and when it is full again (Reset, in seconds since
 * 1970).
 */
export function tellBudget(ctx: ApiContext, { limit, remaining, resetMs, policy }: Budget): void {
  const values = [limit, remaining, Math.ceil((Date.now() + resetMs) / 1000), policy];
  BUDGET_HEADERS.forEach((name, index) => ctx.set(name, String(values[index])));
}

/**
 * Throws RATE_LIMITED, with its headers, where the budget allows no further call; `what` names what there is too much
 * of.
 */
export function refuseBeyond(ctx: ApiContext, budget: Budget, what: string): void {
  if (budget.isAllowed) return;
  tellBudget(ctx, budget);
  const seconds = Math.max(1, Math.ceil(budget.resetMs / 1000));
  const message = `too many ${what}: ${budget.limit} are allowed; retry after ${seconds} s`;
  throw new ServiceError('RATE_LIMITED', message, undefined, seconds);
}
