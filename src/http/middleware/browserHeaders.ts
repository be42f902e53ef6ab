import helmet from 'koa-helmet';
import type { ApiMiddleware } from '../context.js';

const YEAR_SECONDS = 31_536_000;

export interface TransportSecurity {
  /** Strict-Transport-Security: `off` sends none, `on` covers this host, `subdomains` those below it too. */
  hsts: 'off' | 'on' | 'subdomains';
}

/**
 * Sets the headers that every answer carries for browsers and caches. JSON needs only `nosniff` of what Helmet sends; policies on
 * frames, scripts and referrers are for documents.
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

export const documentHeaders: ApiMiddleware = (ctx, next) => {
  if (ctx.state.location.route?.rendered !== true) return next();
  return ofDocuments(ctx, async () => {
    await next();
  });
};
