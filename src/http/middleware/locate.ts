import { BASE_PATH } from '../../spec.js';
import { isOfPage, NOT_FOUND_PAGE } from '../response/pagePath.js';
import { ServiceError } from '../response/serviceError.js';
import type { ApiContext, ApiMiddleware, Locate, Location } from '../context.js';
import { headerLines } from '../request/headerLines.js';
import { entrances } from '../request/origin.js';

/** Path of the request. Targets in absolute form reach a URL parser that may throw. */
function pathOf(ctx: ApiContext): string {
  try {
    return ctx.path;
  } catch {
    throw new ServiceError('BAD_REQUEST', 'the request target is not a URL');
  }
}

/** Value of `Allow`: the path's methods, HEAD wherever there is GET, and OPTIONS. */
export function allowedMethods({ onPath }: Location): string {
  const methods = onPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'].join(', ');
}

/** Whether somebody follows a link or types an address: then a path that leads nowhere is answered with a page. */
function isNavigation(ctx: ApiContext): boolean {
  const { method, path } = ctx;
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !path.startsWith(BASE_PATH) && !isOfPage(ctx) && /\btext\/html\b/.test(ctx.get('Accept'));
}

/** Finds the request's route for later middleware. Answers OPTIONS on known paths, for anyone. */
export function locate(find: Locate, publicUrl: string | undefined): ApiMiddleware {
  const { openapi, documentation } = entrances(publicUrl);
  const described = `<${openapi}>; rel="service-desc", <${documentation}>; rel="service-doc"`;
  return (ctx, next) => {
    // Node accepts a request line without a version; such a request has no headers, so neither host nor token.
    if (ctx.req.httpVersionMajor !== 1) throw new ServiceError('BAD_REQUEST', 'the request is not HTTP/1.1');
    // RFC 9112, section 3.2. Node's own check would answer without a body and a request id.
    if (ctx.req.httpVersion === '1.1' && headerLines(ctx.req, 'host').length !== 1) {
      throw new ServiceError('BAD_REQUEST', 'an HTTP/1.1 request needs one Host header');
    }
    ctx.state.location = find(pathOf(ctx), ctx.method);
    if (ctx.method === 'OPTIONS' && ctx.state.location.onPath.length > 0) {
      ctx.set('Allow', allowedMethods(ctx.state.location));
      ctx.status = 204;
      return Promise.resolve();
    }
    if (ctx.state.location.onPath.length === 0 && isNavigation(ctx)) {
      ctx.vary('Accept');
      const page = find(NOT_FOUND_PAGE, 'GET');
      if (page.route) ctx.state.location = page;
    }
    // RFC 8631: an answer about an unknown path links to the descriptions.
    if (ctx.state.location.onPath.length === 0) ctx.set('Link', described);
    return next();
  };
}
