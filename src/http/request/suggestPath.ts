import { BASE_PATH } from '../../spec.js';

const BASE_LIKE = /^(?:\/(?:api|rest|v\d+(?:\.\d+)?))*(?=\/|$)/i;

/** Paths that may have been meant, the likeliest first: with the base path, without a trailing slash, in snake case. */
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

/** Message for an unknown path, with a similar one where there is one. */
export function noSuchPath(path: string, exists: (path: string) => boolean): string {
  const shown = JSON.stringify(path.slice(0, 100));
  const meant = candidates(path).find((candidate) => candidate !== path && exists(candidate));
  if (meant !== undefined) return `there is no path ${shown}; there is ${meant}`;
  const isBelow = path.startsWith(`${BASE_PATH}/`);
  return `there is no path ${shown}; ${isBelow ? '/docs lists those that there are' : `the API is below ${BASE_PATH}, and /docs describes it`}`;
}
