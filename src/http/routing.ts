import { Router } from '@koa/router';
import type { Locate, Location } from './context.js';
import type { AppDependencies } from './dependencies.js';
import { runRoute } from './middleware/runRoute.js';
import type { Route } from './route.js';

/**
 * Mounts routes under their prefixes, and returns what finds the routes of a path. Paths are case sensitive, and a
 * trailing slash makes another path.
 */
export function buildRouting(
  mounts: readonly { prefix: string; routes: readonly Route[] }[],
  dependencies: AppDependencies,
): Locate {
  const router = new Router({ strict: true, sensitive: true });
  const routeOfLayer = new Map<unknown, Route>();
  /** Locations of the paths without parameters, by method: they are always the same. */
  const fixed = new Map<string, Map<string, Location>>();
  for (const { prefix, routes } of mounts) {
    for (const route of routes) {
      const path = prefix + route.path;
      routeOfLayer.set(
        router.register(path, [route.method], () => undefined),
        route,
      );
      if (!path.includes(':')) fixed.set(path, new Map());
    }
  }

  const find = (path: string, method: string): Location => {
    const match = router.match(path, method);
    // /stations/batch is its own route, not /stations/:id.
    const exact = match.path.filter((layer) => layer.path === path);
    const layers = exact.length > 0 ? exact : match.path;
    const onPath = layers.flatMap((layer) => routeOfLayer.get(layer) ?? []);
    const layer = match.pathAndMethod.find((candidate) => layers.includes(candidate));
    const route = routeOfLayer.get(layer);
    if (layer === undefined || route === undefined) return { onPath, route: undefined, answer: undefined };
    const params = layer.params(path, layer.captures(path));
    return { onPath, route, answer: (ctx) => runRoute(route, params, ctx, dependencies) };
  };

  return (path, method) => {
    const known = fixed.get(path);
    const location = known?.get(method) ?? find(path, method);
    known?.set(method, location);
    return location;
  };
}
