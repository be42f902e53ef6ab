import type { ApiContext } from '../context.js';

/** Prefix of what the page requests: its own routes, and the API's with a session instead of a token. */
export const PAGE_PATH = '/page';

/** Path of the page that is sent to browsers which ask for a path that leads nowhere. */
export const NOT_FOUND_PAGE = '/not-found';

export function isOfPage({ path }: Pick<ApiContext, 'path'>): boolean {
  return path.startsWith(`${PAGE_PATH}/`);
}
