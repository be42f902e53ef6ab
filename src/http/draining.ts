import type { IncomingMessage, Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { whenClosed } from './response/whenClosed.js';

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
/** When nobody has come, and nobody has been answered who may come again, for so long, nobody is on the way. */
const QUIET_MS = 25;
/** For waiting for that, however many come. */
const TAKE_MS = 2_500;

interface Connection {
  requests: number;
  idleLooks: number;
}

export function createDraining(): Draining {
  const servers: Server[] = [];
  const connections = new Map<Socket, Connection>();
  const newest = new WeakMap<Socket, IncomingMessage>();
  let begun = false;
  /** When somebody last came or was answered. */
  let stirredMs = 0;
  const stirred = (): void => void (stirredMs = performance.now());

  /**
   * Closes the ports at a moment at which nobody is connecting: connections that have been made and not been taken would be
   * reset. Who comes while it waits for that moment is let in, but answered only after it, so that clients that ask one
   * thing after the other come to rest.
   */
  const closePorts = async (): Promise<void> => {
    const held: (() => void)[] = [];
    for (const server of servers) {
      const letIn = server.listeners('connection') as ((socket: Socket) => void)[];
      server.removeAllListeners('connection').on('connection', (socket: Socket) => {
        stirred();
        // Until it is let in, nobody else hears that its client has gone.
        socket.on('error', () => undefined).pause();
        held.push(() => {
          if (socket.destroyed) return;
          for (const listener of letIn) listener.call(server, socket);
          socket.resume();
        });
      });
    }
    stirred();
    const endMs = performance.now() + TAKE_MS;
    while (performance.now() < Math.min(stirredMs + QUIET_MS, endMs)) {
      await pause(1);
      // After the timers the loop looks at the sockets: who has come by then has stirred.
      await turn();
    }
    // The HTTP server's own close() destroys connections whose answers have ended and not been sent yet.
    for (const server of servers) NetServer.prototype.close.call(server);
    for (const answer of held) answer();
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
          stirred();
        });
      });
    },
    async drain() {
      begun = true;
      const endMs = performance.now() + DRAIN_MS;
      await closePorts();
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
