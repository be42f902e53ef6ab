import type { ParameterizedContext } from 'koa';
import type { Caller } from '../db/accounts/callers.js';
import type { Location } from './routing.js';

/** What the middleware learns of a request, each field written by the one that is named after it. */
export interface RequestState {
  /** Version of the build that answers. */
  build: string;
  requestId: string;
  /** Address of the client: see clientAddresses. */
  address: string;
  /** Where the client asks from: see clientNetwork. */
  network: string;
  location: Location;
  /** Undefined on routes that need no token. */
  caller?: Caller;
  /** Counts the call, where that waits until the answer is known not to be 304. */
  charge?: () => Promise<void>;
}

export type ApiContext = ParameterizedContext<RequestState>;
export type ApiMiddleware = (ctx: ApiContext, next: () => Promise<unknown>) => Promise<unknown>;
