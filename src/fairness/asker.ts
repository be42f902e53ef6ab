import { setMaxListeners } from 'node:events';

/** Whoever asks, and a signal that aborts when it no longer waits for the answer. */
export interface Asker {
  /** Account, or the network of a client without one. */
  readonly account: number | string;
  readonly signal: AbortSignal;
}

/** Makes an AbortController to whose signal any number may listen: Node warns of a leak from eleven listeners on. */
export function createAbort(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** The service as an asker: its own questions take turns as an account's do. */
export const SERVICE: Asker = { account: 0, signal: createAbort().signal };
