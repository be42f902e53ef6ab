import { createHash } from 'node:crypto';
import type { ApiContext } from './context.js';

/** What a handler returns after `isUnchanged`. */
export const NOT_MODIFIED = Symbol('the client has this answer already');

/**
 * Sets the weak ETag of an answer that `parts` determine, apart from its `meta`, and says whether the client's
 * If-None-Match names it: then there is nothing to compute.
 */
export function isUnchanged(ctx: ApiContext, parts: readonly unknown[]): boolean {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
  ctx.set('ETag', `W/"${digest}"`);
  ctx.set('Cache-Control', 'private, no-cache');
  // Koa compares only where the status is that of a success.
  ctx.status = 200;
  return ctx.fresh;
}
