import type { IncomingMessage, Server } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises';
import { DRAIN_MS } from '../spec.js';
import { whenClosed } from './response/whenClosed.js';

/** Orderly stop of servers: every request that was accepted gets its answer. */
export interface Draining {
  readonly begun: boolean;
  /** Whether the connection may close after the answer to this request, because no later request came over it. */
  isLast(request: IncomingMessage): boolean;
  /** Adds a server that `drain` will stop. Call it before the server listens. */
  watch(server: Server): void;
  /**
   * Accepts connections that are already made, answers all requests, and resolves once the answers are with the
   * operating system and no connection is left. Returns how many connections were cut after some seconds.
   */
  drain(): Promise<number>;
}

const LOOK_EVERY_MS = 20;
/**
 * Checks, over some 250 ms, after which an idle connection is closed: its client's next request may be on its way.
 * Counted in checks rather than in time, as the loop may have been too busy to read the sockets.
 */
const IDLE_LOOKS = 12;
/** Time without a new connection or an answer after which nobody is taken to be connecting any more. */
const QUIET_MS = 25;
/**
 * Longest time from one look at the ports to the next that tells anything: where the process had to wait for a processor,
 * others have connected meanwhile.
 */
const LOOK_MS = 5;
/** Longest wait for that quiet, however many clients keep coming. */
const TAKE_MS = 2_500;

interface Connection {
  requests: number;
  idleLooks: number;
}

/** @param drainMs longest time that answers under way are given before they are cut */
export function createDraining(drainMs = DRAIN_MS): Draining {
  const servers: Server[] = [];
  const connections = new Map<Socket, Connection>();
  const newest = new WeakMap<Socket, IncomingMessage>();
  let begun = false;
  /** Time of the last new connection or finished answer, in ms. */
  let stirredMs = 0;
  const stirred = (): void => void (stirredMs = performance.now());

  /**
   * Closes the ports at a moment at which nobody is connecting: connections that are made but not yet accepted would be
   * reset. Connections that come during the wait are accepted, but answered only after it, so that clients that send
   * one request after the other pause too.
   */
  const closePorts = async (): Promise<void> => {
    const held: (() => void)[] = [];
    for (const server of servers) {
      const letIn = server.listeners('connection') as ((socket: Socket) => void)[];
      server.removeAllListeners('connection').on('connection', (socket: Socket) => {
        stirred();
        // A held socket has no other error listener yet; its client may already have gone.
        socket.on('error', () => undefined).pause();
        held.push(() => {
          if (socket.destroyed) return;
          for (const listener of letIn) listener.call(server, socket);
          socket.resume();
        });
      });
    }
    stirred();
    const endMs = performance.now() + Math.min(TAKE_MS, drainMs / 2);
    for (let lookedMs = stirredMs; ;) {
      const nowMs = performance.now();
      if (nowMs - lookedMs > LOOK_MS) stirred();
      if (nowMs >= Math.min(stirredMs + QUIET_MS, endMs)) break;
      await pause(1);
      lookedMs = performance.now();
      // The loop polls the sockets after its timers: connections made by then have been counted.
      await turn();
    }
    // The HTTP server's own close() destroys connections whose answers have ended but are not yet sent.
    for (const server of servers) NetServer.prototype.close.call(server);
    for (const answer of held) answer();
  };

  const endIdle = async (): Promise<void> => {
    // Timers run before the loop polls the sockets: let it read what has arrived first.
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
      const endMs = performance.now() + drainMs;
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
