import { ERROR_STATUS, type ErrorCode, ServiceError } from '../../errors.js';
import { errorBody } from '../envelope.js';
import type { Route } from '../route.js';

/** Whatever the route: refused by the parser of HTTP, or for the shape of the request. */
const ALWAYS: readonly ErrorCode[] = [
  'BAD_REQUEST',
  'INVALID_PARAMETER',
  'METHOD_NOT_ALLOWED',
  'NOT_ACCEPTABLE',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'EXPECTATION_FAILED',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
];
const WITH_BODY: readonly ErrorCode[] = ['INVALID_BODY', 'UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_FAILED'];
const COMPUTING: readonly ErrorCode[] = ['OVERLOADED', 'ANALYSIS_NOT_READY'];

/** Those that may be answered before the caller's budget is looked up. */
const BEFORE_BUDGET: ReadonlySet<ErrorCode> = new Set([
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'REQUEST_TIMEOUT',
  'PAYLOAD_TOO_LARGE',
  'EXPECTATION_FAILED',
  'HEADERS_TOO_LARGE',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
]);

/** The codes that a route can answer, by status. */
export function errorsOf(route: Route): Map<number, ErrorCode[]> {
  const names = [...Object.keys(route.params.shape), ...Object.keys(route.query.shape)];
  const codes = new Set<ErrorCode>([...ALWAYS, ...route.errors]);
  const add = (applies: boolean, more: readonly ErrorCode[]): void => {
    if (applies) for (const code of more) codes.add(code);
  };
  add(route.auth === 'token', ['UNAUTHORIZED', 'RATE_LIMITED', 'UNAVAILABLE']);
  add(route.limitGroup === 'sign-in', ['RATE_LIMITED', 'UNAVAILABLE']);
  add(route.enterprise, ['ENTERPRISE_REQUIRED']);
  add(route.limitGroup === 'interference', COMPUTING);
  add(route.body !== undefined, WITH_BODY);
  add(
    names.some((name) => /(?:^|_)id$/.test(name)),
    ['NOT_FOUND'],
  );
  add(names.includes('timestamp') || names.includes('start_time'), ['TIMESTAMP_OUTSIDE_WINDOW']);

  const byStatus = new Map<number, ErrorCode[]>();
  // In the order of the closed list, whatever the order in which they were found.
  for (const code of Object.keys(ERROR_STATUS) as ErrorCode[]) {
    if (!codes.has(code)) continue;
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

/** Whether a known caller always learns what is left of the limit. */
export function tellsBudget(codes: readonly ErrorCode[]): boolean {
  return codes.every((code) => !BEFORE_BUDGET.has(code));
}

const TIMES = { start: '2025-12-06T00:00:00Z', end: '2025-12-13T00:00:00Z' };

const EXAMPLES: Readonly<Record<ErrorCode, readonly [message: string, details?: Record<string, unknown>]>> = {
  INVALID_PARAMETER: [
    'query parameter lat is "91"; it must be a decimal number from -90 to 90',
    { lat: 'must be a decimal number from -90 to 90' },
  ],
  INVALID_BODY: ['the body is not JSON in UTF-8'],
  UNAUTHORIZED: ['the API token is unknown, expired or revoked'],
  ENTERPRISE_REQUIRED: ['this endpoint needs an active Enterprise subscription'],
  NOT_FOUND: ['the account tracks no satellite under this id'],
  TIMESTAMP_OUTSIDE_WINDOW: [
    `timestamp 2026-01-01T00:00:00Z lies outside the analysis window, which goes from ${TIMES.start} to before ${TIMES.end}`,
    { valid_range: TIMES },
  ],
  METHOD_NOT_ALLOWED: ['PUT is not allowed here; allowed: GET, HEAD, OPTIONS'],
  NOT_ACCEPTABLE: ['Accept-Encoding leaves neither gzip nor identity'],
  REQUEST_TIMEOUT: ['the request did not arrive in time'],
  PAYLOAD_TOO_LARGE: ['the body is larger than 65536 bytes'],
  UNSUPPORTED_MEDIA_TYPE: ['the body must be application/json in UTF-8'],
  EXPECTATION_FAILED: ['the only expectation that is met is 100-continue'],
  VALIDATION_FAILED: ['the body is invalid: name is unknown', { name: 'is unknown' }],
  RATE_LIMITED: ['too many interference calls of this account in a minute: 100 are allowed; retry after 17 s'],
  HEADERS_TOO_LARGE: ['the request line and headers are larger than 16 KB'],
  BAD_REQUEST: ['the request is not valid HTTP/1.1'],
  INTERNAL_ERROR: ['an unexpected error happened; its request_id finds it in the log'],
  OVERLOADED: ['The service is busy: none of 48 computations ended within 5 s'],
  UNAVAILABLE: ['the database does not answer'],
  ANALYSIS_NOT_READY: ['no analysis window is open yet', { status: 'pending' }],
};

/** The body of an error as a client may see it. */
export function exampleError(code: ErrorCode): object {
  const [message, details] = EXAMPLES[code];
  const error = new ServiceError(code, message, details, 17);
  return errorBody(error, '1f0c3a52-9f7e-4a55-8d57-0d1f2b3c4d5e', new Date('2025-12-06T08:05:12Z'));
}
