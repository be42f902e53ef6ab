import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Caller } from '../../db/accounts/callers.js';
import { ClientGone } from '../../errors.js';
import { type Asker, createAbort } from '../../fairness/asker.js';
import type { ApiContext } from '../context.js';

type Action = () => void;

/** Actions of each response that is not closed yet. */
const ofResponses = new WeakMap<ServerResponse, Action[]>();
/** Functions to call when a socket closes, one for each of its open responses: one listener calls them all. */
const ofSockets = new WeakMap<Socket, Set<Action>>();
const controllers = new WeakMap<ServerResponse, AbortController>();

/** One error for all requests: nobody reads its stack, and capturing a stack takes longer than everything else here. */
const GONE = new ClientGone('the client went away before its answer was ready');

/**
 * Calls `action` once, when the response is sent or given up; at once if it is already. It also listens to the socket:
 * a response that waits behind another one on its connection emits no 'close' when the connection breaks.
 */
export function whenClosed({ socket }: IncomingMessage, response: ServerResponse, action: Action): void {
  if (response.destroyed || socket.destroyed) {
    action();
    return;
  }
  const known = ofResponses.get(response);
  if (known !== undefined) {
    known.push(action);
    return;
  }
  const actions = [action];
  ofResponses.set(response, actions);
  const closes = closesOf(socket);
  const close = (): void => {
    // Runs only once, though the response and the socket may both close.
    if (!ofResponses.delete(response)) return;
    closes.delete(close);
    for (const each of actions) each();
  };
  response.once('close', close);
  closes.add(close);
}

function closesOf(socket: Socket): Set<Action> {
  const known = ofSockets.get(socket);
  if (known !== undefined) return known;
  const closes = new Set<Action>();
  ofSockets.set(socket, closes);
  socket.once('close', () => {
    for (const close of closes) close();
  });
  return closes;
}

/** Controller whose signal aborts when the response is sent or given up; the same one for every call. */
function controllerOf(request: IncomingMessage, response: ServerResponse): AbortController {
  const known = controllers.get(response);
  if (known !== undefined) return known;
  const controller = createAbort();
  controllers.set(response, controller);
  whenClosed(request, response, () => controller.abort(GONE));
  return controller;
}

/** Signal that aborts when the response is sent or given up. */
export function closingSignal(request: IncomingMessage, response: ServerResponse): AbortSignal {
  return controllerOf(request, response).signal;
}

/** Makes the question of a request fail with an error, which the client then gets as its answer. */
export function giveUp(request: IncomingMessage, response: ServerResponse, error: Error): void {
  controllerOf(request, response).abort(error);
}

/**
 * Returns the asker for the caller's account or, without one, for the client's network. Its signal aborts once nobody
 * will read the answer. The signal is made when it is first read: most questions are answered without waiting for
 * anything.
 */
export function askerOf({ req, res, state }: ApiContext, caller?: Caller): Asker {
  return new Reader(caller?.accountId ?? state.network, req, res);
}

/**
 * Asker of a request. It is a class, as V8 keeps a hidden class for each object literal with a getter: that would keep
 * the request alive until the next full garbage collection.
 */
class Reader implements Asker {
  constructor(
    readonly account: Asker['account'],
    private readonly request: IncomingMessage,
    private readonly response: ServerResponse,
  ) {}

  get signal(): AbortSignal {
    return closingSignal(this.request, this.response);
  }
}
