import { BUDGET_HEADERS } from '../limits.js';
import type { JsonSchema } from './schemas.js';

const text = { type: 'string' };
const whole = { type: 'integer', format: 'int32', minimum: 0, maximum: 2 ** 31 - 1 };

/** Response headers that mean something to clients of this API. */
const HEADERS = {
  'X-Request-Id': {
    description: "the request's own X-Request-Id where it is a UUID, else a new one; `meta.request_id` is the same",
    schema: { ...text, format: 'uuid' },
    example: '1f0c3a52-9f7e-4a55-8d57-0d1f2b3c4d5e',
  },
  'X-RateLimit-Limit': { description: 'calls that the limit allows', schema: whole, example: 100 },
  'X-RateLimit-Remaining': { description: 'calls that are left', schema: whole, example: 57 },
  'X-RateLimit-Reset': {
    description: 'when all of them are there again, in seconds since 1970',
    // Such seconds outgrow 32 bits in 2038.
    schema: { ...whole, format: 'int64', maximum: Number.MAX_SAFE_INTEGER },
    example: 1_765_008_360,
  },
  'RateLimit-Policy': {
    description:
      'which limit that is: its name, calls (`q`) and seconds (`w`), as draft-ietf-httpapi-ratelimit-headers writes them',
    schema: text,
    example: '"interference";q=100;w=60',
  },
  'Retry-After': {
    description: 'seconds to wait before the next attempt',
    schema: { ...whole, minimum: 1 },
    example: 17,
  },
  ETag: {
    description:
      'names the answer apart from its `meta`: another window, station or build of the service gives another one; sent back as If-None-Match it may be answered with 304',
    schema: text,
    example: 'W/"q7Yv0mXw3s8mB1nJt0Jk2g"',
  },
  Location: { description: 'the path of what was made', schema: text, example: '/api/v1/ground_stations/3' },
  'Access-Control-Allow-Origin': {
    description: 'where the page that asks is of one of the CORS_ORIGINS',
    schema: text,
    example: 'https://app.example.org',
  },
  Allow: { description: 'the methods of the path', schema: text, example: 'GET, HEAD, OPTIONS' },
  'WWW-Authenticate': {
    description: 'how to authenticate (RFC 6750)',
    schema: text,
    example: 'Bearer realm="sidelobe"',
  },
} as const satisfies Readonly<Record<string, JsonSchema>>;

export type HeaderName = keyof typeof HEADERS;

const CORS: HeaderName = 'Access-Control-Allow-Origin';

/** References to the headers that a response always has, and to the headers that it may have. */
export function headersOf(always: readonly HeaderName[], sometimes: readonly HeaderName[] = []): JsonSchema {
  const reference = (name: string) => ({ $ref: `#/components/headers/${name}` });
  return Object.fromEntries([
    ...always.map((name) => [name, reference(name)]),
    ...sometimes.map((name) => [name, reference(`${name}.optional`)]),
    [CORS, reference(CORS)],
  ]);
}

/** Components that `headersOf` refers to. */
export function headerComponents(): JsonSchema {
  return Object.fromEntries([
    ...Object.entries(HEADERS).map(([name, header]) => [name, { ...header, required: name !== CORS }]),
    ...BUDGET_HEADERS.map((name) => [`${name}.optional`, HEADERS[name]]),
  ]);
}
