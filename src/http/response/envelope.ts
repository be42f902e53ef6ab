import type { ServiceError } from './serviceError.js';
import { formatTime } from '../schemas/instant.js';

interface Meta {
  request_id: string;
  timestamp: string;
}

export function metaOf(requestId: string, now: Date): Meta {
  return { request_id: requestId, timestamp: formatTime(now.getTime()) };
}

/** Body of an error (docs/specification.md, section 7, which gives RATE_LIMITED a form of its own). */
export function errorBody(error: ServiceError, requestId: string, now: Date) {
  const { code, message, details } = error;
  if (code === 'RATE_LIMITED') return { error: { code, message }, retry_after: error.retryAfterSeconds };
  return { error: { code, message, ...(details && { details }) }, meta: metaOf(requestId, now) };
}

/** JSON text that a kernel has written, in memory that is held until `release`. */
interface JsonText {
  readonly encoding: 'identity' | 'gzip';
  /** The text between a head and a tail, all of it in that encoding; valid until `release`. */
  wrap(head: string, tail: string): Buffer;
  release(): void;
}

/** Answer whose last field is JSON text already: it is copied behind the other fields, and never parsed. */
export class EmbeddedJson {
  constructor(
    private readonly fields: Record<string, unknown>,
    private readonly lastField: string,
    private readonly text: JsonText,
  ) {}

  /** Encoding of the bytes that `envelope` and `bare` return. */
  get encoding(): 'identity' | 'gzip' {
    return this.text.encoding;
  }

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
