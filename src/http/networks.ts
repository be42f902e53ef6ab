import type { IncomingMessage, ServerResponse } from 'node:http';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import { whenClosed } from './response/whenClosed.js';

/** IPv4 address as dual-stack sockets show it (RFC 4291, section 2.5.5.2). */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Entry of X-Forwarded-For with a port or, of IPv6, in brackets, as some proxies write it (RFC 7239, section 6). */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

/** Returns a function that tells whether an address is a trusted proxy, from a list of addresses and CIDR networks. */
function trustedAddresses(trustProxy: readonly string[]): (address: string) => boolean {
  if (trustProxy.length === 0) return () => false;
  const trusted = new BlockList();
  for (const network of trustProxy) {
    const [address = '', prefix] = network.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && trusted.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

/** Address at the other end of a connection; undefined once the connection is broken. */
function peerAddress(socket: Socket): string | undefined {
  return plain(socket.remoteAddress ?? '');
}

/**
 * Returns a function that finds a client's address behind trusted proxies (addresses and CIDR networks). It is the
 * socket's peer or, if that is a trusted proxy, the last entry of X-Forwarded-For that is not one: entries further left
 * may be forged. If that entry is missing, or is no address, the proxy named right of it (at the right end the peer)
 * counts as the client. The address is `unknown` once the socket broke.
 *
 * @param ignored is called with the peer of each request whose X-Forwarded-For is not trusted
 */
export function clientAddresses(
  trustProxy: readonly string[],
  ignored: (peer: string) => void = () => undefined,
): (request: IncomingMessage) => string {
  const isTrusted = trustedAddresses(trustProxy);

  return (request) => {
    // A broken socket has no peer any more; nobody reads its answer.
    let address = peerAddress(request.socket) ?? 'unknown';
    const header = request.headers['x-forwarded-for'];
    if (header !== undefined && isIP(address) !== 0 && !isTrusted(address)) ignored(address);
    const forwarded = String(header ?? '').split(',');
    while (isTrusted(address)) {
      const next = plain(forwarded.pop()?.trim() ?? '');
      // No entry is left, or the entry is no address: then the proxy itself is the client.
      if (next === undefined) break;
      address = next;
    }
    return address;
  };
}

/** Returns a bare IP address, without port and zone, IPv4 if mapped; undefined if the text is none. */
function plain(text: string): string | undefined {
  const [, bracketed, bare] = WITH_PORT.exec(text) ?? [];
  const address = bracketed ?? bare ?? text;
  if (isIP(address) === 0) return undefined;
  return MAPPED.exec(address)?.[1] ?? address.replace(/%.*$/, '');
}

/**
 * Network that an address stands for: an IPv4 address itself, or the /56 of an IPv6 address, which one subscriber may
 * hold as a whole (RFC 6177).
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  // The URL parser accepts all notations of IPv6, and writes hexadecimal groups with one run of zeros left out.
  const [before = '', after] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = (part = '') => part.split(':').filter((group) => group !== '');
  const [head, tail] = [groups(before), groups(after)];
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const [first, second, third, fourth = '0'] = [...head, ...zeros, ...tail];
  return `${first}:${second}:${third}:${(Number.parseInt(fourth, 16) & 0xff00).toString(16)}::/56`;
}

/** Most connections of a network. */
const MOST_CONNECTIONS = 1_024;
/** Most unanswered requests of a network: a single connection may send thousands at once, and read no answer. */
const MOST_REQUESTS = 1_024;

interface Network {
  /** Connections by the time of their last request, or of their begin if they had none; the oldest first. */
  readonly sockets: Set<Socket>;
  requests: number;
}

/**
 * Creates bounds on connections and requests of each network. They are checked before a request costs anything;
 * accounts have narrower bounds.
 *
 * @param trustProxy proxies, whose connections serve many networks and are not bounded
 */
export function createNetworks(trustProxy: readonly string[]) {
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
    /**
     * Counts a connection. If the network has too many, cuts the one whose last request began longest ago; one without
     * a request counts from its own begin.
     */
    connect(socket: Socket): void {
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
    /** Counts a request until its answer is sent or given up; false if the network has too many. */
    admit(request: IncomingMessage, response: ServerResponse): boolean {
      const name = clientNetwork(addressOf(request));
      const network = networkOf(name);
      if (network.requests >= MOST_REQUESTS) return false;
      network.requests++;
      // Moves the connection to the end of the set; connections of proxies are not in it.
      if (network.sockets.delete(request.socket)) network.sockets.add(request.socket);
      whenClosed(request, response, () => {
        network.requests--;
        forgetUnused(name, network);
      });
      return true;
    },
  };
}

export type Networks = ReturnType<typeof createNetworks>;
