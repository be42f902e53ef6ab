import type { ServiceError } from './serviceError.js';
import { formatTime } from '../schemas/instant.js';

interface Meta {
  request_id: string;
  timestamp: string;
}

export function meta(requestId: string, now: Date): Meta {
  return { request_id: requestId, timestamp: formatTime(now.getTime()) };
}

/** Body of an error (docs/specification.md, section 7, which gives RATE_LIMITED a form of its own). */
export function errorBody(error: ServiceError, requestId: string, now: Date) {
  const { code, message, details } = error;
  if (code === 'RATE_LIMITED') return { error: { code, message }, retry_after: error.retryAfterSeconds };
  return { error: { code, message, ...(details && { details }) }, meta: meta(requestId, now) };
}
