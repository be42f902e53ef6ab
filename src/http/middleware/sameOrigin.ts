import { ServiceError } from '../response/serviceError.js';
import type { ApiContext, ApiMiddleware } from '../context.js';
import { isOfPage } from '../response/pagePath.js';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses changes that another site's page requests in a signed-in browser. SameSite=Lax alone does not separate the
 * ports of a host, so it checks Sec-Fetch-Site, which scripts cannot set, or Origin where the browser does not send
 * that.
 */
export const sameOrigin: ApiMiddleware = (ctx, next) => {
  if (isOfPage(ctx) && !SAFE_METHODS.has(ctx.method) && !isSameOrigin(ctx)) {
    throw new ServiceError('UNAUTHORIZED', 'only the page itself may ask for this');
  }
  return next();
};

function isSameOrigin(ctx: ApiContext): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site === 'same-origin';
  const origin = ctx.get('Origin');
  return URL.canParse(origin) && new URL(origin).host === ctx.get('Host');
}
