/**
 * Number of symbols. A series is coded as the differences between neighbouring numbers. Most epochs change a count by
 * nothing, the others by little, so a symbol is a run of zeros, or a few zeros and then one difference that is not
 * zero:
 *
 *   0 to 16    1 to 12, 16, 32, 64, 256 and 1,024 zeros
 *   17 to 100  zeros, then a difference d: at most 12 zeros before |d| = 1, 7 before 2, 3 before 3, none before 4 to
 *              20. Symbols ascend by |d|; each zero adds 2 to the symbol, and d < 0 adds 1
 *   101        a difference as it is, in 16 bits behind the symbol's code
 */
export const SYMBOLS: u32 = 102;
export const ESCAPE: u32 = 101;
export const ESCAPE_BITS: u32 = 16;
export const LARGEST_DIFFERENCE: i32 = 20;

const FIRST_DIFFERENCE: u32 = 17;
const DIRECT_ZEROS: u32 = 12;

/** Most zeros that a symbol can have before a difference of this magnitude, 1 to 20. */
export function mostZerosBefore(magnitude: i32): u32 {
  return magnitude == 1 ? 12 : magnitude == 2 ? 7 : magnitude == 3 ? 3 : 0;
}

/** Symbol of a difference of magnitude 1 to 20 without zeros; each zero before it adds 2. */
export function symbolOf(difference: i32): u32 {
  const magnitude = <u32>abs(difference);
  const first = magnitude == 1 ? 17 : magnitude == 2 ? 43 : magnitude == 3 ? 59 : 59 + 2 * magnitude;
  return first + <u32>(difference < 0);
}

/** Symbol of the longest run of zeros that has a symbol and is no longer than `zeros`, 1 or more. */
@inline
export function zerosSymbol(zeros: u32): u32 {
  if (zeros <= DIRECT_ZEROS) return zeros - 1;
  return zeros < 32 ? (zeros < 16 ? 11 : 12) : zeros < 64 ? 13 : zeros < 256 ? 14 : zeros < 1024 ? 15 : 16;
}

/** Number of zeros in a symbol other than ESCAPE, before its difference if it has one. */
export function zerosOf(symbol: u32): u32 {
  if (symbol < DIRECT_ZEROS) return symbol + 1;
  if (symbol < FIRST_DIFFERENCE)
    return symbol == 12 ? 16 : symbol == 13 ? 32 : symbol == 14 ? 64 : symbol == 15 ? 256 : 1024;
  if (symbol < 43) return (symbol - 17) >>> 1;
  if (symbol < 59) return (symbol - 43) >>> 1;
  return symbol < 67 ? (symbol - 59) >>> 1 : 0;
}

/** Difference that ends a symbol other than ESCAPE; 0 where the symbol is a run of zeros. */
export function differenceOf(symbol: u32): i32 {
  if (symbol < FIRST_DIFFERENCE) return 0;
  const magnitude = symbol < 43 ? 1 : symbol < 59 ? 2 : symbol < 67 ? 3 : <i32>((symbol - 59) >>> 1);
  return (symbol & 1) == 1 ? magnitude : -magnitude;
}
