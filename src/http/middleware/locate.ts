import { BASE_PATH } from '../../spec.js';
import {
  entrances,
  type ApiContext,
  type ApiMiddleware,
  type Locate,
  type Location,
  NOT_FOUND_PAGE,
  PAGE_PATH,
} from '../context.js';
import { quote } from '../request/validation.js';
import { preferredEncoding, preferredType } from '../response/negotiation.js';
import { ServiceError } from '../response/serviceError.js';
import type { Route } from '../route.js';
import { orList } from '../schemas/hints.js';
import { similar } from '../schemas/similar.js';

/**
 * Finds the request's route for later middleware. Answers OPTIONS on known paths without credentials. Throws
 * UNAUTHORIZED for changes below the page's path, where a cookie identifies the caller, unless the page itself asks;
 * BAD_REQUEST for a request that is not HTTP/1, for HTTP/1.1 without one Host, and for a target that is not a URL.
 */
export function locate(find: Locate, publicUrl: string | undefined): ApiMiddleware {
  const { openapi, documentation } = entrances(publicUrl);
  const described = `<${openapi}>; rel="service-desc", <${documentation}>; rel="service-doc"`;
  return (ctx, next) => {
    // Node accepts a request line without a version; such a request has no headers, so neither host nor token.
    if (ctx.req.httpVersionMajor !== 1) throw new ServiceError('BAD_REQUEST', 'the request is not HTTP/1.1');
    // RFC 9112, section 3.2. Node's own check would answer without a body and a request id.
    if (ctx.req.httpVersion === '1.1' && ctx.req.headersDistinct['host']?.length !== 1) {
      throw new ServiceError('BAD_REQUEST', 'an HTTP/1.1 request needs one Host header');
    }
    const { state, method } = ctx;
    const path = pathOf(ctx);
    state.location = find(path, method);
    state.isOfPage = path.startsWith(`${PAGE_PATH}/`);
    if (method === 'OPTIONS' && state.location.onPath.length > 0) {
      ctx.set('Allow', allowedMethods(state.location));
      ctx.status = 204;
      return Promise.resolve();
    }
    if (state.location.onPath.length === 0 && isNavigation(ctx)) {
      ctx.vary('Accept');
      state.location = find(NOT_FOUND_PAGE, method);
    }
    // RFC 8631: an answer about an unknown path links to the descriptions.
    if (state.location.onPath.length === 0) ctx.set('Link', described);
    if (state.isOfPage && !SAFE_METHODS.has(method) && !isSameOrigin(ctx)) {
      throw new ServiceError('UNAUTHORIZED', 'only the page itself may ask for this');
    }
    return next();
  };
}

/** Returns the path of the request. Throws BAD_REQUEST for a target in absolute form that is not a URL. */
function pathOf(ctx: ApiContext): string {
  try {
    return ctx.path;
  } catch {
    throw new ServiceError('BAD_REQUEST', 'the request target is not a URL');
  }
}

/** Value of `Allow`: the path's methods, HEAD wherever there is GET, and OPTIONS. */
function allowedMethods({ onPath }: Location): string {
  const methods = onPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'].join(', ');
}

/** Whether a browser opens a path outside of the API and of the page's path: if unknown, it is answered with a page. */
function isNavigation(ctx: ApiContext): boolean {
  const { method, path } = ctx;
  const isRead = method === 'GET' || method === 'HEAD';
  return isRead && !path.startsWith(BASE_PATH) && !ctx.state.isOfPage && /\btext\/html\b/.test(ctx.get('Accept'));
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether the page itself asks. SameSite=Lax alone does not separate the ports of a host, so this looks at
 * Sec-Fetch-Site, which scripts cannot set. If the browser does not send Sec-Fetch-Site, Origin decides.
 */
function isSameOrigin(ctx: ApiContext): boolean {
  const site = ctx.get('Sec-Fetch-Site');
  if (site !== '') return site === 'same-origin';
  const origin = ctx.get('Origin');
  return URL.canParse(origin) && new URL(origin).host === ctx.get('Host');
}

/**
 * Runs the route of a request. Throws NOT_FOUND for an unknown path, METHOD_NOT_ALLOWED for an unsupported method, and
 * NOT_ACCEPTABLE if Accept-Encoding or Accept leaves out all that the route has. The refusal of an unknown path names
 * the nearest paths of `routes`, which are below the base path.
 */
export function answer(find: Locate, routes: readonly Route[], publicUrl: string | undefined): ApiMiddleware {
  const where = entrances(publicUrl);
  return async (ctx) => {
    const { location } = ctx.state;
    const { onPath, route } = location;
    if (onPath.length === 0) {
      const exists = (path: string): boolean => find(path, ctx.method).onPath.length > 0;
      throw new ServiceError('NOT_FOUND', noSuchPath(ctx.path, exists, routes), where);
    }
    if (route === undefined) {
      const allow = allowedMethods(location);
      ctx.set('Allow', allow);
      const { path } =
        routes.find((one) => one.method === ctx.method && `${BASE_PATH}${one.path}` === `${ctx.path}/:id`) ?? {};
      const below = path === undefined ? '' : `; ${ctx.method} is on ${BASE_PATH}${path}`;
      throw new ServiceError(
        'METHOD_NOT_ALLOWED',
        `${ctx.method} is not allowed on ${ctx.path}; allowed: ${allow}${below}`,
      );
    }
    if (preferredEncoding(ctx.headers['accept-encoding'], route.encodings) === undefined) {
      const offered = [...route.encodings, 'identity'].join(', ');
      throw new ServiceError('NOT_ACCEPTABLE', `Accept-Encoding leaves none of ${offered}`);
    }
    if (route.types.length > 1) ctx.vary('Accept');
    if (route.negotiated && preferredType(ctx.get('Accept'), route.types) === undefined) {
      const accepted = quote(ctx.get('Accept'));
      const types = route.types.join(' or ');
      throw new ServiceError('NOT_ACCEPTABLE', `answers are ${types}, which Accept leaves out: ${accepted}`);
    }
    await location.answer?.(ctx);
  };
}

const BASE_LIKE = /^(?:\/(?:api|rest|v\d+(?:\.\d+)?))*(?=\/|$)/i;
const MOST_TOLD = 3;

/** Paths that may have been meant, all below the base path and tidied: as given, in snake case, and in the plural. */
function candidates(path: string): string[] {
  const tidy = path.replaceAll(/\/{2,}/g, '/').replace(/\/$/, '');
  const rest = tidy.replace(BASE_LIKE, '');
  const snake = rest
    .replaceAll(/(?<=[a-z\d])([A-Z])/g, '_$1')
    .replaceAll('-', '_')
    .toLowerCase();
  const plural = snake.replace(/^(\/[a-z_]*[a-z])(?<!s)(?=\/|$)/, '$1s');
  return [rest, snake, plural].map((below) => BASE_PATH + below);
}

/** Message for an unknown path, with the path that was meant or the nearest ones, if there are any. */
function noSuchPath(path: string, exists: (path: string) => boolean, routes: readonly Route[]): string {
  const shown = JSON.stringify(path.slice(0, 100));
  const meant = candidates(path).find((candidate) => candidate !== path && exists(candidate));
  if (meant !== undefined) return `there is no path ${shown}; there is ${meant}`;
  const paths = [...new Set(routes.map((route) => route.path))];
  const near = similar(path.replace(BASE_LIKE, ''), paths).slice(0, MOST_TOLD);
  if (near.length > 0) {
    const told = orList(near.map((one) => BASE_PATH + one));
    return `there is no path ${shown}; perhaps ${told} is meant${idsOf(near, routes)}; /docs lists all`;
  }
  const isBelow = path.startsWith(`${BASE_PATH}/`);
  return `there is no path ${shown}; ${isBelow ? '/docs lists those that there are' : `the API is below ${BASE_PATH}, and /docs describes it`}`;
}

/** Rules of the parameters in a path, which say where ids come from; empty for several paths, or without parameters. */
function idsOf([path, ...others]: readonly string[], routes: readonly Route[]): string {
  const found = others.length > 0 ? undefined : routes.find((route) => route.path === path);
  const issues = found?.params.safeParse({}).error?.issues ?? [];
  return issues.map(({ path: [name = ''], message }) => `, where :${String(name)} ${message}`).join('');
}
