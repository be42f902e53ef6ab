import { Readable } from 'node:stream';
import { constants } from 'node:zlib';
import type { Logger } from 'pino';
import type { ApiContext } from '../context.js';
import { withPatience } from '../../db/connection/patience.js';
import { whenClosed } from './whenClosed.js';

/** Longest wait for the first item; then the answer begins without it. */
const HEAD_MS = 500;

/** Answer whose last field is an array of JSON texts that arrive one after the other. */
export class Streamed {
  constructor(
    private readonly fields: Record<string, unknown>,
    private readonly lastField: string,
    private readonly items: AsyncGenerator<Buffer, void>,
  ) {}

  /**
   * Makes the answer the response's body: `{"data":{…fields,"lastField":[item,…]},"meta":…}`. Errors within the first
   * half second are thrown and answered like any other; later ones break the connection, as the status is already sent.
   */
  async send(ctx: ApiContext, meta: object, log: Logger): Promise<void> {
    ctx.status = 200;
    ctx.type = 'application/json';
    if (ctx.method === 'HEAD') return;
    const first = this.items.next();
    await settledWithin(first, HEAD_MS);
    const body = Readable.from(this.text(first, meta));
    // Koa connects the two only where nothing compresses the body between them.
    body.once('error', (error: Error) => {
      if (!ctx.res.destroyed) log.warn({ err: error, request_id: ctx.state.requestId }, 'an answer broke off');
      ctx.res.destroy();
    });
    whenClosed(ctx.req, ctx.res, () => body.destroy());
    ctx.body = body;
    // Flushes each item as soon as it is there.
    Object.assign(ctx, { compress: { gzip: { level: 1, flush: constants.Z_SYNC_FLUSH } } });
  }

  private async *text(first: Promise<IteratorResult<Buffer, void>>, meta: object): AsyncGenerator<string | Buffer> {
    yield `{"data":${JSON.stringify(this.fields).slice(0, -1)},"${this.lastField}":[`;
    let separator = '';
    try {
      for (let item = await first; item.done !== true; item = await withPatience(() => this.items.next())) {
        if (separator !== '') yield separator;
        yield item.value;
        separator = ',';
      }
    } finally {
      await this.items.return();
    }
    yield `]},"meta":${JSON.stringify(meta)}}`;
  }
}

/** Waits for the promise, but not longer than `ms`; rejects where it does. */
async function settledWithin(promise: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const pause = new Promise((resolve) => (timer = setTimeout(resolve, ms)));
  promise.catch(() => undefined);
  try {
    await Promise.race([promise, pause]);
  } finally {
    clearTimeout(timer);
  }
}
