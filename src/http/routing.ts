import { Router } from '@koa/router';
import type { ApiContext, Locate, Location, RequestState } from './context.js';
import type { AppDependencies } from './dependencies.js';
import { readJsonObject } from './request/body.js';
import { parseQuery, validateBody, validateParameters } from './request/validation.js';
import { Asset, RawContent } from './response/asset.js';
import { EmbeddedJson, metaOf, NOT_MODIFIED } from './response/answer.js';
import { ServiceError } from './response/serviceError.js';
import { Streamed } from './response/streamed.js';
import { whenClosed } from './response/whenClosed.js';
import type { Route } from './route.js';

/**
 * Mounts routes under their prefixes, and returns the function that finds the routes of a path. Paths are case
 * sensitive, and a trailing slash makes another path.
 */
export function buildRouting(
  mounts: readonly { prefix: string; routes: readonly Route[] }[],
  dependencies: AppDependencies,
): Locate {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  const routeOf = new Map<unknown, Route>();
  for (const { prefix, routes } of mounts) {
    for (const route of routes) {
      routeOf.set(
        router.register(prefix + route.path, [route.method], () => undefined),
        route,
      );
    }
  }
  /**
   * Locations of paths without parameters, by method and path. They are kept because the router tests a path against
   * those of all routes.
   */
  const fixed = new Map<string, Location>();
  const find: Locate = (path, method) => {
    const known = fixed.get(`${method} ${path}`);
    if (known !== undefined) return known;
    const { path: layers } = router.match(path, method);
    // /ground_stations/batch is its own route, not /ground_stations/:id.
    const exact = layers.filter((layer) => layer.path === path);
    const onPath = exact.length > 0 ? exact : layers;
    const layer = onPath.find(({ methods }) => methods.includes(method));
    const route = routeOf.get(layer);
    const params = layer?.params(path, layer.captures(path)) ?? {};
    const location: Location = {
      onPath: onPath.flatMap((each) => routeOf.get(each) ?? []),
      route,
      answer: route && ((ctx) => runRoute(route, params, ctx, dependencies)),
    };
    if (layer?.path === path) fixed.set(`${method} ${path}`, location);
    return location;
  };
  return find;
}

function readParameters(route: Route, params: Readonly<Record<string, string>>, ctx: ApiContext) {
  const inPath = { values: new Map(Object.entries(params)), broken: new Map<string, string>() };
  const inQuery = parseQuery(route.anyQuery ? '' : ctx.querystring, Object.keys(route.query.shape));
  return validateParameters({ schema: route.params, ...inPath }, { schema: route.query, ...inQuery });
}

/** Checks plan (403), parameters (400) and body (415, 413, 400, 422), calls the handler, and sets the answer. */
async function runRoute(
  route: Route,
  inPath: Readonly<Record<string, string>>,
  ctx: ApiContext,
  dependencies: AppDependencies,
): Promise<void> {
  const { caller, requestId } = ctx.state;
  if (route.enterprise && caller?.enterprise !== true) {
    throw new ServiceError(
      'ENTERPRISE_REQUIRED',
      'this endpoint needs an active Enterprise subscription: who runs this service can give the account one',
    );
  }
  ctx.set('Cache-Control', 'no-store');
  const { params, query } = readParameters(route, inPath, ctx);
  const body = route.body ? validateBody(route.body, await readJsonObject(ctx.req, route.bodyLimitBytes)) : {};
  let result: Awaited<ReturnType<Route['handler']>>;
  try {
    result = await route.handler({ params, query, body, caller, ctx }, dependencies);
  } finally {
    for (const release of ctx.state.kept ?? []) release();
  }
  if (result === NOT_MODIFIED) {
    ctx.status = 304;
    return;
  }
  if (result instanceof RawContent) {
    ctx.set(result.headers);
    if (result instanceof Asset) await result.send(ctx);
    else ctx.body = result.content;
    ctx.type = result.type;
    return;
  }
  const told = metaOf(requestId);
  if (result instanceof EmbeddedJson) {
    ctx.state.release = () => result.release();
    whenClosed(ctx.req, ctx.res, ctx.state.release);
    ctx.body = route.envelope ? result.envelope(told) : result.bare();
    ctx.type = 'application/json';
    return;
  }
  if (result instanceof Streamed) {
    await result.send(ctx, told, dependencies.log);
    return;
  }
  // The body is set as text: Koa and the compression would each serialize an object to learn its length.
  ctx.type = 'application/json';
  ctx.body = JSON.stringify(route.envelope ? { data: result, meta: told } : result);
}
