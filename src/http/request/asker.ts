import type { Caller } from '../../db/accounts/callers.js';
import type { Asker } from '../../fairness/asker.js';
import type { ApiContext } from '../context.js';
import { closingSignal } from '../response/whenClosed.js';

/**
 * Asker for the caller's account, whose signal aborts once nobody will read the answer. It is made when it is first
 * looked at: most questions are answered without waiting for anything.
 */
export function askerOf({ req, res }: ApiContext, { accountId }: Caller): Asker {
  return {
    account: accountId,
    get signal() {
      return closingSignal(req, res);
    },
  };
}
