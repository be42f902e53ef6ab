import type { IncomingMessage } from 'node:http';
import { BASE_PATH } from '../../spec.js';
import { peerAddress, trustedAddresses } from './clientAddress.js';

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
 * and X-Forwarded-Host where a trusted proxy sent them. Where that is not a host, this machine's own.
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
