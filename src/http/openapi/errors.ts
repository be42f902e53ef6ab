import { ERROR_STATUS, type ErrorCode, ServiceError } from '../response/serviceError.js';
import { errorBody } from '../response/answer.js';
import type { Route } from '../route.js';

/** Errors of every route: refusals by the HTTP parser, or for the form of the request, and faults of the service. */
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

export const ERROR_CODES = Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]];

/** Codes that the API's document names for a route, by status. */
export function errorsOf(route: Route): Map<number, ErrorCode[]> {
  const names = [...Object.keys(route.params.shape), ...Object.keys(route.query.shape)];
  const codes = new Set<ErrorCode>([...ALWAYS, ...route.errors]);
  const add = (applies: boolean, more: readonly ErrorCode[]): void => {
    if (applies) for (const code of more) codes.add(code);
  };
  add(route.auth === 'token', ['UNAUTHORIZED', 'RATE_LIMITED', 'OVERLOADED', 'UNAVAILABLE']);
  add(route.limitGroup === 'sign-in', ['RATE_LIMITED', 'OVERLOADED', 'UNAVAILABLE']);
  add(route.enterprise, ['ENTERPRISE_REQUIRED']);
  add(route.limitGroup === 'interference', ['ANALYSIS_NOT_READY']);
  add(route.body !== undefined, WITH_BODY);
  add(
    names.some((name) => /(?:^|_)id$/.test(name)),
    ['NOT_FOUND'],
  );
  add(names.includes('timestamp') || names.includes('start_time'), ['TIMESTAMP_OUTSIDE_WINDOW']);

  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of ERROR_CODES) {
    if (!codes.has(code)) continue;
    const status = ERROR_STATUS[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

const TIMES = { start: '2025-12-06T00:00:00Z', last: '2025-12-12T23:59:00Z', end: '2025-12-13T00:00:00Z' };

interface Shown {
  /** Condition under which the code is answered. */
  meaning: string;
  message: string;
  details?: Record<string, unknown>;
}

const SHOWN: Readonly<Record<ErrorCode, Shown>> = {
  INVALID_PARAMETER: {
    meaning: 'a parameter of the path or the query breaks its rule',
    message: 'query parameter lat is "91"; it must be a decimal number from -90 to 90',
    details: { lat: 'must be a decimal number from -90 to 90' },
  },
  INVALID_BODY: {
    meaning: 'the body is no JSON object in UTF-8',
    message: 'the body is not JSON: line 4, column 1 has "}" in place of a name in double quotes',
    details: { line: 4, column: 1 },
  },
  UNAUTHORIZED: {
    meaning:
      'the token is missing, mistyped, unknown, expired or revoked, or the account is disabled; to `POST /auth`, email or password are wrong',
    message:
      'the API token is unknown, expired or revoked, or its account is disabled; POST /api/v1/auth gives another',
  },
  ENTERPRISE_REQUIRED: {
    meaning: 'the account has no Enterprise plan',
    message: 'this endpoint needs an active Enterprise subscription: who runs this service can give the account one',
  },
  NOT_FOUND: {
    meaning: 'the account has nothing under this id, or there is no such path',
    message: 'the account tracks no satellite under id 7; GET /tracked_satellites lists the ids',
  },
  TIMESTAMP_OUTSIDE_WINDOW: {
    meaning:
      'the time lies outside the analysis window or, with `elements`, outside the time of kept element sets, as `details.valid_range` tells',
    message: `timestamp 2026-01-01T00:00:00Z lies outside the analysis window: its first minute is ${TIMES.start}, its last ${TIMES.last}, and its end, ${TIMES.end}, is outside of it`,
    details: { valid_range: TIMES },
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'the path has no such method; `Allow` names those it has',
    message: 'PUT is not allowed on /api/v1/me; allowed: GET, HEAD, OPTIONS',
  },
  NOT_ACCEPTABLE: {
    meaning: 'the answer cannot be had as the request wants it',
    message: 'Accept-Encoding leaves none of gzip, identity',
  },
  REQUEST_TIMEOUT: { meaning: 'the request took too long to arrive', message: 'the request did not arrive in time' },
  PAYLOAD_TOO_LARGE: {
    meaning: 'the body is too large',
    message: 'the body is larger than 65536 bytes, the most that this call takes',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'the body is not sent as `application/json`',
    message: 'the body must be JSON in UTF-8 with the header "Content-Type: application/json"; it came as "text/plain"',
  },
  EXPECTATION_FAILED: {
    meaning: 'the request has an `Expect` other than `100-continue`',
    message: 'the only expectation that is met is 100-continue',
  },
  VALIDATION_FAILED: {
    meaning: 'a field of the body breaks its rule; `details` has the rule of each',
    message: 'the body is invalid: active is 1; it must be true or false',
    details: { active: 'must be true or false' },
  },
  RATE_LIMITED: {
    meaning: 'a limit is used up; `Retry-After` tells when it is there again',
    message: 'too many interference calls of this account in a minute: 100 are allowed; retry after 17 s',
  },
  HEADERS_TOO_LARGE: {
    meaning: 'the request line and the headers are too large',
    message: 'the request line and headers are larger than 16 KB',
  },
  BAD_REQUEST: {
    meaning: 'the request is not valid HTTP, or its method is unknown',
    message: 'the request is not valid HTTP/1.1, or its method is unknown',
  },
  INTERNAL_ERROR: {
    meaning: 'a fault of the service, which its log names under the `request_id`',
    message: 'an unexpected error happened; its request_id finds it in the log',
  },
  OVERLOADED: {
    meaning: 'the service is busy; try again after `Retry-After`',
    message: 'The service is busy: 25 questions of this account wait already, for some 5 s',
  },
  UNAVAILABLE: {
    meaning: 'the database is away; try again after `Retry-After`',
    message: 'the database does not answer, or takes no changes',
  },
  ANALYSIS_NOT_READY: {
    meaning: 'there is no analysis window yet, or the run is not completed, as `details.status` tells',
    message: 'no analysis window is open yet',
    details: { status: 'pending' },
  },
};

export function meaningOf(code: ErrorCode): string {
  return SHOWN[code].meaning;
}

const RETRY_AFTER_SECONDS = 17;

export function exampleError(code: ErrorCode): object {
  const { message, details } = SHOWN[code];
  const error = new ServiceError(code, message, details, RETRY_AFTER_SECONDS);
  return errorBody(error, '1f0c3a52-9f7e-4a55-8d57-0d1f2b3c4d5e', new Date('2025-12-06T08:05:12Z'));
}
