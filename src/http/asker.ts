import type { Caller } from '../db/callers.js';
import type { Asker } from '../store/asker.js';
import type { ApiContext } from './context.js';
import { closingSignal } from './whenClosed.js';

/** The caller's account, until nothing will read the answer any more. */
export function askerOf(ctx: ApiContext, caller: Caller): Asker {
  return { account: caller.accountId, signal: closingSignal(ctx.req, ctx.res) };
}
