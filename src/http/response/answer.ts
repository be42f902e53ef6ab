import { hash } from 'node:crypto';
import type { ApiContext } from '../context.js';
import { formatTime } from '../schemas/instant.js';
import { ServiceError } from './serviceError.js';

interface Meta {
  request_id: string;
  timestamp: string;
}

export function metaOf(requestId: string, now = new Date()): Meta {
  return { request_id: requestId, timestamp: formatTime(now.getTime()) };
}

/** Body of an error (docs/specification.md, section 7, which gives RATE_LIMITED a form of its own). */
export function errorBody(error: ServiceError, requestId: string, now = new Date()) {
  const { code, message, details } = error;
  if (code === 'RATE_LIMITED') return { error: { code, message }, retry_after: error.retryAfterSeconds };
  return { error: { code, message, ...(details && { details }) }, meta: metaOf(requestId, now) };
}

/** JSON text that a kernel has written, in memory that is held until `release`. */
interface JsonText {
  /** Puts the text between a head and a tail; valid until `release`. */
  wrap(head: string, tail: string): Buffer;
  release(): void;
}

/** Answer whose last field is JSON text already: the text is copied behind the other fields, and never parsed. */
export class EmbeddedJson {
  constructor(
    private readonly fields: Record<string, unknown>,
    private readonly lastField: string,
    private readonly text: JsonText,
  ) {}

  /** `{"data":{…fields,"lastField":text},"meta":…}`, valid until `release`. */
  envelope(meta: object): Buffer {
    return this.text.wrap(`{"data":${this.head()}`, `},"meta":${JSON.stringify(meta)}}`);
  }

  /** `{…fields,"lastField":text}`, valid until `release`. */
  bare(): Buffer {
    return this.text.wrap(this.head(), '}');
  }

  release(): void {
    this.text.release();
  }

  private head(): string {
    return `${JSON.stringify(this.fields).slice(0, -1)},"${this.lastField}":`;
  }
}

/** Result of a handler if the client has the current answer already. */
export const NOT_MODIFIED = Symbol('the client has this answer already');

/**
 * Sets the weak ETag of an answer that a window and `parts` determine, but for its `meta`. Returns whether
 * If-None-Match names that ETag: then the handler returns NOT_MODIFIED. Else counts the call, if that is not done yet,
 * which may throw RATE_LIMITED. The window's random identity stands for the window, as another database may use the
 * same row ids. Throws TIMESTAMP_OUTSIDE_WINDOW if a request of the page names another window.
 */
export async function isUnchanged(
  ctx: ApiContext,
  { identity }: { readonly identity: string },
  parts: readonly unknown[],
): Promise<boolean> {
  nameWindow(ctx, { identity });
  if (isSameText(ctx, JSON.stringify([identity, ...parts]))) return true;
  if (ctx.state.charge !== undefined) await ctx.state.charge();
  return false;
}

/** Sets the weak ETag of an answer that `text` and the build determine; returns whether If-None-Match names it. */
export function isSameText(ctx: ApiContext, text: string): boolean {
  ctx.set('ETag', `W/"${hash('sha256', `${ctx.state.build}\0${text}`, 'base64url').slice(0, 22)}"`);
  ctx.set('Cache-Control', 'private, no-cache');
  // Koa compares ETags only if the status is a success.
  ctx.status = 200;
  return ctx.fresh;
}

/**
 * Header that names an analysis window: in a request of the page, the window it asks about; in the answer, the window
 * used.
 */
const WINDOW_HEADER = 'X-Analysis-Window';

/**
 * Names the window in an answer to the page. Throws TIMESTAMP_OUTSIDE_WINDOW if the request is about another window:
 * the page would otherwise show two windows at once.
 */
function nameWindow(ctx: ApiContext, { identity }: { readonly identity: string }): void {
  if (!ctx.state.isOfPage) return;
  ctx.set(WINDOW_HEADER, identity);
  const asked = ctx.get(WINDOW_HEADER);
  if (asked === '' || asked === identity) return;
  throw new ServiceError(
    'TIMESTAMP_OUTSIDE_WINDOW',
    'the request is about another analysis window than the one that answers now',
  );
}
