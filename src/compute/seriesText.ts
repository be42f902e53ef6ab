import { type Deflated, gzipAround } from '../codec/gzip.js';
import { createTextBuffers, type TextBuffer } from '../memory/textBuffers.js';

/** JSON text of the entries of a series, in memory that is used again when it is released. */
export interface SeriesText {
  readonly entries: number;
  /** How `wrap` encodes the text. */
  readonly encoding: 'identity' | 'gzip';
  /** Puts head and tail around the JSON array, and encodes them with it; valid until `release`. */
  wrap(head: string, tail: string): Buffer;
  release(): void;
}

/** Bytes that an answer may put around the text in the same memory; one that puts more is copied. */
const MARGIN = { head: 4096, tail: 1024 } as const;

/**
 * Makes texts of up to `largest` bytes out of JSON arrays, which are copied; or out of their DEFLATE, where it is told what
 * that stands for.
 */
export function createSeriesTexts(
  largest: number,
): (entries: number, array: Uint8Array, deflated?: Deflated) => SeriesText {
  const buffers = createTextBuffers(MARGIN.head + largest + MARGIN.tail);
  return (entries, array, deflated) => {
    const buffer = buffers.acquire(MARGIN.head + array.length + MARGIN.tail);
    buffer.bytes.set(array, MARGIN.head);
    return {
      entries,
      encoding: deflated === undefined ? 'identity' : 'gzip',
      wrap: (head, tail) => {
        const ends = deflated === undefined ? [Buffer.from(head), Buffer.from(tail)] : gzipAround(head, tail, deflated);
        return wrapBytes(buffer, array.length, ends[0] as Buffer, ends[1] as Buffer);
      },
      release: () => buffer.release(),
    };
  };
}

export function emptyText(): SeriesText {
  return {
    entries: 0,
    encoding: 'identity',
    wrap: (head, tail) => Buffer.from(`${head}[]${tail}`),
    release: () => undefined,
  };
}

/** Puts head and tail around the bytes where they lie; copies all of it where one of them does not fit. */
function wrapBytes({ bytes }: TextBuffer, length: number, head: Buffer, tail: Buffer): Buffer {
  const end = MARGIN.head + length;
  if (head.length > MARGIN.head || tail.length > MARGIN.tail) {
    // Provenance lists any number of ranges: few answers list dozens of them.
    return Buffer.concat([head, bytes.subarray(MARGIN.head, end), tail]);
  }
  const from = MARGIN.head - head.length;
  head.copy(bytes, from);
  tail.copy(bytes, end);
  return bytes.subarray(from, end + tail.length);
}
