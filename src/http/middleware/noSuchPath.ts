import { BASE_PATH } from '../../spec.js';
import type { Route } from '../route.js';
import { orList } from '../schemas/hints.js';
import { similar } from '../schemas/similar.js';

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

/** Message for an unknown path, with the path that was meant or the nearest ones, where there are any. */
export function noSuchPath(path: string, exists: (path: string) => boolean, routes: readonly Route[]): string {
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
