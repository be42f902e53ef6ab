import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientGone } from '../../errors.js';
import { createAbort } from '../../fairness/asker.js';

/**
 * Calls `action` once, when nothing will read the response's body any more: sent, or given up. A response that waits
 * behind another one of the same connection emits no 'close' where that connection breaks, hence the socket.
 */
export function whenClosed({ socket }: IncomingMessage, response: ServerResponse, action: () => void): void {
  if (response.destroyed || socket.destroyed) {
    action();
    return;
  }
  // Any number may wait for either; Node would take more than ten listeners for a leak.
  let isClosed = false;
  const close = () => {
    // A connection that closes tells so to all who listened when it did, also to who has stopped since.
    if (isClosed) return;
    isClosed = true;
    response.off('close', close).setMaxListeners(response.getMaxListeners() - 1);
    socket.off('close', close).setMaxListeners(socket.getMaxListeners() - 1);
    action();
  };
  response.once('close', close).setMaxListeners(response.getMaxListeners() + 1);
  socket.once('close', close).setMaxListeners(socket.getMaxListeners() + 1);
}

/** Aborts when nothing will read the response's body any more: sent, or given up. */
export function closingSignal(request: IncomingMessage, response: ServerResponse): AbortSignal {
  const controller = createAbort();
  whenClosed(request, response, () => {
    controller.abort(new ClientGone('the client went away before its answer was ready'));
  });
  return controller.signal;
}
