import { createGzipStream, type Deflated } from '../codec/gzip.js';
import type { OwnedCore } from '../core/instance.js';
import { deflateOffset, textBytes } from '../memory/slots.js';
import { createTextBlocks } from '../memory/textBlocks.js';
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
/** Blocks in the core's memory, 0.7 MB each: as many as there are texts under way at a time, as a rule. */
const BLOCKS = 16;
/** Entries from which on a text takes a block: a shorter one is copied in a few microseconds. */
const LEAST_IN_BLOCK = 1024;

/** Texts out of slots: what a slow reader holds is never a slot. */
export interface SeriesTexts {
  /** Copies what a thread has written into a slot: the DEFLATE of a text where that is there. */
  take(slot: number, entries: number, written: Written): SeriesText;
  /**
   * Gives the text of so many entries that `write` puts at the pointer, or in the slot where there is none: then it is copied. The
   * DEFLATE of a text is short, and always copied.
   */
  write(task: WriteTask, write: (text: number | undefined) => Written): SeriesText;
}

interface WriteTask {
  slot: number;
  entries: number;
  gzip: boolean;
}

export function createSeriesTexts(core: OwnedCore): SeriesTexts {
  const largest = MARGIN.head + textBytes(core) + MARGIN.tail;
  const blocks = createTextBlocks(core, BLOCKS, largest);
  const buffers = createTextBuffers(largest);

  function take(slot: number, entries: number, { textBytes: bytes, deflatedBytes, crc32 }: Written): SeriesText {
    const isDeflated = deflatedBytes > 0;
    const [from, length] = isDeflated
      ? [slot + deflateOffset(core) + core.layout.DEFLATE_OUT, deflatedBytes]
      : [slot + core.layout.SLOT_TEXT, bytes];
    const buffer = buffers.acquire(MARGIN.head + length + MARGIN.tail);
    buffer.bytes.set(core.bytes.subarray(from, from + length), MARGIN.head);
    return textIn(buffer, length, entries, isDeflated ? { crc32, textBytes: bytes } : undefined);
  }

  return {
    take,
    write({ slot, entries, gzip }, write) {
      const block = gzip || entries < LEAST_IN_BLOCK ? undefined : blocks.acquire();
      if (block === undefined) return take(slot, entries, write(undefined));
      const { textBytes: bytes } = write(block.pointer + MARGIN.head);
      return textIn(block, bytes, entries, undefined);
    },
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
