/** A word is up to 56 bits to be written, from bit 0 on; from this bit on stands their number. */
export const WORD_COUNT: u64 = 56;
export const WORD_BITS: u64 = (1 << WORD_COUNT) - 1;

/** Writes bits into bytes, from each byte's lowest bit on (RFC 1951, 3.1.1). */
@unmanaged
export class BitWriter {
  /** Bits that do not fill a byte yet. */
  bits: u64;
  /** Number of `bits`, at most 7. */
  count: u64;
  /** Address to which the next bits are written. */
  at: usize;
  private reserved: u32;

  /** Begins to write at an address. */
  @inline
  begin(at: usize): void {
    this.bits = 0;
    this.count = 0;
    this.at = at;
  }

  /** Appends the bits of a word. Overwrites up to 8 bytes behind them. */
  @inline
  put(word: u64): void {
    const all = this.bits | ((word & WORD_BITS) << this.count);
    const total = this.count + (word >> WORD_COUNT);
    store<u64>(this.at, all);
    this.at += <usize>(total >> 3);
    this.bits = all >> (total & 56);
    this.count = total & 7;
  }

  /** Fills the last byte with zero bits; returns the address behind it, at which writing goes on. */
  @inline
  align(): usize {
    store<u8>(this.at, <u8>this.bits);
    const end = this.at + (this.count > 0 ? 1 : 0);
    this.begin(end);
    return end;
  }
}

/** Number of rows of `Recent`. Values with the same lowest bits share a row, which keeps the one noted last. */
const VALUE_ROWS: u32 = 1024;
const RECENT_BYTES: usize = (<usize>VALUE_ROWS) << 3;
/** Longest distance of a copy (RFC 1951, 3.2.5). */
export const FARTHEST: u32 = 32768;

/** Table of the offset in a text at which each value was last written. */
@unmanaged
export class Recent {
  /**
   * Returns the bytes from the last offset of a value to `start`; 0 if none is known that is near enough to copy from.
   */
  @inline
  distanceTo(value: u32, start: u32): u32 {
    const row = changetype<usize>(this) + <usize>((value & (VALUE_ROWS - 1)) << 3);
    const last = load<u32>(row);
    return last != 0 && load<u32>(row, 4) == value && start - last <= FARTHEST ? start - last : 0;
  }

  /** Notes `start` as the offset at which a value was last written. */
  @inline
  note(value: u32, start: u32): void {
    const row = changetype<usize>(this) + <usize>((value & (VALUE_ROWS - 1)) << 3);
    store<u32>(row, start);
    store<u32>(row, value, 4);
  }


  @inline
  clear(): void {
    memory.fill(changetype<usize>(this), 0, RECENT_BYTES);
  }
}

/**
 * State of deflateTimeseries and deflateCellSeries, which write a text as DEFLATE (emit/gzip/stream.ts), and room for
 * the blocks that they write:
 *
 *   +------+------+-------------------+-------------+
 *   | head | bits | recent or scratch | out: blocks |
 *   +------+------+-------------------+-------------+
 */
@unmanaged
export class Deflate {
  /** Bytes of the text; only deflateTimeseries writes them. */
  textBytes: u32;
  /** CRC-32 of the text; only deflateTimeseries writes it. */
  crc32: u32;


  @inline
  get bits(): BitWriter {
    return changetype<BitWriter>(changetype<usize>(this) + BITS_AT);
  }


  @inline
  get recent(): Recent {
    return changetype<Recent>(changetype<usize>(this) + RECENT_AT);
  }

  /** Scratch of SCRATCH_BYTES for a kernel that does not use `recent`, which lies at the same address. */
  @inline
  get scratch(): usize {
    return changetype<usize>(this) + RECENT_AT;
  }

  /** Address of the blocks. */
  @inline
  get out(): usize {
    return changetype<usize>(this) + <usize>DEFLATE_OUT;
  }

  /** Whether `bytes` more bytes fit. */
  @inline
  hasRoomFor(bytes: u32): bool {
    return this.bits.at <= this.out + <usize>(OUT_BYTES - bytes);
  }
}

const BITS_AT: usize = <usize>offsetof<Deflate>();
const RECENT_AT: usize = BITS_AT + <usize>offsetof<BitWriter>();
export const SCRATCH_BYTES: usize = RECENT_BYTES;
/** Room for the blocks of one text: a week of random values takes three quarters of it. */
const OUT_BYTES: u32 = 131072;

export const DEFLATE_TEXT_BYTES: u32 = offsetof<Deflate>('textBytes');
export const DEFLATE_CRC32: u32 = offsetof<Deflate>('crc32');
export const DEFLATE_OUT: u32 = <u32>(RECENT_AT + RECENT_BYTES);
export const DEFLATE_BYTES: u32 = DEFLATE_OUT + OUT_BYTES;
