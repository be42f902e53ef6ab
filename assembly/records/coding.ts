import { MAX_EPOCHS } from './window';

/**
 * Working memory for encoding and decoding runs of numbers, one run after another (codec/); scratch of one thread.
 *
 *   +--------------------+--------------+-------------+------------------+---------+
 *   | differences -> i16 | symbols -> u8| escapes->u16| histogram -> u32 | runs    |
 *   +--------------------+--------------+-------------+------------------+---------+
 */
@unmanaged
export class Coding {
  /** Differences between neighbouring numbers, i16. */
  @inline
  get differences(): usize {
    return changetype<usize>(this);
  }

  /** Symbols of the differences, u8. */
  @inline
  get symbols(): usize {
    return changetype<usize>(this) + SYMBOLS_AT;
  }

  /** Differences that no symbol stands for, and that are written as they are: u16. */
  @inline
  get escapes(): usize {
    return changetype<usize>(this) + ESCAPES_AT;
  }

  /** Number of times that each symbol occurs, u32. */
  @inline
  get histogram(): usize {
    return changetype<usize>(this) + CODING_HISTOGRAM;
  }
}

/** Most numbers in a run. */
export const MAX_RUN_NUMBERS: u32 = MAX_EPOCHS;
/** Most bytes of a run of numbers: one for its mode and, packed, 33 for every 16 numbers. */
export const MAX_RUN_BYTES: u32 = 1 + (MAX_RUN_NUMBERS / 16) * 33;

/**
 * Offset of the symbols. It leaves room for all differences, and for the ones that the decoder's last look-ups write
 * beyond them (readSymbols).
 */
const SYMBOLS_AT: u32 = 30592;
const ESCAPES_AT: u32 = SYMBOLS_AT + 10112;
export const CODING_HISTOGRAM: u32 = ESCAPES_AT + 20160;
export const CODING_RUNS: u32 = CODING_HISTOGRAM + 448;
/** Room for runs of numbers, bytes; kernels may overwrite up to 64 bytes behind it. */
export const CODING_RUNS_BYTES: u32 = 131072;
export const CODING_BYTES: u32 = CODING_RUNS + CODING_RUNS_BYTES + 64;
