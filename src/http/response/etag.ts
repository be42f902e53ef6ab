import { createHash } from 'node:crypto';
import type { ApiContext } from '../context.js';

/** What a handler returns after `isUnchanged` or `isSameText`. */
export const NOT_MODIFIED = Symbol('the client has this answer already');

/**
 * Sets the weak ETag of an answer that a window and `parts` determine, apart from its `meta`, and says whether the
 * client's If-None-Match names it: then there is nothing to compute, and the call costs nothing. Ids of rows do not tell one database from another,
 * the window's identity does.
 */
export async function isUnchanged(
  ctx: ApiContext,
  { identity }: { readonly identity: string },
  parts: readonly unknown[],
): Promise<boolean> {
  if (isFresh(ctx, JSON.stringify([identity, ...parts]))) return true;
  await ctx.state.charge?.();
  return false;
}

/** `isUnchanged` for an answer that is always this text. */
export function isSameText(ctx: ApiContext, text: string | Uint8Array): boolean {
  return isFresh(ctx, text);
}

function isFresh(ctx: ApiContext, content: string | Uint8Array): boolean {
  const digest = createHash('sha256').update(`${ctx.state.build}\0`).update(content).digest('base64url');
  ctx.set('ETag', `W/"${digest.slice(0, 22)}"`);
  ctx.set('Cache-Control', 'private, no-cache');
  // Koa compares only where the status is that of a success.
  ctx.status = 200;
  return ctx.fresh;
}
