import { createGzipStream, type Deflated } from '../../codec/gzip.js';
import type { OwnedCore } from '../../core/instance.js';
import { deflateOffset, textBytes } from '../../core/records/slotRecord.js';
import type { Written } from './writeText.js';

/** JSON text of the entries of a series. */
export interface SeriesText {
  readonly entries: number;
  /** How `wrap` encodes the text. */
  readonly encoding: 'identity' | 'gzip';
  /** The JSON array, or the DEFLATE that stands for it; valid until `release`. */
  readonly bytes: Uint8Array;
  /** Length and CRC-32 of the text that the DEFLATE stands for; undefined where `bytes` are the text. */
  readonly deflated: Deflated | undefined;
  /** Puts head and tail around the JSON array, and encodes them with it; valid until `release`. */
  wrap(head: string, tail: string): Buffer;
  /** Gives the memory back; may be called more than once. */
  release(): void;
}

/** Memory for a text until it is sent. */
interface TextRoom {
  readonly bytes: Buffer;
  release(): void;
}

/** Bytes that an answer may put before and after the text in the same memory; an answer that puts more is copied. */
export const MARGIN = { head: 4096, tail: 1024 } as const;
/**
 * Number of text blocks in the core's memory, 0.8 MB each: as a rule enough for all texts under way. It is fixed, so
 * that clients who stop reading take no more memory, however many they are.
 */
const BLOCKS = 16;
/** Fewest entries of a text that is written in a text block: a shorter text is copied in a few microseconds. */
const LEAST_IN_BLOCK = 1024;

/** Moves texts out of slots, so that no slow reader holds a slot. */
export interface SeriesTexts {
  /** Copies the text that a thread has written into a slot, or its DEFLATE if the thread has written that. */
  take(slot: number, entries: number, written: Written): SeriesText;
  /**
   * Has `write` put a text at the pointer that it is given, in a text block, from which it is sent without a copy. If
   * there is no block, `write` gets no pointer and puts the text into the slot, from which it is copied. DEFLATE is
   * always copied.
   */
  write(task: WriteTask, write: (text: number | undefined) => Written): SeriesText;
}

interface WriteTask {
  slot: number;
  entries: number;
  gzip: boolean;
}

export function createSeriesTexts(core: OwnedCore): SeriesTexts {
  const acquireBlock = createBlocks(core, MARGIN.head + textBytes(core) + MARGIN.tail);

  function take(slot: number, entries: number, { textBytes: bytes, deflatedBytes, crc32 }: Written): SeriesText {
    const isDeflated = deflatedBytes > 0;
    const [from, length] = isDeflated
      ? [slot + deflateOffset(core) + core.layout.DEFLATE_OUT, deflatedBytes]
      : [slot + core.layout.SLOT_TEXT, bytes];
    const room = newRoom(length);
    room.bytes.set(core.bytes.subarray(from, from + length), MARGIN.head);
    return textIn(room, length, entries, isDeflated ? { crc32, textBytes: bytes } : undefined);
  }

  return {
    take,
    write({ slot, entries, gzip }, write) {
      const block = gzip || entries < LEAST_IN_BLOCK ? undefined : acquireBlock();
      if (block === undefined) return take(slot, entries, write(undefined));
      const { textBytes: bytes } = write(block.pointer + MARGIN.head);
      return textIn(block, bytes, entries, undefined);
    },
  };
}

/**
 * Lends up to BLOCKS text blocks of the core's memory, each made when it is first needed; returns undefined while none
 * is free.
 */
function createBlocks({ arena, memory }: OwnedCore, bytes: number): () => (TextRoom & { pointer: number }) | undefined {
  /** Free blocks. The block that was given back last is taken first: the processor's cache still has it. */
  const idle: { pointer: number; bytes: Buffer }[] = [];
  let made = 0;
  return () => {
    let block = idle.pop();
    if (block === undefined) {
      const pointer = made < BLOCKS ? arena.allocate(bytes) : undefined;
      if (pointer === undefined) return undefined;
      made++;
      block = { pointer, bytes: Buffer.from(memory.buffer, pointer, bytes) };
    }
    const lent = block;
    let isHeld = true;
    return {
      ...lent,
      release: () => {
        if (isHeld) idle.push(lent);
        isHeld = false;
      },
    };
  };
}

/**
 * Makes memory for a text of `length` bytes and its margins. The operating system allocates only the pages that are
 * written to.
 */
export function newRoom(length: number): TextRoom {
  return { bytes: Buffer.allocUnsafe(MARGIN.head + length + MARGIN.tail), release: () => undefined };
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

/** Describes the text of `length` bytes that begins behind the head margin of its memory. */
export function textIn(room: TextRoom, length: number, entries: number, deflated: Deflated | undefined): SeriesText {
  return {
    entries,
    encoding: deflated === undefined ? 'identity' : 'gzip',
    bytes: room.bytes.subarray(MARGIN.head, MARGIN.head + length),
    deflated,
    wrap(head, tail) {
      if (deflated === undefined) return wrapBytes(room, length, Buffer.from(head), Buffer.from(tail));
      const stream = createGzipStream();
      const before = stream.begin(head);
      stream.blocks(deflated);
      return wrapBytes(room, length, before, stream.end(tail));
    },
    release: () => room.release(),
  };
}

/** Puts head and tail into the margins around the bytes; if one of them does not fit, all is copied. */
function wrapBytes({ bytes }: TextRoom, length: number, head: Buffer, tail: Buffer): Buffer {
  const end = MARGIN.head + length;
  if (head.length > MARGIN.head || tail.length > MARGIN.tail) {
    // Head or tail may be long: some answers list dozens of passes, or ranges in their provenance.
    return Buffer.concat([head, bytes.subarray(MARGIN.head, end), tail]);
  }
  const from = MARGIN.head - head.length;
  head.copy(bytes, from);
  tail.copy(bytes, end);
  return bytes.subarray(from, end + tail.length);
}
