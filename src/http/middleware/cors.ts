import type { ApiMiddleware } from '../context.js';
import { BUDGET_HEADERS } from '../limits/budget.js';

/** Response headers that scripts of other origins may read, beside those that are always readable. */
const EXPOSED = [...BUDGET_HEADERS, 'Retry-After', 'X-Request-Id', 'ETag', 'Location'].join(', ');
/** Request headers that they may send. */
const ACCEPTED = 'Authorization, Content-Type, If-None-Match, X-Request-Id';
const PREFLIGHT_SECONDS = 3_600;

/**
 * Lets pages of these origins read answers (Fetch, section 3.3). Tokens are sent by script, so cookies need not be
 * allowed.
 */
export function cors(origins: readonly string[]): ApiMiddleware {
  return async (ctx, next) => {
    // Caches must keep answers apart by origin, also those without the headers.
    ctx.vary('Origin');
    const origin = ctx.get('Origin');
    const isAllowed = origins.includes(origin);
    if (isAllowed) {
      ctx.set('Access-Control-Allow-Origin', origin);
      ctx.set('Access-Control-Expose-Headers', EXPOSED);
    }
    await next();
    if (isAllowed && ctx.method === 'OPTIONS' && ctx.status === 204) {
      ctx.set('Access-Control-Allow-Methods', ctx.response.get('Allow'));
      ctx.set('Access-Control-Allow-Headers', ACCEPTED);
      ctx.set('Access-Control-Max-Age', String(PREFLIGHT_SECONDS));
    }
  };
}
