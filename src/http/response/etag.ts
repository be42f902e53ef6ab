import { createHash, hash } from 'node:crypto';
import type { ApiContext } from '../context.js';
import { nameWindow } from './windowHeader.js';

/** Value that a handler returns where the client has the answer already. */
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
  if (isFresh(ctx, JSON.stringify([identity, ...parts]))) return true;
  if (ctx.state.charge !== undefined) await ctx.state.charge();
  return false;
}

/** `isUnchanged` for an answer that is always this text. */
export function isSameText(ctx: ApiContext, text: string | Uint8Array): boolean {
  return isFresh(ctx, text);
}

function digestOf(head: string, content: string | Uint8Array): string {
  if (typeof content === 'string') return hash('sha256', head + content, 'base64url');
  return createHash('sha256').update(head).update(content).digest('base64url');
}

function isFresh(ctx: ApiContext, content: string | Uint8Array): boolean {
  ctx.set('ETag', `W/"${digestOf(`${ctx.state.build}\0`, content).slice(0, 22)}"`);
  ctx.set('Cache-Control', 'private, no-cache');
  // Koa compares only where the status is a success.
  ctx.status = 200;
  return ctx.fresh;
}
