/** Error codes of the API, a closed list, with the HTTP status of each (docs/specification.md, section 7). */
export const ERROR_STATUS = {
  INVALID_PARAMETER: 400,
  INVALID_BODY: 400,
  UNAUTHORIZED: 401,
  ENTERPRISE_REQUIRED: 403,
  NOT_FOUND: 404,
  TIMESTAMP_OUTSIDE_WINDOW: 404,
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  REQUEST_TIMEOUT: 408,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  EXPECTATION_FAILED: 417,
  VALIDATION_FAILED: 422,
  RATE_LIMITED: 429,
  HEADERS_TOO_LARGE: 431,
  BAD_REQUEST: 400,
  INTERNAL_ERROR: 500,
  OVERLOADED: 503,
  UNAVAILABLE: 503,
  ANALYSIS_NOT_READY: 503,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/**
 * Error that a client is told: a code of the closed list, a message, optional details and, for 429 and 503, when to try
 * again.
 */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly status: number;

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details?: Record<string, unknown>,
    readonly retryAfterSeconds?: number,
  ) {
    super(message);
    this.status = ERROR_STATUS[code];
  }
}

/** Makes the error of a query parameter that breaks a rule, as `must be before end_time`. */
export function wrongParameter(name: string, rule: string): ServiceError {
  return new ServiceError('INVALID_PARAMETER', `query parameter ${name} ${rule}`, { [name]: rule });
}
