import { pipeline, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { constants, createGzip } from 'node:zlib';
import type { Logger } from 'pino';
import { renewedPatience } from '../../db/connection/patience.js';
import type { ApiContext } from '../context.js';
import { prefersGzip } from './negotiation.js';
import { whenClosed } from './whenClosed.js';

/** Longest time in ms that an answer waits for its first item; then the answer begins without the item. */
const HEAD_MS = 500;

/** JSON text of an item: a text that has been written already, with a head before it and a tail after it. */
export interface StreamedItem {
  head: string;
  text: {
    readonly bytes: Uint8Array;
    /** Gives back the memory of the bytes; called as soon as they are copied. */
    release(): void;
  };
  tail: string;
}

const NOTHING_MORE = { bytes: new Uint8Array(), release: () => undefined };

/** Makes an item of `head` alone. */
export const textItem = (head: string): StreamedItem => ({ head, text: NOTHING_MORE, tail: '' });

/** At the quickest level, and flushed after each item, so that the client can read it at once. */
const ITEM_BY_ITEM = { level: 1, flush: constants.Z_SYNC_FLUSH };

/** Type of a streamed answer, and the texts around its items. */
interface Frame {
  type: string;
  begin: string;
  between: string;
  end: (meta: object) => string;
}

/** Media type of answers that have a JSON text on each line. */
export const LINES = 'application/x-ndjson';

/** Answer whose items are sent one after the other, as they are found. */
export class Streamed {
  private constructor(
    private readonly frame: Frame,
    private readonly items: AsyncGenerator<StreamedItem, void>,
  ) {}

  /** Answer `{"data":{…fields,"lastField":[item,…]},"meta":…}`, whose last field is an array of JSON texts. */
  static inField(fields: Record<string, unknown>, lastField: string, items: AsyncGenerator<StreamedItem, void>) {
    const begin = `{"data":${JSON.stringify(fields).slice(0, -1)},"${lastField}":[`;
    const end = (meta: object): string => `]},"meta":${JSON.stringify(meta)}}`;
    return new Streamed({ type: 'application/json', begin, between: ',', end }, items);
  }

  /** Answer of lines, each a JSON text; it has neither fields nor meta. */
  static asLines(items: AsyncGenerator<StreamedItem, void>) {
    return new Streamed({ type: LINES, begin: '', between: '', end: () => '' }, items);
  }

  /**
   * Makes the answer the response's body, gzipped if the client prefers that. If the first item fails within half a
   * second, its error is thrown and answered like any other; later errors break the connection, as the status is sent.
   */
  async send(ctx: ApiContext, meta: object, log: Logger): Promise<void> {
    const isZipped = prefersGzip(ctx);
    ctx.status = 200;
    ctx.type = this.frame.type;
    if (ctx.method === 'HEAD') {
      if (isZipped) ctx.set('Content-Encoding', 'gzip');
      return;
    }
    const first = this.items.next();
    // If it fails after the pause, `chunks` throws the item's error again: the connection breaks, but not the process.
    first.catch(() => undefined);
    await Promise.race([first, pause(HEAD_MS, undefined, { ref: false })]);
    if (isZipped) ctx.set('Content-Encoding', 'gzip');
    const parts = Readable.from(this.chunks(first, meta, renewedPatience(), () => ctx.res.flushHeaders()));
    const body = isZipped ? pipeline(parts, createGzip(ITEM_BY_ITEM), () => undefined) : parts;
    body.once('error', (error: Error) => {
      if (!ctx.res.destroyed) log.warn({ err: error, request_id: ctx.state.requestId }, 'an answer broke off');
      ctx.res.destroy();
    });
    // If the parts are never read, or given up before `chunks` has begun, nothing else ends the items.
    parts.once('close', () => void this.items.return().catch(() => undefined));
    whenClosed(ctx.req, ctx.res, () => body.destroy());
    ctx.body = body;
  }

  private async *chunks(
    first: Promise<IteratorResult<StreamedItem, void>>,
    meta: object,
    renewed: ReturnType<typeof renewedPatience>,
    sendHead: () => void,
  ): AsyncGenerator<Buffer> {
    if (this.frame.begin !== '') yield Buffer.from(this.frame.begin);
    // Nothing is written yet, and the first item may take long: send the headers now.
    else sendHead();
    let separator = '';
    try {
      for (let item = await first; item.done !== true; item = await renewed(() => this.items.next())) {
        yield chunkOf(separator, item.value);
        separator = this.frame.between;
      }
    } finally {
      await this.items.return();
    }
    const ended = this.frame.end(meta);
    if (ended !== '') yield Buffer.from(ended);
  }
}

function chunkOf(separator: string, { head, text, tail }: StreamedItem): Buffer {
  try {
    return Buffer.concat([Buffer.from(separator + head), text.bytes, Buffer.from(tail)]);
  } finally {
    text.release();
  }
}
