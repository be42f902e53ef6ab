import helmet from 'koa-helmet';
import type { ApiMiddleware } from '../context.js';
import { BUDGET_HEADERS } from '../limits/budget.js';

const YEAR_SECONDS = 31_536_000;

export interface TransportSecurity {
  /** Strict-Transport-Security: `off` sends none, `on` covers this host, `subdomains` those below it too. */
  hsts: 'off' | 'on' | 'subdomains';
}

/**
 * Sets the headers that every answer carries for browsers and caches. JSON needs only `nosniff` of all that Helmet
 * sends; policies on frames, scripts and referrers are for documents.
 */
export function baseHeaders({ hsts }: TransportSecurity): ApiMiddleware {
  const subdomains = hsts === 'subdomains' ? '; includeSubDomains' : '';
  return (ctx, next) => {
    // Whether an answer is compressed depends on it.
    ctx.set('Vary', 'Accept-Encoding');
    ctx.set('X-Content-Type-Options', 'nosniff');
    if (hsts !== 'off') ctx.set('Strict-Transport-Security', `max-age=${YEAR_SECONDS}${subdomains}`);
    return next();
  };
}

/** Helmet's headers for documents, but for those set elsewhere: on every answer, or by the document's own policy. */
const ofDocuments = helmet({
  contentSecurityPolicy: false,
  strictTransportSecurity: false,
  xContentTypeOptions: false,
  xFrameOptions: { action: 'deny' },
});

/** Sets the headers of a document where the request's route answers with one. */
export const documentHeaders: ApiMiddleware = (ctx, next) => {
  if (ctx.state.location.route?.rendered !== true) return next();
  return ofDocuments(ctx, async () => {
    await next();
  });
};

/** Response headers that scripts of other origins may read, beside those that are always readable. */
const EXPOSED = [...BUDGET_HEADERS, 'Retry-After', 'X-Request-Id', 'ETag', 'Location'].join(', ');
/** Request headers that they may send. */
const ACCEPTED = 'Authorization, Content-Type, If-None-Match, X-Request-Id';
const PREFLIGHT_SECONDS = 3_600;

/**
 * Lets pages of these origins read answers (Fetch, section 3.3). Scripts send the token themselves, so cookies need not
 * be allowed.
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
