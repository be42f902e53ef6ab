import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientAddresses, clientNetwork, peerAddress, trustedAddresses } from './request/addresses.js';
import { whenClosed } from './response/whenClosed.js';

/** Most connections of a network. */
const MOST_CONNECTIONS = 1_024;
/** Most unanswered requests of a network: one connection may send thousands at once, and read nothing. */
const MOST_REQUESTS = 1_024;

/** Bounds of each network, whatever it asks for. They hold before a request costs anything; accounts have narrower ones. */
export interface Networks {
  /** Counts a connection. Where there are too many, the one whose last request began longest ago is cut. */
  connect(socket: Socket): void;
  /** Counts a request until its answer is sent or given up; false where there are too many. */
  admit(request: IncomingMessage, response: ServerResponse): boolean;
}

interface Network {
  /** Connections, by the begin of their last requests. */
  readonly sockets: Set<Socket>;
  requests: number;
}

/** @param trustProxy proxies, whose connections serve many networks and are not bounded */
export function createNetworks(trustProxy: readonly string[]): Networks {
  const addressOf = clientAddresses(trustProxy);
  const isProxy = trustedAddresses(trustProxy);
  const networks = new Map<string, Network>();

  const networkOf = (name: string): Network => {
    const network = networks.get(name) ?? { sockets: new Set(), requests: 0 };
    networks.set(name, network);
    return network;
  };
  const forgetUnused = (name: string, { sockets, requests }: Network): void => {
    if (sockets.size === 0 && requests === 0) networks.delete(name);
  };

  return {
    connect(socket) {
      const address = peerAddress(socket);
      if (address === undefined || isProxy(address)) return;
      const name = clientNetwork(address);
      const network = networkOf(name);
      network.sockets.add(socket);
      socket.once('close', () => {
        network.sockets.delete(socket);
        forgetUnused(name, network);
      });
      const [first] = network.sockets;
      if (network.sockets.size > MOST_CONNECTIONS) first?.destroy();
    },
    admit(request, response) {
      const name = clientNetwork(addressOf(request));
      const network = networkOf(name);
      if (network.requests >= MOST_REQUESTS) return false;
      network.requests++;
      // To the end of the connections, where it is one of this network's own.
      if (network.sockets.delete(request.socket)) network.sockets.add(request.socket);
      whenClosed(request, response, () => {
        network.requests--;
        forgetUnused(name, network);
      });
      return true;
    },
  };
}
