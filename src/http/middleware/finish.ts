import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { Logger } from 'pino';
import { isAccountGone } from '../../db/accounts/deleteAccount.js';
import { isDatabaseAway } from '../../db/connection/databaseAway.js';
import { withPatience } from '../../db/connection/patience.js';
import { ClientGone, MemoryTooSmall, NotDone, NotInWindow, Overloaded, Unavailable, WindowGone } from '../../errors.js';
import type { ApiContext, ApiMiddleware } from '../context.js';
import type { AppDependencies } from '../dependencies.js';
import { BUDGET_HEADERS } from '../limits.js';
import { errorBody } from '../response/answer.js';
import { acceptsIdentity, prefersGzip, WORTH_COMPRESSING_BYTES } from '../response/negotiation.js';
import { type ErrorCode, ServiceError } from '../response/serviceError.js';

/**
 * Finishes the answers of later middleware: turns errors into the API's error body, compresses text and, while the
 * service stops, closes the connection after its last answer, so that the client connects elsewhere. All queries of a
 * request together may wait `databaseTimeoutMs`; each later item of a streamed answer as long again.
 */
export function finish({ log, draining, settings }: AppDependencies): ApiMiddleware {
  let isMemoryTold = false;
  return async (ctx, next) => {
    try {
      await withPatience(next, settings.databaseTimeoutMs, ctx.state.requestId);
    } catch (thrown) {
      if (thrown instanceof MemoryTooSmall && !isMemoryTold) {
        isMemoryTold = true;
        log.warn({ reason: thrown.message }, 'the memory is too small for a question');
      }
      answerError(ctx, toServiceError(thrown, log.child({ request_id: ctx.state.requestId })));
    }
    const bytes = worthCompressing(ctx);
    if (bytes !== undefined) await zip(ctx, bytes);
    if (draining.begun && draining.isLast(ctx.req)) ctx.set('Connection', 'close');
  };
}

const RETRY_AFTER_SECONDS = 5;

/** Code that a client sees for each error of the layers below. */
const CODES: readonly [reason: abstract new (...args: never[]) => NotDone, code: ErrorCode][] = [
  [Overloaded, 'OVERLOADED'],
  [Unavailable, 'UNAVAILABLE'],
  [WindowGone, 'ANALYSIS_NOT_READY'],
  [NotInWindow, 'NOT_FOUND'],
  [ClientGone, 'BAD_REQUEST'],
];

/** Returns the error as the client may see it; details of unexpected errors go to the log only. */
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

function answerError(ctx: ApiContext, error: ServiceError): void {
  ctx.status = error.status;
  ctx.state.errorCode = error.code;
  ctx.body = errorBody(error, ctx.state.requestId);
  // The answer may have been refused after these headers were set.
  ctx.remove('Content-Encoding');
  ctx.remove('ETag');
  ctx.set('Cache-Control', 'no-store');
  if (error.status === 401) {
    // RFC 9110, section 11.6.1: every 401 says how to authenticate.
    ctx.set('WWW-Authenticate', 'Bearer realm="sidelobe"');
    // If the account was deleted meanwhile, it has no budget any more.
    for (const header of BUDGET_HEADERS) ctx.remove(header);
  }
  if (error.retryAfterSeconds !== undefined) ctx.set('Retry-After', String(error.retryAfterSeconds));
}

/**
 * Largest answer, in bytes, that is compressed on this thread, in some 50 us: handing it to another thread takes as
 * long. A timeseries of a week would hold up all other answers for half a millisecond.
 */
const AT_ONCE_BYTES = 32_768;
const QUICKLY = { level: 1, chunkSize: 65_536 };
/** Types of answers that are text. */
const TEXT = /^(?:text\/|application\/json\b)/;

const gzipApart = promisify(gzip);

/**
 * Returns the body of an answer that is text, not encoded yet and worth compressing for this client; else undefined.
 */
function worthCompressing(ctx: ApiContext): Buffer | undefined {
  if (ctx.res.hasHeader('Content-Encoding') || !TEXT.test(ctx.type) || !prefersGzip(ctx)) return undefined;
  const bytes = bytesOf(ctx.body);
  const isWorth = bytes !== undefined && (bytes.length >= WORTH_COMPRESSING_BYTES || !acceptsIdentity(ctx));
  return isWorth ? bytes : undefined;
}

/** Gzips the body. Brotli at its quickest takes as long and saves only some hundred bytes, so it is left to assets. */
async function zip(ctx: ApiContext, bytes: Buffer): Promise<void> {
  ctx.body = bytes.length <= AT_ONCE_BYTES ? gzipSync(bytes, QUICKLY) : await gzipApart(bytes, QUICKLY);
  ctx.set('Content-Encoding', 'gzip');
  ctx.state.release?.();
}

/** Returns a body as it would be sent; undefined for streams and if there is none. */
function bytesOf(body: unknown): Buffer | undefined {
  if (Buffer.isBuffer(body)) return body;
  if (typeof body === 'string') return Buffer.from(body);
  if (typeof body !== 'object' || body === null || 'pipe' in body) return undefined;
  return Buffer.from(JSON.stringify(body));
}
