import { hash } from 'node:crypto';
import { type ApiContext, isOfPage } from '../context.js';
import { ServiceError } from './serviceError.js';

/** Result of a handler where the client has the answer already. */
export const NOT_MODIFIED = Symbol('the client has this answer already');

/**
 * Sets the weak ETag of an answer that a window and `parts` determine (its `meta` apart), and returns whether
 * If-None-Match names it: then nothing needs computing, and the call is free. The window's random identity tells
 * databases apart, which row ids would not. The page's requests name it: see nameWindow.
 */
export async function isUnchanged(
  ctx: ApiContext,
  { identity }: { readonly identity: string },
  parts: readonly unknown[],
): Promise<boolean> {
  nameWindow(ctx, { identity });
  if (isSameText(ctx, JSON.stringify([identity, ...parts]))) return true;
  if (ctx.state.charge !== undefined) await ctx.state.charge();
  return false;
}

/** `isUnchanged` for an answer that this text determines. */
export function isSameText(ctx: ApiContext, text: string): boolean {
  ctx.set('ETag', `W/"${hash('sha256', `${ctx.state.build}\0${text}`, 'base64url').slice(0, 22)}"`);
  ctx.set('Cache-Control', 'private, no-cache');
  // Koa compares only where the status is a success.
  ctx.status = 200;
  return ctx.fresh;
}

/** Header that names an analysis window: in a request of the page the one it asks about, in the answer the one used. */
const WINDOW_HEADER = 'X-Analysis-Window';

/**
 * Names the window in an answer to the page. Throws TIMESTAMP_OUTSIDE_WINDOW where the request is about another one: what
 * it shows would be of two windows.
 */
function nameWindow(ctx: ApiContext, { identity }: { readonly identity: string }): void {
  if (!isOfPage(ctx)) return;
  ctx.set(WINDOW_HEADER, identity);
  const asked = ctx.get(WINDOW_HEADER);
  if (asked === '' || asked === identity) return;
  throw new ServiceError(
    'TIMESTAMP_OUTSIDE_WINDOW',
    'the request is about another analysis window than the one that answers now',
  );
}
