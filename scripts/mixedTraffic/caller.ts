import { createHash, randomUUID } from 'node:crypto';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request, type RequestOptions } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { lasting } from '../operations/installation.js';
import { BASE_PATH } from '../../src/spec.js';

/** What is not as it must be in an answer. */
export class Wrong extends Error {}

export interface Answer<T> {
  status: number;
  headers: IncomingHttpHeaders;
  /** Parsed body, without the envelope; nothing of it is known but what is asked for. */
  data: T;
}

export interface Question {
  method?: string;
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** Statuses that are right; 200 where absent. */
  status?: readonly number[];
}

/** One account's client: every answer is checked for what all must have. */
export interface Caller {
  readonly email: string;
  readonly password: string;
  tracked: number[];
  stations: number[];
  /** @throws Wrong where the status is another, the body is cut or no JSON, or differs from what the same ETag had before */
  ask<T = unknown>(path: string, question?: Question): Promise<Answer<T>>;
  /** Makes a caller with another token. */
  as: (token: string) => Pick<Caller, 'ask'>;
}

const MOST_MS = 120_000;
/** Every third answer is asked for as it is, the others gzipped. */
const PLAIN_EVERY = 3;
/** Connections of all callers, so that those of the server are as many all the time. */
const agent = new Agent({ keepAlive: true, maxSockets: 24 });

/** @param token none for calls without one */
export function createCaller(url: string, email: string, password: string, token: string): Caller {
  /** By path: ETag of the last answer, and digest of its body. */
  const seen = new Map<string, { etag: string; digest: string }>();
  let asked = 0;

  async function ask<T>(
    path: string,
    { method = 'GET', body, headers = {}, status: right = [200] }: Question = {},
  ): Promise<Answer<T>> {
    const id = randomUUID();
    const sent = body === undefined ? undefined : JSON.stringify(body);
    const response = await send(
      url + (path.startsWith('/health') ? path : BASE_PATH + path),
      {
        method,
        headers: {
          'x-request-id': id,
          ...(asked++ % PLAIN_EVERY === 0 ? {} : { 'accept-encoding': 'gzip' }),
          ...(token === '' ? {} : { authorization: `Bearer ${token}` }),
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      sent,
    );
    const { status, text } = response;
    if (!right.includes(status)) throw new Wrong(`${method} ${path}: ${status} ${text.slice(0, 300)}`);
    if (response.headers['x-request-id'] !== id) throw new Wrong(`${method} ${path}: not its request id`);
    const { etag } = response.headers;
    if (status === 200 && etag !== undefined) {
      const digest = createHash('sha256').update(lasting(text)).digest('base64');
      const before = seen.get(path);
      if (before?.etag === etag && before.digest !== digest) throw new Wrong(`${path}: another body under one ETag`);
      seen.set(path, { etag, digest });
    }
    const parsed = (text === '' ? {} : JSON.parse(text)) as T & { data?: T };
    return { status, headers: response.headers, data: parsed.data ?? parsed };
  }

  return {
    email,
    password,
    tracked: [],
    stations: [],
    ask,
    as: (other) => createCaller(url, email, password, other),
  };
}

async function send(
  url: string,
  options: RequestOptions,
  body: string | undefined,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { ...options, agent, signal: AbortSignal.timeout(MOST_MS) }, resolve)
      .once('error', reject)
      .end(body);
  });
  const bytes = await buffer(answer);
  const text = (answer.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
}
