import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Caller } from '../../db/accounts/callers.js';
import type { Asker } from '../../fairness/asker.js';
import type { ApiContext } from '../context.js';
import { closingSignal } from '../response/whenClosed.js';

/**
 * Asker for the caller's account, whose signal aborts once nobody will read the answer. It is made when it is first
 * looked at: most questions are answered without waiting for anything.
 */
export function askerOf({ req, res }: ApiContext, { accountId }: Caller): Asker {
  return new Reader(accountId, req, res);
}

/** A class: V8 makes a hidden class for each object literal with a getter, which holds the request until a full collection. */
class Reader implements Asker {
  constructor(
    readonly account: number,
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
  ) {}

  get signal(): AbortSignal {
    return closingSignal(this.request, this.response);
  }
}
