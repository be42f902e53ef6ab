import { WORD_BITS, WORD_COUNT } from '../../records/deflate';

const SYMBOL_COUNT: u32 = 286;
const DISTANCE_COUNT: u32 = 30;

/**
 * Prefix codes that are trained for texts of one shape, all u32; scripts/train/gzip.ts makes them.
 *
 *   +---------------+----------------+-------------+---------------------------------------+
 *   | symbols x 286 | distances x 30 | header bits | header of a block that is not the last |
 *   +---------------+----------------+-------------+---------------------------------------+
 *
 * A code word has its first bit lowest, and how many bits it has from bit 16 on; it is 0 where no text has the symbol.
 */
@unmanaged
export class Codes {
  /** Word of a literal, a length or the end of a block; its bits' number from bit 56 on. */
  @inline
  symbol(symbol: u32): u64 {
    return this.word(symbol);
  }

  /** Word of a copy of 3 to 258 bytes from 1 to 32,768 bytes before (RFC 1951, 3.2.5). */
  copy(length: u32, distance: u32): u64 {
    return joined(this.length(length), this.distance(distance));
  }

  /** Number of bits of the header. */
  @inline
  get headerBits(): u32 {
    return load<u32>(changetype<usize>(this) + <usize>((SYMBOL_COUNT + DISTANCE_COUNT) << 2));
  }

  /** Where the header lies. */
  @inline
  get header(): usize {
    return changetype<usize>(this) + <usize>((SYMBOL_COUNT + DISTANCE_COUNT + 1) << 2);
  }

  /** Four lengths have each number of extra bits, from 11 on; 258 has a symbol of its own. */
  @inline
  private length(length: u32): u64 {
    const x = length - 3;
    if (length == 258) return this.symbol(285);
    if (x < 8) return this.symbol(257 + x);
    const extra = 29 - clz(x);
    return joined(this.symbol(257 + 4 * extra + (x >> extra)), plain(x, extra));
  }

  /** Two distances have each number of extra bits, from 5 on. */
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

/** Two words as one: 56 bits at most. */
@inline
export function joined(first: u64, second: u64): u64 {
  const count = first >> WORD_COUNT;
  assert(count + (second >> WORD_COUNT) <= WORD_COUNT);
  // The counts add up, and the second's bits are above the first's.
  return first + ((second & WORD_BITS) << count) + (second & ~WORD_BITS);
}

/** `count` bits as a word. */
@inline
export function plain(bits: u32, count: u32): u64 {
  return (<u64>(bits & ((1 << count) - 1))) | ((<u64>count) << WORD_COUNT);
}
