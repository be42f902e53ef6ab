import { DEBUG, isRecord } from '../checks';

/**
 * List of the NESTED cells that have an intensity above 0 at one epoch: a bit marks each of them, and its value is the
 * intensity. listCovered writes the whole list; scratch of one question.
 *
 *   +--------+----------------------+----------------------+
 *   | header | marks: a bit a cell  | values: u16 a cell   |
 *   +--------+----------------------+----------------------+
 *
 * Values of cells without a mark are arbitrary.
 */
@unmanaged
export class CellList {
  nside: u32;
  /** Number of cells in the list. */
  count: u32;

  /** Begins a list without cells. */
  @inline
  open(nside: u32): void {
    if (DEBUG) assert(isRecord(this));
    this.nside = nside;
    this.count = 0;
    memory.fill(this.marks, 0, <usize>(this.words << 3));
  }

  /** Number of words (u64) of the marks. */
  @inline
  get words(): u32 {
    return marksWords(this.nside);
  }


  @inline
  get marks(): usize {
    return changetype<usize>(this) + CELL_LIST_HEADER_BYTES;
  }


  @inline
  get values(): usize {
    return this.marks + <usize>(this.words << 3);
  }

  /** Value of a cell that is in the list. */
  @inline
  value(ipix: u32): u32 {
    if (DEBUG) assert(ipix < 12 * this.nside * this.nside);
    return <u32>load<u16>(this.values + <usize>(ipix << 1));
  }
}

export const CELL_LIST_HEADER_BYTES: u32 = (offsetof<CellList>() + 63) & ~63;

/** Bytes of a list that has room for every cell of nside. */
export function cellListBytes(nside: u32): u32 {
  return CELL_LIST_HEADER_BYTES + (marksWords(nside) << 3) + 24 * nside * nside;
}


@inline
function marksWords(nside: u32): u32 {
  return (12 * nside * nside + 63) >> 6;
}
