import { BitWriter, WORD_BITS, WORD_COUNT } from '../../records/deflate';

/*
 * DEFLATE (RFC 1951) of JSON texts whose entries are alike, without searching for repeated text, and with Huffman codes
 * that are trained beforehand.
 *
 * The entries of a series differ in a few digits only. Everything else is a copy of the entry before, whose distance
 * follows from the numbers in the entries. So no table of earlier text is needed, such as zlib has, and for a time
 * series not even the text:
 *
 *   {"timestamp":"2026-07-10T08:00:00Z","intensity":17,"risk_level":"moderate"},
 *   {"timestamp":"2026-07-10T08:01:00Z","intensity":18,"risk_level":"moderate"},
 *   <------------ copied ------->|<------- copied ---->|<------ copied ------->
 *                                1                     8       as literals
 *
 * A text becomes whole blocks. None of them is marked as the last one of a stream; they end at a whole byte, and copy
 * nothing from before the text. So the blocks of several texts, with stored blocks between them, can follow each other
 * in one gzip stream, whose head and trailer src/codec/gzip.ts writes:
 *
 *   | host         | kernel: deflateTimeseries, deflateCells or deflateCellSeries        | host            |
 *   |--------------|--------------|----------------|---------------------|--------------|-----------------|
 *   | gzip head    | stored:      | codes of the   | words: literals and | end of block | stored, last:   |
 *   | stored:      | first entry  | shape (header) | copies, entry by    | empty stored | `]}` and such   |
 *   | `{"data":`   | as it is     |                | entry               | block        | CRC-32, length  |
 *
 * The empty stored block fills up the last byte. The codes of each of the three shapes of texts are trained beforehand
 * (tables/, made by scripts/train/gzip.ts), so that neither counting symbols nor building a tree takes time.
 *
 * A word (u64) is up to 56 bits of output, the first one in bit 0, and their number from bit 56 on (WORD_COUNT).
 */

const SYMBOL_COUNT: u32 = 286;
const DISTANCE_COUNT: u32 = 30;
const END_OF_BLOCK: u32 = 256;
/** Shortest and longest copy (RFC 1951, 3.2.5). */
export const SHORTEST: u32 = 3;
const LONGEST: u32 = 258;
/** Bytes before the content of a stored block: a head of one byte, the length and its complement (u16 each). */
const STORED_HEAD_BYTES: u32 = 5;

/**
 * Trained codes of one shape of text, all u32:
 *
 *   +---------------+----------------+-------------+---------------------------------------+
 *   | symbols x 286 | distances x 30 | header bits | header of a block that is not the last |
 *   +---------------+----------------+-------------+---------------------------------------+
 *
 * A code has its first bit in bit 0, and its length from bit 16 on. It is 0 for a symbol that no text has.
 */
@unmanaged
export class Codes {
  /** Word of output bits for a literal, a length or the end of a block. */
  @inline
  symbol(symbol: u32): u64 {
    return this.word(symbol);
  }

  /**
   * Word of output bits for a copy of `length` bytes, 3 to 258, from `distance` bytes before, 1 to 32,768 (RFC 1951,
   * 3.2.5).
   */
  copy(length: u32, distance: u32): u64 {
    return joined(this.length(length), this.distance(distance));
  }

  /** Number of bits of the header. */
  @inline
  get headerBits(): u32 {
    return load<u32>(changetype<usize>(this) + <usize>((SYMBOL_COUNT + DISTANCE_COUNT) << 2));
  }

  /** Address of the header. */
  @inline
  get header(): usize {
    return changetype<usize>(this) + <usize>((SYMBOL_COUNT + DISTANCE_COUNT + 1) << 2);
  }

  /**
   * Word of output bits for a length. From length 11 on, four symbols in a row have the same number of extra bits; 258
   * has a symbol of its own.
   */
  @inline
  private length(length: u32): u64 {
    const x = length - 3;
    if (length == 258) return this.symbol(285);
    if (x < 8) return this.symbol(257 + x);
    const extra = 29 - clz(x);
    return joined(this.symbol(257 + 4 * extra + (x >> extra)), plain(x, extra));
  }

  /**
   * Word of output bits for a distance. From distance 5 on, two symbols in a row have the same number of extra bits.
   */
  @inline
  private distance(distance: u32): u64 {
    const y = distance - 1;
    if (y < 4) return this.word(SYMBOL_COUNT + y);
    const extra = 30 - clz(y);
    return joined(this.word(SYMBOL_COUNT + 2 * extra + (y >> extra)), plain(y, extra));
  }


  @inline
  private word(index: u32): u64 {
    const word = load<u32>(changetype<usize>(this) + ((<usize>index) << 2));
    assert(word != 0);
    return (<u64>(word & 0xffff)) | ((<u64>(word >> 16)) << WORD_COUNT);
  }
}

/** Joins two words of output bits into one, of 56 bits at most. */
@inline
export function joined(first: u64, second: u64): u64 {
  const count = first >> WORD_COUNT;
  assert(count + (second >> WORD_COUNT) <= WORD_COUNT);
  // Adds the counts, and puts the bits of the second word above those of the first.
  return first + ((second & WORD_BITS) << count) + (second & ~WORD_BITS);
}

/** A word of the lowest `count` bits. */
@inline
function plain(bits: u32, count: u32): u64 {
  return (<u64>(bits & ((1 << count) - 1))) | ((<u64>count) << WORD_COUNT);
}

/** Begins a block with these codes at the address `at`. */
export function openBlock(bits: BitWriter, codes: Codes, at: usize): void {
  const whole = <usize>(codes.headerBits >> 3);
  memory.copy(at, codes.header, whole);
  bits.begin(at + whole);
  const rest = codes.headerBits & 7;
  if (rest > 0) bits.put(plain(<u32>load<u8>(codes.header + whole), rest));
}

/** Ends the block, then fills up its last byte with an empty stored block; returns the end. */
export function closeBlock(bits: BitWriter, codes: Codes): usize {
  bits.put(codes.symbol(END_OF_BLOCK));
  bits.put(plain(0, 3));
  return putLength(bits.align(), 0);
}

/** Appends a stored block of at most 65,535 bytes; returns the end. */
export function putStored(bytes: usize, length: u32, out: usize): usize {
  store<u8>(out, 0);
  const start = putLength(out + 1, length);
  memory.copy(start, bytes, length);
  return start + length;
}


@inline
function putLength(p: usize, length: u32): usize {
  store<u32>(p, length | (~length << 16));
  return p + STORED_HEAD_BYTES - 1;
}

/**
 * Number of bytes from `p` on that equal the bytes `distance` before them: at most `limit`, and at most 258, the
 * longest copy. Reads up to 15 bytes more.
 */
export function commonBytes(p: usize, distance: u32, limit: u32): u32 {
  const most = min(limit, LONGEST);
  for (let i: u32 = 0; i < most; i += 16) {
    const differing = i8x16.bitmask(i8x16.ne(v128.load(p + i), v128.load(p + i - distance)));
    if (differing != 0) return min(i + ctz(differing), most);
  }
  return most;
}
