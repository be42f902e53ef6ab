import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv6 } from 'node:net';
import { BASE_PATH } from '../../spec.js';

/** IPv4 address as dual-stack sockets show it (RFC 4291, section 2.5.5.2). */
const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
/** Entry of X-Forwarded-For with a port, as some proxies write it; IPv6 is bracketed (RFC 7239, section 6). */
const WITH_PORT = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/;

/** Whether an address belongs to one of the trusted proxies, given as addresses and CIDR networks. */
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

/** Address at the other end of the connection; undefined once it broke. */
function peerAddress({ socket }: IncomingMessage): string | undefined {
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
    let address = peerAddress(request) ?? 'unknown';
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
 * Network that an address stands for: an IPv4 address itself, or the /64 of an IPv6 address, which one subscriber holds
 * as a whole (RFC 6177).
 */
export function clientNetwork(address: string): string {
  if (!isIPv6(address)) return address;
  // The URL parser accepts all notations of IPv6, and writes hexadecimal groups with one run of zeros left out.
  const [before = '', after] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::');
  const groups = (part = '') => part.split(':').filter((group) => group !== '');
  const [head, tail] = [groups(before), groups(after)];
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return `${[...head, ...zeros, ...tail].slice(0, 4).join(':')}::/64`;
}

/** Host with or without a port, free of characters that mean something to a shell, to HTML or in a URL. */
const HOST = /^(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Last of a header's values, which the nearest proxy wrote. */
function last(value: string | readonly string[] | undefined): string {
  return String(value ?? '')
    .split(',')
    .at(-1)
    ?.trim()
    .toLowerCase() as string;
}

/**
 * Origin that the client addressed, such as `https://api.example.org`: from the Host header, or from X-Forwarded-Proto
 * and X-Forwarded-Host where a trusted proxy sent them. Where they name no host, this machine's own.
 */
export function requestedOrigins(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const isTrusted = trustedAddresses(trustProxy);
  return (request) => {
    const { headers } = request;
    const isForwarded = isTrusted(peerAddress(request) ?? '');
    const host = (isForwarded && last(headers['x-forwarded-host'])) || last(headers.host);
    const isSecure = isForwarded && last(headers['x-forwarded-proto']) === 'https';
    if (!HOST.test(host)) return `http://127.0.0.1:${request.socket.localPort}`;
    return `${isSecure ? 'https' : 'http'}://${host}`;
  };
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
