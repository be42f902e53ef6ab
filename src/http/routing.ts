import { Router } from '@koa/router';
import type { Locate, RequestState } from './context.js';
import type { AppDependencies } from './dependencies.js';
import { runRoute } from './middleware/runRoute.js';
import type { Route } from './route.js';

interface Routing {
  readonly router: Router<RequestState>;
  readonly locate: Locate;
}

/**
 * Mounts routes under their prefixes in one router. Paths are case sensitive, and a trailing slash makes another path.
 */
export function buildRouting(
  mounts: readonly { prefix: string; routes: readonly Route[] }[],
  dependencies: AppDependencies,
): Routing {
  const router = new Router<RequestState>({ strict: true, sensitive: true });
  const routeOfLayer = new Map<unknown, Route>();
  for (const { prefix, routes } of mounts) {
    for (const route of routes) {
      const layer = router.register(`${prefix}${route.path}`, [route.method], (ctx) =>
        runRoute(route, ctx, dependencies),
      );
      routeOfLayer.set(layer, route);
    }
  }
  const routesOf = (layers: readonly unknown[]) => layers.flatMap((layer) => routeOfLayer.get(layer) ?? []);
  return {
    router,
    locate(path, method) {
      const match = router.match(path, method);
      // /stations/batch is its own route, not /stations/:id.
      const exact = match.path.filter((layer) => layer.path === path);
      const layers = exact.length > 0 ? exact : match.path;
      const answering = match.pathAndMethod.filter((layer) => layers.includes(layer));
      return { onPath: routesOf(layers), route: routesOf(answering)[0] };
    },
  };
}
