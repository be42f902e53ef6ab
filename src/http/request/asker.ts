import type { Caller } from '../../db/accounts/callers.js';
import type { Asker } from '../../fairness/asker.js';
import type { ApiContext } from '../context.js';
import { closingSignal } from '../response/whenClosed.js';

/** Asker for the caller's account, whose signal aborts once nobody will read the answer. */
export function askerOf(ctx: ApiContext, caller: Caller): Asker {
  return { account: caller.accountId, signal: closingSignal(ctx.req, ctx.res) };
}
