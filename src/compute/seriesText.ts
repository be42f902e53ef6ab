import { createTextBuffers, type TextBuffer } from '../memory/textBuffers.js';

/** JSON text of the entries of a series, in memory that is used again when it is released. */
export interface SeriesText {
  readonly entries: number;
  /** Puts head and tail around the JSON array: one contiguous view. */
  wrap(head: string, tail: string): Buffer;
  release(): void;
}

/** Bytes that an answer may put around the text: its own fields before it, the envelope's meta behind it. */
export const TEXT_MARGIN = { head: 4096, tail: 1024 } as const;

/** Makes texts of up to `largest` bytes out of JSON arrays, which are copied. */
export function createSeriesTexts(largest: number): (entries: number, array: Uint8Array) => SeriesText {
  const buffers = createTextBuffers(TEXT_MARGIN.head + largest + TEXT_MARGIN.tail);
  return (entries, array) => {
    const buffer = buffers.acquire(TEXT_MARGIN.head + array.length + TEXT_MARGIN.tail);
    buffer.bytes.set(array, TEXT_MARGIN.head);
    return {
      entries,
      wrap: (head, tail) => wrapText(buffer, array.length, head, tail),
      release: () => buffer.release(),
    };
  };
}

export function emptyText(): SeriesText {
  return { entries: 0, wrap: (head, tail) => Buffer.from(`${head}[]${tail}`), release: () => undefined };
}

/** Puts head and tail around the text where it lies. */
function wrapText({ bytes }: TextBuffer, text: number, head: string, tail: string): Buffer {
  const headBytes = Buffer.byteLength(head);
  const tailBytes = Buffer.byteLength(tail);
  if (headBytes > TEXT_MARGIN.head || tailBytes > TEXT_MARGIN.tail) {
    throw new RangeError(
      `head of ${headBytes} and tail of ${tailBytes} bytes: at most ${TEXT_MARGIN.head} and ${TEXT_MARGIN.tail} fit`,
    );
  }
  const from = TEXT_MARGIN.head - headBytes;
  bytes.write(head, from);
  bytes.write(tail, TEXT_MARGIN.head + text);
  return bytes.subarray(from, TEXT_MARGIN.head + text + tailBytes);
}
