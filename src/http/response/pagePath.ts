import type { ApiContext } from '../context.js';

/** Prefix of what the page requests: its own routes, and the API's with a session instead of a token. */
export const PAGE_PATH = '/page';

export function isOfPage({ path }: Pick<ApiContext, 'path'>): boolean {
  return path.startsWith(`${PAGE_PATH}/`);
}
