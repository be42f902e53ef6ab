import type { ApiContext } from '../context.js';

/** What the page asks of the server: routes of its own, and those of the API with a session in place of a token. */
export const PAGE_PATH = '/page';

export function isOfPage({ path }: Pick<ApiContext, 'path'>): boolean {
  return path.startsWith(`${PAGE_PATH}/`);
}
