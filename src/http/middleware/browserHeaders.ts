import helmet from 'koa-helmet';
import type { ApiMiddleware } from '../context.js';

const YEAR_SECONDS = 31_536_000;

export interface TransportSecurity {
  /** `off`: never said; `on`: for this host; `subdomains`: for those below it too. */
  hsts: 'off' | 'on' | 'subdomains';
}

/**
 * What every answer tells a browser. Answers of the API are read by programs: of what Helmet sends, a JSON body needs
 * only that nobody takes it for anything else; policies of frames, scripts and referrers are for documents.
 */
export function baseHeaders({ hsts }: TransportSecurity): ApiMiddleware {
  const subdomains = hsts === 'subdomains' ? '; includeSubDomains' : '';
  return async (ctx, next) => {
    ctx.set('X-Content-Type-Options', 'nosniff');
    if (hsts !== 'off') ctx.set('Strict-Transport-Security', `max-age=${YEAR_SECONDS}${subdomains}`);
    await next();
  };
}

/** What a document tells beside: Helmet's headers, but for those that every answer has and the document's own policy. */
const ofDocuments = helmet({
  contentSecurityPolicy: false,
  strictTransportSecurity: false,
  xContentTypeOptions: false,
  xFrameOptions: { action: 'deny' },
});

export const documentHeaders: ApiMiddleware = async (ctx, next) => {
  if (ctx.state.location.route?.rendered !== true) return next();
  return ofDocuments(ctx, async () => {
    await next();
  });
};
