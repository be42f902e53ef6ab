import type { IncomingMessage, ServerResponse } from 'node:http';
import { ClientGone } from '../../errors.js';
import { createAbort } from '../../fairness/asker.js';

/**
 * Calls `action` once, when nobody will read the response's body any more: sent, or given up. A response queued behind
 * another on its connection emits no 'close' when that connection breaks, hence the socket.
 */
export function whenClosed({ socket }: IncomingMessage, response: ServerResponse, action: () => void): void {
  if (response.destroyed || socket.destroyed) {
    action();
    return;
  }
  // Any number of callers may wait for either; Node would take more than ten listeners for a leak.
  let isClosed = false;
  const close = () => {
    // 'close' reaches listeners that were removed while it was being emitted.
    if (isClosed) return;
    isClosed = true;
    response.off('close', close).setMaxListeners(response.getMaxListeners() - 1);
    socket.off('close', close).setMaxListeners(socket.getMaxListeners() - 1);
    action();
  };
  response.once('close', close).setMaxListeners(response.getMaxListeners() + 1);
  socket.once('close', close).setMaxListeners(socket.getMaxListeners() + 1);
}

/** Signal that aborts when nobody will read the response's body any more: sent, or given up. */
export function closingSignal(request: IncomingMessage, response: ServerResponse): AbortSignal {
  const controller = createAbort();
  whenClosed(request, response, () => {
    controller.abort(new ClientGone('the client went away before its answer was ready'));
  });
  return controller.signal;
}
