import { withPatience } from '../../db/connection/patience.js';
import type { ApiMiddleware } from '../context.js';

/** Bounds all database work of one request, together, to that many milliseconds. */
export function patience(databaseTimeoutMs: number): ApiMiddleware {
  return (ctx, next) => withPatience(next, databaseTimeoutMs, ctx.state.requestId);
}
