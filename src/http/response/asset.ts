import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { z } from 'zod';
import type { ApiContext, Encoding } from '../context.js';
import { acceptsIdentity, preferredEncoding, WORTH_COMPRESSING_BYTES } from './negotiation.js';

/** Quality 9 of 11: at most a tenth larger than the smallest size, in a tenth of the time. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const COMPRESS: Readonly<Record<Encoding, (content: string | Buffer) => Promise<Buffer>>> = {
  br: (content) => promisify(brotliCompress)(content, BROTLI),
  gzip: (content) => promisify(gzip)(content, { level: 9 }),
};

/** Encodings of an asset, the smaller first. */
const ENCODINGS: readonly Encoding[] = ['br', 'gzip'];

/** Route of an asset: no token needed, and not counted. */
export const ASSET_ROUTE = {
  method: 'GET',
  auth: 'none',
  limitGroup: 'other',
  envelope: false,
  negotiated: false,
  encodings: ENCODINGS,
  response: z.object({}),
} as const;

/** An answer that is sent as it is: a document, a file or binary data in place of JSON by a schema. */
export class RawContent {
  constructor(
    readonly type: string,
    readonly content: string | Buffer,
    /** Headers beside those of every answer. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** Content that stays the same while the process runs: compressed by the build, or once, at first use. */
export class Asset extends RawContent {
  /** Digest of the content, for ETags. */
  readonly digest: string;
  readonly #compressed = new Map<Encoding, Promise<Buffer>>();

  /** @param brotli content as the build has compressed it; if absent, it is compressed here, at first use */
  constructor(type: string, content: string | Buffer, headers?: Record<string, string>, brotli?: Buffer) {
    // Kept as bytes: answers that wait to be sent share them, but each would hold a copy of a text.
    super(type, typeof content === 'string' ? Buffer.from(content) : content, headers);
    if (brotli !== undefined) this.#compressed.set('br', Promise.resolve(brotli));
    this.digest = createHash('sha256').update(this.content).digest('base64url');
  }

  /**
   * Sets the body and its Content-Encoding as the client prefers; a body that is not worth compressing is sent plain.
   */
  async send(ctx: ApiContext): Promise<void> {
    const encoding = preferredEncoding(ctx.headers['accept-encoding'], ENCODINGS) ?? 'identity';
    const isWorth = this.content.length >= WORTH_COMPRESSING_BYTES || !acceptsIdentity(ctx);
    if (encoding === 'identity' || !isWorth) {
      ctx.body = this.content;
      return;
    }
    ctx.body = await this.#as(encoding);
    ctx.set('Content-Encoding', encoding);
  }

  #as(encoding: Encoding): Promise<Buffer> {
    const known = this.#compressed.get(encoding);
    if (known !== undefined) return known;
    const compressed = COMPRESS[encoding](this.content);
    this.#compressed.set(encoding, compressed);
    return compressed;
  }
}
