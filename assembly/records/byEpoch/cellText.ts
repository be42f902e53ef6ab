import { BitWriter } from '../deflate';

/**
 * Most entries of a text. At nside 64 they suffice for any epoch, as no satellite sees more than half of the 49,152
 * cells; at a larger nside an epoch may take several texts.
 */
export const CELL_TEXT_ENTRIES: u32 = 24576;

/**
 * JSON text of cells and its DEFLATE: output of one task, which the host copies before the question's next task.
 *
 *   +----------------+------+--------+------+---------+
 *   | ends: u32 each | text | recent | bits | deflate |
 *   +----------------+------+--------+------+---------+
 *
 * An entry's ends are four bytes: the distances from its start to the ends of its id, epoch, ipix and value. In place
 * of the text a task may write cells as numbers (emit/packedFootprint.ts).
 */
@unmanaged
export class CellText {
  private reserved: u32;


  @inline
  get ends(): usize {
    return changetype<usize>(this);
  }


  @inline
  get text(): usize {
    return changetype<usize>(this) + CELL_TEXT_AT;
  }

  /**
   * Returns the address of the u32 that stands for a value, whose digits are [from, to): it holds the address at which
   * the ipix of the last entry with that value ends. Some values share one.
   */
  @inline
  recentOf(from: usize, to: usize): usize {
    const digits = load<u64>(from) << ((8 - (to - from)) << 3);
    return this.recent + <usize>(((digits * SPREADING) >> (64 - RECENT_BITS)) << 2);
  }


  @inline
  clearRecent(): void {
    memory.fill(this.recent, 0, RECENT_BYTES);
  }


  @inline
  private get recent(): usize {
    return changetype<usize>(this) + RECENT_AT;
  }


  @inline
  get bits(): BitWriter {
    return changetype<BitWriter>(changetype<usize>(this) + CELL_DEFLATE_AT - offsetof<BitWriter>());
  }


  @inline
  get deflate(): usize {
    return changetype<usize>(this) + CELL_DEFLATE_AT;
  }
}

/** Base-2 logarithm of the number of u32 in `recent`. */
const RECENT_BITS: u32 = 10;
/** 2^64 over the golden ratio: the highest bits of its multiples are spread evenly (Knuth, TAOCP, 6.4). */
const SPREADING: u64 = 0x9e3779b97f4a7c15;
/** Most bytes of an entry, its comma included: 16 digits of id, 5 of epoch, 3 of nside, 6 of ipix and 5 of value. */
export const CELL_ENTRY_BYTES: u32 = 104;
/** Bytes that kernels may write beyond the text, as they write 16 at a time. */
const BEYOND_BYTES: u32 = 64;
/** Most bytes of an entry's DEFLATE: 4 copies of up to 42 bits, and 32 digits of up to 12. */
const ENTRY_DEFLATE_BYTES: u32 = 69;
/**
 * Room for the first entry, which is stored as it is, for the header and the end of the blocks, and for the bytes that
 * the last word overwrites behind its own.
 */
const BLOCKS_BYTES: u32 = 512;

export const CELL_TEXT_AT: u32 = 4 * CELL_TEXT_ENTRIES;
export const CELL_TEXT_BYTES: u32 = CELL_ENTRY_BYTES * CELL_TEXT_ENTRIES + BEYOND_BYTES;
const RECENT_AT: u32 = CELL_TEXT_AT + CELL_TEXT_BYTES;
const RECENT_BYTES: u32 = 4 << RECENT_BITS;
/** Offset of the DEFLATE. The bit writer stands right before it, in 64 bytes that are kept for it. */
export const CELL_DEFLATE_AT: u32 = RECENT_AT + RECENT_BYTES + 64;
export const CELL_OUTPUT_BYTES: u32 = CELL_DEFLATE_AT + ENTRY_DEFLATE_BYTES * CELL_TEXT_ENTRIES + BLOCKS_BYTES;
