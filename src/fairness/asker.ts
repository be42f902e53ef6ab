import { setMaxListeners } from 'node:events';

/** Who asks, and when they have gone away. */
export interface Asker {
  readonly account: number;
  readonly signal: AbortSignal;
}

/** An AbortController to whose signal any number may listen; Node takes more than ten listeners for a leak. */
export function createAbort(): AbortController {
  const controller = new AbortController();
  setMaxListeners(0, controller.signal);
  return controller;
}

/** What the service asks of itself takes its turn as an account does. */
export const SERVICE: Asker = { account: 0, signal: createAbort().signal };
