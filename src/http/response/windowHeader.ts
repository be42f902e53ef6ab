import type { ApiContext } from '../context.js';
import { isOfPage } from './pagePath.js';
import { ServiceError } from './serviceError.js';

/** Header by which the page names the analysis window that it asks about, and answers to it the one that they are from. */
const WINDOW_HEADER = 'X-Analysis-Window';

/**
 * Names the window in an answer to the page. Throws TIMESTAMP_OUTSIDE_WINDOW where the request is about another one: what
 * it shows would be of two windows.
 */
export function nameWindow(ctx: ApiContext, { identity }: { readonly identity: string }): void {
  if (!isOfPage(ctx)) return;
  ctx.set(WINDOW_HEADER, identity);
  const asked = ctx.get(WINDOW_HEADER);
  if (asked === '' || asked === identity) return;
  throw new ServiceError(
    'TIMESTAMP_OUTSIDE_WINDOW',
    'the request is about another analysis window than the one that answers now',
  );
}
