import type { Logger } from 'pino';
import { isAccountGone } from '../../db/accounts/deleteAccount.js';
import { isDatabaseAway } from '../../db/connection/databaseAway.js';
import { ClientGone, NotDone, OutOfMemory, Overloaded, Unavailable, WindowGone } from '../../errors.js';
import { BUDGET_HEADERS } from '../limits/budget.js';
import { type ErrorCode, ServiceError } from '../response/serviceError.js';
import type { ApiMiddleware } from '../context.js';
import { errorBody } from '../response/envelope.js';

const RETRY_AFTER_SECONDS = 5;

/** Code that a client sees for each error of the layers below. */
const CODES: readonly [reason: abstract new (...args: never[]) => NotDone, code: ErrorCode][] = [
  [Overloaded, 'OVERLOADED'],
  [OutOfMemory, 'OVERLOADED'],
  [Unavailable, 'UNAVAILABLE'],
  [WindowGone, 'ANALYSIS_NOT_READY'],
  [ClientGone, 'BAD_REQUEST'],
];

/** The error as the client may see it; details of unexpected ones go to the log only. */
function toServiceError(error: unknown, log: Logger): ServiceError {
  if (error instanceof ServiceError) return error;
  const [, code] = CODES.find(([reason]) => error instanceof reason) ?? [];
  if (error instanceof NotDone && code !== undefined) {
    return new ServiceError(code, error.message, undefined, error.retryAfterSeconds);
  }
  if (isDatabaseAway(error)) {
    log.warn({ err: error }, 'the database is away');
    return new ServiceError(
      'UNAVAILABLE',
      'the database does not answer, or takes no changes',
      undefined,
      RETRY_AFTER_SECONDS,
    );
  }
  if (isAccountGone(error)) return new ServiceError('UNAUTHORIZED', 'the account was deleted');
  log.error({ err: error }, 'unexpected error');
  return new ServiceError('INTERNAL_ERROR', 'an unexpected error happened; its request_id finds it in the log');
}

/** Turns errors thrown by later middleware into the API's error body. */
export function errors(log: Logger, now: () => Date): ApiMiddleware {
  return async (ctx, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = toServiceError(thrown, log.child({ request_id: ctx.state.requestId }));
      ctx.status = error.status;
      ctx.state.errorCode = error.code;
      ctx.body = errorBody(error, ctx.state.requestId, now());
      // An answer that was refused at the end may have said how it is encoded.
      ctx.remove('Content-Encoding');
      ctx.remove('ETag');
      ctx.set('Cache-Control', 'no-store');
      // RFC 9110, section 11.6.1: every 401 says how to authenticate.
      if (error.status === 401) ctx.set('WWW-Authenticate', 'Bearer realm="sidelobe"');
      // An account that was deleted meanwhile has no budget any more.
      if (error.status === 401) for (const header of BUDGET_HEADERS) ctx.remove(header);
      if (error.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(error.retryAfterSeconds));
    }
  };
}
