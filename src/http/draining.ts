import type { IncomingMessage, Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { whenClosed } from './whenClosed.js';

/** How a server stops: whoever has been let in gets an answer. */
export interface Draining {
  readonly begun: boolean;
  /** Whether the connection may end after the answer to this request: nothing else has come over it since. */
  isLast(request: IncomingMessage): boolean;
  /** Ends the server when told to. Before it listens. */
  watch(server: Server): void;
  /**
   * Takes the connections that have been made, answers them all, and resolves when the answers are with the system's
   * network code and no connection is left; how many had to be cut after some seconds.
   */
  drain(): Promise<number>;
}

/** Answers under way have so long; then they are cut. */
const DRAIN_MS = 5_500;
const LOOK_EVERY_MS = 20;
/**
 * Looks at a connection without a request, some 250 ms, after which none comes any more: a client's next one may be on its
 * way. No span of time, as the loop may have been busy throughout with what is not the network.
 */
const IDLE_LOOKS = 12;
/** While the loop takes longer than that for a turn, it is behind with what has come. */
const QUIET_TURN_MS = 1;
/** For taking what waits, however many come. */
const TAKE_MS = 2_500;
/** Long enough for a client to make its next connection. */
const HOLD_MS = 3;
const NEVER = new Int32Array(new SharedArrayBuffer(4));

/** Node's handle of the socket: listening again sets how many connections may wait to be taken (listen(2)). */
interface Listening extends Server {
  _handle?: { listen?(backlog: number): number } | null;
}

interface Connection {
  requests: number;
  idleLooks: number;
}

export function createDraining(): Draining {
  const servers: Server[] = [];
  const connections = new Map<Socket, Connection>();
  const newest = new WeakMap<Socket, IncomingMessage>();
  let begun = false;
  let accepted = 0;

  /** Connections that have been made and not been taken would be reset. */
  const takeWaiting = async (): Promise<void> => {
    await turn();
    const endMs = performance.now() + TAKE_MS;
    while (performance.now() < endMs) {
      // From here on the system lets one connection in at a time, and has the others try again.
      for (const server of servers) (server as Listening)._handle?.listen?.(0);
      const before = accepted;
      Atomics.wait(NEVER, 0, 0, HOLD_MS);
      const heldMs = performance.now();
      await turn();
      // Nobody came meanwhile, and nobody was answered who may come now.
      if (accepted === before && performance.now() - heldMs < QUIET_TURN_MS) return;
    }
  };

  const endIdle = async (): Promise<void> => {
    // A timer runs before the loop looks at the sockets: what has come since is read first.
    await turn();
    for (const [socket, connection] of connections) {
      if (connection.requests > 0) continue;
      connection.idleLooks++;
      if (connection.idleLooks >= IDLE_LOOKS) socket.destroySoon();
    }
  };

  return {
    get begun() {
      return begun;
    },
    isLast: (request) => newest.get(request.socket) === request,
    watch(server) {
      servers.push(server);
      server.on('connection', (socket) => {
        accepted++;
        connections.set(socket, { requests: 0, idleLooks: 0 });
        socket.once('close', () => connections.delete(socket));
      });
      server.prependListener('request', (request, response) => {
        const connection = connections.get(request.socket);
        newest.set(request.socket, request);
        if (connection === undefined) return;
        connection.requests++;
        whenClosed(request, response, () => {
          connection.requests--;
          connection.idleLooks = 0;
        });
      });
    },
    async drain() {
      begun = true;
      const endMs = performance.now() + DRAIN_MS;
      await takeWaiting();
      // The HTTP server's own close() destroys connections whose answers have ended and not been sent yet.
      for (const server of servers) NetServer.prototype.close.call(server);
      while (connections.size > 0 && performance.now() < endMs) {
        await endIdle();
        if (connections.size > 0) await pause(LOOK_EVERY_MS);
      }
      const cut = connections.size;
      for (const socket of connections.keys()) socket.destroy();
      return cut;
    },
  };
}
