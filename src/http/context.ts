import type { ParameterizedContext } from 'koa';
import type { Caller } from '../db/callers.js';
import type { Location } from './routing.js';

/** What the middleware learns of a request, each field written by the one that is named after it. */
export interface RequestState {
  /** Version of the build that answers. */
  build: string;
  requestId: string;
  location: Location;
  /** Undefined on routes that need no token. */
  caller?: Caller;
}

export type ApiContext = ParameterizedContext<RequestState>;
export type ApiMiddleware = (ctx: ApiContext, next: () => Promise<unknown>) => Promise<unknown>;
