import { promisify } from 'node:util';
import { gzip, gzipSync } from 'node:zlib';
import type { ApiContext } from '../context.js';
import { acceptsIdentity, prefersGzip, WORTH_COMPRESSING_BYTES } from '../response/encoding.js';
import type { FinishingStep } from './finish.js';

/** Largest answer, in bytes, that is compressed at once, in some 50 us: another thread would be asked as long. */
const AT_ONCE_BYTES = 32_768;
const QUICKLY = { level: 1 };
/** Types of answers that are text. */
const TEXT = /^(?:text\/|application\/json\b)/;

const gzipApart = promisify(gzip);

/**
 * Compresses answers that are text and not encoded yet, for clients that prefer that. brotli at its quickest takes as long
 * and saves a few hundred bytes of such answers: it is for what is compressed once (Asset).
 */
export const compress: FinishingStep = (ctx) => {
  const bytes = worthCompressing(ctx);
  return bytes === undefined ? undefined : zip(ctx, bytes);
};

function worthCompressing(ctx: ApiContext): Buffer | undefined {
  if (ctx.res.hasHeader('Content-Encoding') || !TEXT.test(ctx.type) || !prefersGzip(ctx)) return undefined;
  const bytes = bytesOf(ctx.body);
  const isWorth = bytes !== undefined && (bytes.length >= WORTH_COMPRESSING_BYTES || !acceptsIdentity(ctx));
  return isWorth ? bytes : undefined;
}

async function zip(ctx: ApiContext, bytes: Buffer): Promise<void> {
  ctx.body = bytes.length <= AT_ONCE_BYTES ? gzipSync(bytes, QUICKLY) : await gzipApart(bytes, QUICKLY);
  ctx.set('Content-Encoding', 'gzip');
}

/** A body as it would be sent; undefined for none and for streams. */
function bytesOf(body: unknown): Buffer | undefined {
  if (Buffer.isBuffer(body)) return body;
  if (typeof body === 'string') return Buffer.from(body);
  if (typeof body !== 'object' || body === null || 'pipe' in body) return undefined;
  return Buffer.from(JSON.stringify(body));
}
