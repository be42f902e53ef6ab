import type { IncomingMessage } from 'node:http';
import { BASE_PATH } from '../../spec.js';
import { peerAddress, trustedAddresses } from './clientAddress.js';

/** A host with a port or without: nothing that means something to a shell, to HTML or in a URL. */
const HOST = /^(?:[a-z\d](?:[a-z\d.-]{0,251}[a-z\d])?|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** The last of a header's values, which the nearest proxy has written. */
function last(value: string | readonly string[] | undefined): string {
  return String(value ?? '')
    .split(',')
    .at(-1)
    ?.trim()
    .toLowerCase() as string;
}

/**
 * The origin that a client asks, such as `https://api.example.org`: as its Host header has it, or as a trusted proxy
 * says by X-Forwarded-Proto and X-Forwarded-Host. Where that is no host, this machine's own.
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

/** A path of the service behind the address under which clients reach it, or from the root of whatever that is. */
export function addressOf(path: string, publicUrl = ''): string {
  return publicUrl.replace(/\/+$/, '') + path;
}

/** Where the API and its descriptions are, for whoever asks for what is not there. */
export function entrances(publicUrl: string | undefined) {
  return {
    base_path: addressOf(BASE_PATH, publicUrl),
    documentation: addressOf('/docs', publicUrl),
    openapi: addressOf('/openapi.json', publicUrl),
  };
}
