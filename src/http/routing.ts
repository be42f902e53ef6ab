import { Router } from '@koa/router';
import type { RequestState } from './context.js';
import type { AppDependencies } from './dependencies.js';
import { answer } from './response/answer.js';
import type { Route } from './route.js';

/** Where a request points to, known before anything of it is checked. */
export interface Location {
  /** The path's routes, whatever their method; empty for an unknown path. */
  readonly onPath: readonly Route[];
  /** The one with the request's method. */
  readonly route: Route | undefined;
}

export interface Routing {
  readonly router: Router<RequestState>;
  locate(path: string, method: string): Location;
}

/** Puts routes under their prefixes into one router. Paths are case sensitive, and a trailing slash makes another path. */
export function buildRouting(
  mounts: readonly { prefix: string; routes: readonly Route[] }[],
  dependencies: AppDependencies,
): Routing {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  const routeOfLayer = new Map<unknown, Route>();
  for (const { prefix, routes } of mounts) {
    for (const route of routes) {
      const layer = router.register(`${prefix}${route.path}`, [route.method], (ctx) =>
        answer(route, ctx, dependencies),
      );
      routeOfLayer.set(layer, route);
    }
  }
  const routesOf = (layers: readonly unknown[]) => layers.flatMap((layer) => routeOfLayer.get(layer) ?? []);
  return {
    router,
    locate(path, method) {
      const match = router.match(path, method);
      // A path without parameters is no id of the one that has some.
      const exact = match.path.filter((layer) => layer.path === path);
      const layers = exact.length > 0 ? exact : match.path;
      const answering = match.pathAndMethod.filter((layer) => layers.includes(layer));
      return { onPath: routesOf(layers), route: routesOf(answering)[0] };
    },
  };
}

/** The value of `Allow`: the path's methods, HEAD wherever there is GET, and OPTIONS. */
export function allowedMethods({ onPath }: Location): string {
  const methods = onPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'].join(', ');
}
