import { ESCAPE, LARGEST_DIFFERENCE, SYMBOLS, differenceOf, mostZerosBefore, symbolOf, zerosOf } from './symbols';

/**
 * Address of the tables that encoding and decoding read. The memory that the host allocates begins behind them and the
 * tables of CRC-32 or, in a core that writes no tables, here.
 */
export const CODES: u32 = <u32>__heap_base;

export const CODE_TABLES: u32 = 16;
const LONGEST_CODE: u32 = 11;
export const LOOKUP_MASK: u64 = (1 << LONGEST_CODE) - 1;

/** Bytes of one table's codes, a u16 for each symbol: the code, its first bit lowest, and its length from bit 12 on. */
const CODES_ROW: usize = 256;
/**
 * Bytes of one table's look-ups. Each value of the next 11 bits has 16 bytes: the first 13 differences (i8; 0 behind
 * the last), the bits that all its differences take (u8; 0 where an escape comes first) and their number (u16).
 */
const LOOKUPS_ROW: usize = 16 << LONGEST_CODE;
const LOOKUP_DIFFERENCES: u32 = 13;
export const LOOKUP_BITS: usize = 13;
export const LOOKUP_COUNT: usize = 14;
/** Most differences of a look-up: 1,024 zeros and a few more. */
export const MOST_NUMBERS: u32 = 1036;

/**
 * Bytes of the first symbols of one table of codes: for each value of the next 11 bits, the symbol (u8) with whose code
 * they begin.
 */
const SYMBOLS_ROW: usize = 1 << LONGEST_CODE;

/** Bytes of the table of the differences from -20 to 20: the symbol of each (u8), and the most zeros before it (u8). */
const DIFFERENCES_BYTES: usize = 128;

const LOOKUPS: usize = <usize>CODE_TABLES * CODES_ROW;
const FIRST_SYMBOLS: usize = LOOKUPS + <usize>CODE_TABLES * LOOKUPS_ROW;
const DIFFERENCES: usize = FIRST_SYMBOLS + <usize>CODE_TABLES * SYMBOLS_ROW;


@inline
export function codesOf(table: u32): usize {
  return <usize>CODES + <usize>table * CODES_ROW;
}


@inline
export function lookupsOf(table: u32): usize {
  return <usize>CODES + LOOKUPS + <usize>table * LOOKUPS_ROW;
}


@inline
export function symbolsOf(table: u32): usize {
  return <usize>CODES + FIRST_SYMBOLS + <usize>table * SYMBOLS_ROW;
}

/** Bytes of all tables that fillCodes writes. */
export const CODES_BYTES: u32 = <u32>(DIFFERENCES + DIFFERENCES_BYTES);

/** Symbol of a difference of magnitude 1 to 20 (lowest byte), and the most zeros before it (next byte). */
@inline
export function symbolAndZeros(difference: i32): u32 {
  return load<u16>(<usize>CODES + DIFFERENCES + ((<usize>(difference + LARGEST_DIFFERENCE)) << 1));
}

/** Writes the tables that encoding and decoding read: the host calls it once for each memory that needs them. */
export function fillCodes(): void {
  for (let table: u32 = 0; table < CODE_TABLES; table++) {
    assignCodes(LENGTHS + <usize>(table * SYMBOLS), codesOf(table));
    fillLookups(codesOf(table), symbolsOf(table), lookupsOf(table));
  }
  for (let difference = -LARGEST_DIFFERENCE; difference <= LARGEST_DIFFERENCE; difference++) {
    if (difference == 0) continue;
    const at = <usize>CODES + DIFFERENCES + ((<usize>(difference + LARGEST_DIFFERENCE)) << 1);
    store<u8>(at, <u8>symbolOf(difference));
    store<u8>(at, <u8>mostZerosBefore(abs(difference)), 1);
  }
}

/**
 * Assigns canonical codes: shorter ones first; among codes of one length, by symbol, each is the code before plus 1.
 */
function assignCodes(lengths: usize, codes: usize): void {
  let next: u32 = 0;
  for (let length: u32 = 1; length <= LONGEST_CODE; length++) {
    for (let symbol: u32 = 0; symbol < SYMBOLS; symbol++) {
      if (load<u8>(lengths + symbol) != length) continue;
      store<u16>(codes + ((<usize>symbol) << 1), <u16>(reversed(next, length) | (length << 12)));
      next++;
    }
    next <<= 1;
  }
}

function reversed(code: u32, length: u32): u32 {
  let bits: u32 = 0;
  for (let i: u32 = 0; i < length; i++) bits |= ((code >>> i) & 1) << (length - 1 - i);
  return bits;
}

function fillLookups(codes: usize, firstSymbols: usize, lookups: usize): void {
  for (let symbol: u32 = 0; symbol < SYMBOLS; symbol++) {
    const code = <u32>load<u16>(codes + ((<usize>symbol) << 1));
    for (let bits = code & 0xfff; bits <= <u32>LOOKUP_MASK; bits += 1 << (code >>> 12)) {
      store<u8>(firstSymbols + bits, <u8>symbol);
    }
  }
  for (let bits: u32 = 0; bits <= <u32>LOOKUP_MASK; bits++) {
    fillLookup(bits, codes, firstSymbols, lookups + ((<usize>bits) << 4));
  }
}

/** Fills a look-up with the symbols whose codes lie wholly in `bits`, as far as there is room. */
function fillLookup(bits: u32, codes: usize, firstSymbols: usize, lookup: usize): void {
  v128.store(lookup, i64x2.splat(0));
  let taken: u32 = 0;
  let count: u32 = 0;
  for (;;) {
    const symbol = <u32>load<u8>(firstSymbols + (bits >>> taken));
    const length = (<u32>load<u16>(codes + ((<usize>symbol) << 1))) >>> 12;
    if (symbol == ESCAPE || taken + length > LONGEST_CODE) break;
    const difference = differenceOf(symbol);
    const after = count + zerosOf(symbol) + <u32>(difference != 0);
    if (after > (difference == 0 ? MOST_NUMBERS : LOOKUP_DIFFERENCES)) break;
    if (difference != 0) store<i8>(lookup + after - 1, <i8>difference);
    count = after;
    taken += length;
  }
  store<u8>(lookup, <u8>taken, LOOKUP_BITS);
  store<u16>(lookup, <u16>count, LOOKUP_COUNT);
}

/**
 * Lengths of the codes of all symbols in bits, a row for each table, from quiet series to lively ones. Trained on the
 * series of twelve cells, of the public catalogue of 2026-07-10 (15,978 satellites) with SatNOGS transmitters of
 * 2026-08-08, and of the bundled catalogue. Stored series are read with these lengths, so they never change.
 */
// prettier-ignore
export const LENGTHS: usize = memory.data<u8>([
  5, 5, 5, 6, 6, 6, 6, 7, 7, 6, 6, 4, 4, 4, 3, 4, 6, 8, 7, 8, 7, 8, 6, 8, 6, 9, 6, 9, 5, 9, 5, 9, 6, 9, 6, 9, 5, 10, 6, 10, 11, 3, 6, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 9, 9, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
  6, 6, 5, 5, 5, 7, 8, 8, 8, 8, 8, 7, 6, 8, 8, 10, 11, 5, 5, 4, 5, 5, 5, 5, 5, 5, 5, 6, 5, 6, 5, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 4, 3, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 9, 8, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
  6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8, 6, 6, 7, 8, 11, 11, 4, 4, 4, 4, 5, 4, 5, 4, 5, 4, 5, 5, 6, 5, 6, 6, 6, 7, 7, 7, 7, 8, 7, 9, 4, 6, 8, 8, 9, 8, 10, 9, 10, 9, 10, 9, 10, 10, 11, 10, 8, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
  7, 7, 7, 7, 8, 9, 9, 9, 10, 10, 10, 8, 9, 11, 11, 11, 11, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5, 6, 6, 5, 6, 6, 7, 7, 7, 7, 7, 8, 8, 5, 6, 7, 7, 8, 8, 8, 8, 8, 9, 9, 9, 10, 10, 11, 10, 8, 8, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
  9, 10, 10, 11, 11, 10, 11, 11, 11, 11, 11, 9, 7, 7, 9, 10, 11, 4, 4, 3, 4, 3, 5, 5, 4, 5, 4, 6, 4, 6, 4, 9, 4, 10, 8, 11, 11, 11, 11, 11, 11, 7, 11, 10, 10, 6, 10, 7, 10, 9, 9, 11, 8, 11, 7, 11, 7, 11, 8, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
  8, 9, 9, 10, 10, 11, 11, 11, 11, 11, 11, 11, 10, 11, 11, 11, 11, 3, 3, 3, 3, 4, 4, 5, 5, 5, 6, 6, 6, 7, 7, 7, 7, 8, 9, 9, 10, 10, 11, 10, 11, 8, 10, 5, 5, 6, 6, 7, 7, 8, 8, 8, 8, 9, 9, 10, 10, 9, 10, 8, 8, 9, 9, 10, 10, 9, 9, 10, 9, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
  6, 7, 8, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 3, 4, 7, 7, 9, 4, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 3, 4, 6, 9, 11, 5, 11, 7, 11, 11, 11, 11, 11, 11, 11, 11, 4, 7, 3, 7, 11, 3, 11, 4, 6, 6, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
  7, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9, 7, 7, 7, 6, 8, 11, 2, 2, 5, 5, 6, 6, 7, 6, 8, 7, 8, 7, 9, 7, 8, 8, 10, 10, 9, 8, 10, 11, 10, 9, 5, 11, 4, 4, 6, 6, 8, 8, 9, 9, 11, 10, 11, 11, 11, 11, 10, 11, 7, 7, 8, 8, 10, 10, 11, 11, 8, 8, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
  8, 9, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 2, 2, 4, 4, 5, 5, 6, 6, 7, 7, 7, 8, 9, 9, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 5, 4, 6, 6, 7, 7, 8, 8, 9, 9, 9, 10, 10, 11, 10, 11, 6, 6, 8, 8, 9, 9, 9, 10, 8, 8, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
  9, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 2, 2, 4, 4, 5, 5, 7, 7, 8, 8, 9, 9, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 4, 4, 6, 5, 7, 7, 8, 8, 10, 10, 11, 11, 11, 11, 11, 11, 6, 6, 8, 8, 9, 9, 10, 11, 8, 8, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
  8, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 2, 2, 4, 4, 6, 6, 7, 7, 8, 8, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 4, 4, 5, 5, 7, 7, 9, 9, 10, 10, 11, 11, 11, 11, 11, 11, 6, 6, 7, 7, 9, 9, 10, 10, 7, 7, 9, 9, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
  8, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 2, 2, 4, 4, 6, 6, 8, 8, 10, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 4, 4, 5, 6, 7, 7, 9, 9, 11, 11, 11, 11, 11, 11, 11, 11, 5, 5, 7, 7, 9, 9, 10, 10, 7, 7, 9, 9, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
  7, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 2, 3, 5, 5, 6, 7, 8, 8, 11, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 3, 3, 6, 6, 7, 8, 10, 9, 11, 11, 11, 11, 11, 11, 11, 11, 4, 4, 7, 7, 7, 9, 10, 11, 6, 6, 8, 8, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
  6, 8, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 3, 3, 5, 5, 7, 7, 9, 8, 10, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 3, 3, 5, 5, 7, 7, 9, 9, 11, 11, 11, 11, 11, 11, 11, 11, 4, 4, 6, 6, 8, 8, 9, 10, 5, 5, 6, 6, 7, 7, 9, 9, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
  6, 9, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 3, 3, 6, 6, 9, 9, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 3, 3, 6, 6, 9, 9, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 4, 4, 7, 7, 10, 10, 11, 11, 4, 4, 5, 5, 6, 6, 7, 8, 9, 9, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
  5, 9, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 4, 4, 7, 7, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 4, 4, 8, 8, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 4, 4, 8, 8, 11, 11, 11, 11, 4, 4, 4, 4, 5, 5, 5, 5, 6, 5, 6, 6, 6, 6, 7, 7, 7, 8, 8, 8, 9, 9, 9, 9, 10, 10, 10, 10, 11, 11, 11, 11, 11, 11, 11,
]);
