import { once } from 'node:events';
import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { ExecutionContext } from 'ava';
import { differences } from './openapi.js';

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

export interface Reply {
  status: number;
  headers: Headers;
  text: string;
  /** Parsed body, if it is JSON; tests read it in the shape that they expect. */
  // oxlint-disable-next-line typescript/no-explicit-any
  json: any;
}

export interface Call {
  method?: string;
  token?: string;
  headers?: Record<string, string>;
  body?: unknown;
}

/** Lets a server listen on a new port of this machine; returns the port. */
export async function listen(server: Server): Promise<number> {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** Sends a request; checks that the answer has a request id, and that it is as the API's document says. */
export async function callServer(t: ExecutionContext, port: number, path: string, options: Call): Promise<Reply> {
  const { method = 'GET', token, headers = {}, body } = options;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
    }),
  });
  const text = await response.text();
  const isJson = text !== '' && response.headers.get('content-type')?.startsWith('application/json');
  const json: Reply['json'] = isJson ? JSON.parse(text) : undefined;
  const requestId = response.headers.get('x-request-id') ?? '';
  t.regex(requestId, UUID, `${method} ${path} has a request id`);
  if (json?.meta) t.is(json.meta.request_id, requestId);
  t.deepEqual(differences(method, path, { status: response.status, headers: response.headers, json }), []);
  if (response.status >= 400 && method !== 'HEAD') {
    t.is(typeof json?.error?.code, 'string', `${method} ${path} has an error body: ${text}`);
  }
  return { status: response.status, headers: response.headers, text, json };
}

/**
 * Sends bytes on a connection; resolves to all that the server answers until it closes the connection, or until the
 * text matches the pattern.
 */
export async function sendRaw(port: number, bytes: string, until?: RegExp): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
    if (until?.test(received)) socket.destroy();
  });
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return received;
}
