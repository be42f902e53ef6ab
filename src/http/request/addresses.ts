import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6, type Socket } from 'node:net';
import { BASE_PATH } from '../../spec.js';

/** IPv4 address as dual-stack sockets show it (RFC 4291, section 2.5.5.2). */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Entry with a port, as some proxies write it; IPv6 is bracketed (RFC 7239, section 6). */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

/** Whether an address belongs to one of the trusted proxies, given as addresses and CIDR networks. */
export function trustedAddresses(trustProxy: readonly string[]): (address: string) => boolean {
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

/** Address at the other end of a connection; undefined once it broke. */
export function peerAddress(socket: Socket): string | undefined {
  return plain(socket.remoteAddress ?? '');
}

/**
 * Address of the client behind trusted proxies (addresses and CIDR networks): the socket's peer, or where that is a
 * trusted proxy, the nearest entry of X-Forwarded-For that is not one. Entries further left may be forged.
 *
 * @param ignored is called with the peer of each request whose X-Forwarded-For is not trusted
 */
export function clientAddresses(
  trustProxy: readonly string[],
  ignored: (peer: string) => void = () => undefined,
): (request: IncomingMessage) => string {
  const isTrusted = trustedAddresses(trustProxy);

  return (request) => {
    // A broken socket has no peer any more; nobody reads the answer.
    let address = peerAddress(request.socket) ?? 'unknown';
    const header = request.headers['x-forwarded-for'];
    if (header !== undefined && isIP(address) !== 0 && !isTrusted(address)) ignored(address);
    const forwarded = String(header ?? '').split(',');
    while (isTrusted(address)) {
      const next = plain(forwarded.pop()?.trim() ?? '');
      // No entry left, or none that a proxy should write: then the proxy itself is the client.
      if (next === undefined) break;
      address = next;
    }
    return address;
  };
}

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

/** A path of the service under its public URL, or from the root without one. */
export function addressOf(path: string, publicUrl = ''): string {
  return publicUrl.replace(/\/+$/, '') + path;
}

/** Addresses of the API and its descriptions, told to clients that ask for an unknown path. */
export function entrances(publicUrl: string | undefined) {
  return {
    base_path: addressOf(BASE_PATH, publicUrl),
    documentation: addressOf('/docs', publicUrl),
    openapi: addressOf('/openapi.json', publicUrl),
  };
}
