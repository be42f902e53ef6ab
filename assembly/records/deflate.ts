/** Position of the count in a word of up to 56 bits. */
export const WORD_COUNT: u64 = 56;
export const WORD_BITS: u64 = (1 << WORD_COUNT) - 1;

/** Bits on their way into bytes, the first lowest (RFC 1951, 3.1.1). */
@unmanaged
export class BitWriter {
  /** Bits that are no whole byte yet, at most 7 between two tokens. */
  bits: u64;
  count: u64;
  /** Where they will be written. */
  at: usize;
  private reserved: u32;

  /** Begins to write at an address. */
  @inline
  begin(at: usize): void {
    this.bits = 0;
    this.count = 0;
    this.at = at;
  }

  /** Appends a word: its bits, and from bit 56 on how many they are. Writes up to 8 bytes beyond them. */
  @inline
  put(word: u64): void {
    const all = this.bits | ((word & WORD_BITS) << this.count);
    const total = this.count + (word >> WORD_COUNT);
    store<u64>(this.at, all);
    this.at += <usize>(total >> 3);
    this.bits = all >> (total & 56);
    this.count = total & 7;
  }

  /** Fills the last byte with zeros; returns the end. */
  @inline
  align(): usize {
    store<u8>(this.at, <u8>this.bits);
    const end = this.at + (this.count > 0 ? 1 : 0);
    this.begin(end);
    return end;
  }
}

/**
 * One entry of a text, by offsets into it: three stretches, of which each is copied from a distance of its own; 0 where there
 * is nothing to copy.
 */
@unmanaged
export class Entry {
  end: u32;
  /** How far a copy may go: into the next entry, which is there already. */
  limit: u32;
  /** Distance for what lies before `firstTo`. */
  first: u32;
  firstTo: u32;
  /** Distance for what lies before `secondTo`. */
  second: u32;
  secondTo: u32;
  /** Distance for the rest. */
  third: u32;
  private reserved: u32;

  /** Distance to what has most in common with the text from `p` on. */
  @inline
  distanceAt(p: u32): u32 {
    if (p < this.firstTo) return this.first;
    return p < this.secondTo ? this.second : this.third;
  }
}

/** Rows of the values; those that have a row in common displace each other. */
const VALUE_ROWS: u32 = 1024;
const RECENT_BYTES: usize = (<usize>VALUE_ROWS) << 3;
/** Longest distance of a copy (RFC 1951, 3.2.5). */
export const FARTHEST: u32 = 32768;

/** Where each value was written last. */
@unmanaged
export class Recent {
  /** Distance from `start` to that of the last entry with the value; 0 where none is near enough. */
  @inline
  distanceTo(value: u32, start: u32): u32 {
    const row = changetype<usize>(this) + <usize>((value & (VALUE_ROWS - 1)) << 3);
    const last = load<u32>(row);
    return last != 0 && load<u32>(row, 4) == value && start - last <= FARTHEST ? start - last : 0;
  }

  /** Notes where the value of an entry starts. */
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
 * A text's DEFLATE on its way: what the kernel needs, and the room for its output behind it.
 *
 *   +------+------+-------+--------+------------------+
 *   | head | bits | entry | recent | out: blocks      |
 *   +------+------+-------+--------+------------------+
 */
@unmanaged
export class Deflate {
  /** Bytes of the text. */
  textBytes: u32;
  /** CRC-32 of the text. */
  crc32: u32;


  @inline
  get bits(): BitWriter {
    return changetype<BitWriter>(changetype<usize>(this) + BITS_AT);
  }


  @inline
  get entry(): Entry {
    return changetype<Entry>(changetype<usize>(this) + ENTRY_AT);
  }


  @inline
  get recent(): Recent {
    return changetype<Recent>(changetype<usize>(this) + RECENT_AT);
  }

  /** Scratch of a kernel that needs no `recent`: SCRATCH_BYTES. */
  @inline
  get scratch(): usize {
    return changetype<usize>(this) + RECENT_AT;
  }

  /** Where the blocks are written. */
  @inline
  get out(): usize {
    return changetype<usize>(this) + <usize>DEFLATE_OUT;
  }

  /** Whether so many bytes more are sure to fit. */
  @inline
  hasRoomFor(bytes: u32): bool {
    return this.bits.at <= this.out + <usize>(OUT_BYTES - bytes);
  }
}

const BITS_AT: usize = <usize>offsetof<Deflate>();
const ENTRY_AT: usize = BITS_AT + <usize>offsetof<BitWriter>();
const RECENT_AT: usize = ENTRY_AT + <usize>offsetof<Entry>();
export const SCRATCH_BYTES: usize = RECENT_BYTES;
/** Room for the blocks of one text: noise of any values takes three quarters of it. */
const OUT_BYTES: u32 = 131072;

export const DEFLATE_TEXT_BYTES: u32 = offsetof<Deflate>('textBytes');
export const DEFLATE_CRC32: u32 = offsetof<Deflate>('crc32');
export const DEFLATE_OUT: u32 = <u32>(RECENT_AT + RECENT_BYTES);
export const DEFLATE_BYTES: u32 = DEFLATE_OUT + OUT_BYTES;
