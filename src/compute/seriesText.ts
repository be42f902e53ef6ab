import { createGzipStream, type Deflated } from '../codec/gzip.js';
import type { OwnedCore } from '../core/instance.js';
import { deflateOffset, textBytes } from '../memory/slots.js';
import { createTextBuffers, type TextBuffer } from '../memory/textBuffers.js';
import type { Written } from './writeText.js';

/** JSON text of the entries of a series, in memory that is used again when it is released. */
export interface SeriesText {
  readonly entries: number;
  /** How `wrap` encodes the text. */
  readonly encoding: 'identity' | 'gzip';
  /** The JSON array, or the DEFLATE that stands for it; valid until `release`. */
  readonly bytes: Uint8Array;
  /** What the DEFLATE stands for; undefined where `bytes` are the text. */
  readonly deflated: Deflated | undefined;
  /** Puts head and tail around the JSON array, and encodes them with it; valid until `release`. */
  wrap(head: string, tail: string): Buffer;
  release(): void;
}

/** Bytes that an answer may put around the text in the same memory; one that puts more is copied. */
export const MARGIN = { head: 4096, tail: 1024 } as const;
/** Copies texts out of slots: a slow reader must not hold a slot. Where the DEFLATE of a text is there, it takes that. */
export type TakeText = (slot: number, entries: number, written: Written) => SeriesText;

export function createSeriesTexts(core: OwnedCore): TakeText {
  const buffers = createTextBuffers(MARGIN.head + textBytes(core) + MARGIN.tail);
  return (slot, entries, { textBytes: bytes, deflatedBytes, crc32 }) => {
    const isDeflated = deflatedBytes > 0;
    const [from, length] = isDeflated
      ? [slot + deflateOffset(core) + core.layout.DEFLATE_OUT, deflatedBytes]
      : [slot + core.layout.SLOT_TEXT, bytes];
    const buffer = buffers.acquire(MARGIN.head + length + MARGIN.tail);
    buffer.bytes.set(core.bytes.subarray(from, from + length), MARGIN.head);
    return textIn(buffer, length, entries, isDeflated ? { crc32, textBytes: bytes } : undefined);
  };
}

export function emptyText(): SeriesText {
  return {
    entries: 0,
    encoding: 'identity',
    bytes: Buffer.from('[]'),
    deflated: undefined,
    wrap: (head, tail) => Buffer.from(`${head}[]${tail}`),
    release: () => undefined,
  };
}

/** Text of so many bytes in a buffer, behind the margin. */
export function textIn(
  buffer: TextBuffer,
  length: number,
  entries: number,
  deflated: Deflated | undefined,
): SeriesText {
  return {
    entries,
    encoding: deflated === undefined ? 'identity' : 'gzip',
    bytes: buffer.bytes.subarray(MARGIN.head, MARGIN.head + length),
    deflated,
    wrap(head, tail) {
      if (deflated === undefined) return wrapBytes(buffer, length, Buffer.from(head), Buffer.from(tail));
      const stream = createGzipStream();
      const before = stream.begin(head);
      stream.blocks(deflated);
      return wrapBytes(buffer, length, before, stream.end(tail));
    },
    release: () => buffer.release(),
  };
}

/** Puts head and tail around the bytes where they lie; copies all of it where one of them does not fit. */
function wrapBytes({ bytes }: TextBuffer, length: number, head: Buffer, tail: Buffer): Buffer {
  const end = MARGIN.head + length;
  if (head.length > MARGIN.head || tail.length > MARGIN.tail) {
    // Some answers list dozens of passes, or of ranges of their provenance.
    return Buffer.concat([head, bytes.subarray(MARGIN.head, end), tail]);
  }
  const from = MARGIN.head - head.length;
  head.copy(bytes, from);
  tail.copy(bytes, end);
  return bytes.subarray(from, end + tail.length);
}
