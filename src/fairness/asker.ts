import { setMaxListeners } from 'node:events';

/** Account that asks, with a signal that aborts when the account no longer waits for the answer. */
export interface Asker {
  /** Account, or the network of a client without one. */
  readonly account: number | string;
  readonly signal: AbortSignal;
}

/** Makes an AbortController whose signal takes any number of listeners: from eleven on, some versions of Node warn. */
export function createAbort(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** Asker of the service's own questions, which take turns with the questions of accounts. */
export const SERVICE: Asker = { account: 0, signal: createAbort().signal };
