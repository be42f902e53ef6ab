import { randomUUID } from 'node:crypto';
import type { ApiMiddleware } from '../context.js';

const UUID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Request id of the client where it is a UUID, else a new one. */
export function requestIdOf(header: string | readonly string[] | undefined): string {
  return typeof header === 'string' && UUID.test(header) ? header : randomUUID();
}

export const requestId: ApiMiddleware = (ctx, next) => {
  ctx.state.requestId = requestIdOf(ctx.headers['x-request-id']);
  ctx.set('X-Request-Id', ctx.state.requestId);
  return next();
};
