import type { OwnedCore } from '../../core/instance.js';
import { textBytes } from '../../core/records/slotRecord.js';

/** JSON text of the entries of a series. */
export interface SeriesText {
  readonly entries: number;
  /** The JSON array; valid until `release`. */
  readonly bytes: Uint8Array;
  /** Puts head and tail around the JSON array; valid until `release`. */
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
 * that clients who stop reading take no more of that memory, however many they are.
 */
const BLOCKS = 16;
/** Fewest entries of a text that is written in a text block: a shorter text is copied in a few microseconds. */
const LEAST_IN_BLOCK = 1024;

/** Moves texts out of slots, so that no slow reader holds a slot. */
export interface SeriesTexts {
  /** Copies the text of `length` bytes that a thread has written into a slot. */
  take(slot: number, entries: number, length: number): SeriesText;
  /**
   * Has `write` put a text at the pointer that it is given, in a text block, from which it is sent without a copy. If
   * there is no block, `write` gets no pointer and puts the text into the slot, from which it is copied. `write`
   * returns the length of the text in bytes.
   */
  write(slot: number, entries: number, write: (text: number | undefined) => number): SeriesText;
}

export function createSeriesTexts(core: OwnedCore): SeriesTexts {
  const acquireBlock = createBlocks(core, MARGIN.head + textBytes(core) + MARGIN.tail);

  function take(slot: number, entries: number, length: number): SeriesText {
    const from = slot + core.layout.SLOT_TEXT;
    const room = newRoom(length);
    room.bytes.set(core.bytes.subarray(from, from + length), MARGIN.head);
    return textIn(room, length, entries);
  }

  return {
    take,
    write(slot, entries, write) {
      const block = entries < LEAST_IN_BLOCK ? undefined : acquireBlock();
      if (block === undefined) return take(slot, entries, write(undefined));
      return textIn(block, write(block.pointer + MARGIN.head), entries);
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
    bytes: Buffer.from('[]'),
    wrap: (head, tail) => Buffer.from(`${head}[]${tail}`),
    release: () => undefined,
  };
}

/** Describes the text of `length` bytes that begins behind the head margin of its memory. */
export function textIn(room: TextRoom, length: number, entries: number): SeriesText {
  return {
    entries,
    bytes: room.bytes.subarray(MARGIN.head, MARGIN.head + length),
    wrap: (head, tail) => wrapBytes(room, length, Buffer.from(head), Buffer.from(tail)),
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
