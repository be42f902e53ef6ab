import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { DRAIN_MS } from '../spec.js';
import { ServiceError } from './response/serviceError.js';
import { giveUp, whenClosed } from './response/whenClosed.js';

/** Orderly stop of HTTP servers: accepted requests get answers, or refusals near its end; unread answers are cut. */
export interface Draining {
  readonly begun: boolean;
  /** Whether the connection may close after the answer: the ports are closed, and no later request came over it. */
  isLast(request: IncomingMessage): boolean;
  /** Adds a server that `drain` will stop. Call it before the server listens. */
  watch(server: Server): void;
  /**
   * Closes the ports, lets all requests be answered, and waits until no connection is left or time is up. Resolves to
   * the number of connections that were cut because they took too long.
   */
  drain(): Promise<number>;
}

const LOOK_EVERY_MS = 20;
/** Longest time in ms for which a stop accepts connections that were made before it. */
const ACCEPT_MS = 3_000;
/** Time in ms after which a stop closes an idle connection: until then its client's next request may be on its way. */
const IDLE_MS = 250;

/** Time in ms before the end of a stop: from then on, requests that have no answer yet are refused. */
const REFUSAL_MS = 1_500;
const STOPPING = new ServiceError('UNAVAILABLE', 'the service is stopping: ask again', undefined, 1);

interface Connection {
  /** Request that came last over the connection. */
  newest?: IncomingMessage;
  /**
   * Time since which all requests of the connection are answered, in ms of performance.now(); undefined while one is
   * not.
   */
  idleSinceMs: number | undefined;
}

/** Waits for LOOK_EVERY_MS, and until the event loop has read the bytes that arrived: it polls sockets after timers. */
async function look(): Promise<void> {
  await pause(LOOK_EVERY_MS);
  await turn();
}

/** @param drainMs time in ms that answers under way have to end; then their connections are cut */
export function createDraining(drainMs = DRAIN_MS): Draining {
  const servers: Server[] = [];
  /** Responses that are not closed yet, with their requests. */
  const open = new Map<ServerResponse, IncomingMessage>();
  const connections = new Map<Socket, Connection>();
  /** Number of connections accepted since the start. */
  let accepted = 0;
  let begun = false;
  let arePortsClosed = false;
  const refuseUnanswered = (): void => {
    for (const [response, request] of open) if (!response.headersSent) giveUp(request, response, STOPPING);
  };
  return {
    get begun() {
      return begun;
    },
    // Not before the ports are closed: a client told to close would connect anew, and be reset when the port closes.
    isLast: (request) => arePortsClosed && connections.get(request.socket)?.newest === request,
    watch(server) {
      servers.push(server);
      server.on('connection', (socket) => {
        accepted++;
        connections.set(socket, { idleSinceMs: performance.now() });
        socket.once('close', () => connections.delete(socket));
      });
      server.prependListener('request', (request, response) => {
        const connection: Connection = { newest: request, idleSinceMs: undefined };
        connections.set(request.socket, connection);
        open.set(response, request);
        whenClosed(request, response, () => {
          open.delete(response);
          connection.idleSinceMs = performance.now();
        });
      });
    },
    async drain() {
      begun = true;
      const beginMs = performance.now();
      // Lets the servers accept the connections that were made already, and read their requests: Node accepts one in
      // each turn of its loop, and closing the port resets those that it has not accepted.
      await look();
      for (let before = -1; before !== accepted && performance.now() - beginMs < ACCEPT_MS; await turn()) {
        before = accepted;
        await turn();
      }
      // The HTTP server's own close() destroys connections whose answers have ended but are not yet sent.
      for (const server of servers) NetServer.prototype.close.call(server);
      arePortsClosed = true;
      const refuseMs = beginMs + Math.max(0, drainMs - REFUSAL_MS);
      while (connections.size > 0 && performance.now() - beginMs < drainMs) {
        await look();
        if (performance.now() >= refuseMs) refuseUnanswered();
        const latestMs = performance.now() - IDLE_MS;
        for (const [socket, { idleSinceMs = Infinity }] of connections) {
          if (Math.max(idleSinceMs, beginMs) <= latestMs) socket.destroySoon();
        }
      }
      const cut = connections.size;
      for (const socket of connections.keys()) socket.destroy();
      return cut;
    },
  };
}
