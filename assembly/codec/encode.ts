import { DEBUG } from '../records/checks';
import { Coding, MAX_RUN_NUMBERS } from '../records/coding';
import { pack, packedBytes } from './packed';
import { ESCAPE, ESCAPE_BITS, LARGEST_DIFFERENCE, SYMBOLS, zerosOf, zerosSymbol } from './symbols';
import { CODE_TABLES, codesOf, symbolAndZeros } from './tables';

/** Mode of a run whose differences are packed. A mode below CODE_TABLES is the number of the run's table of codes. */
export const PACKED: u32 = 255;

/**
 * Encodes one run: rows x length numbers (u16; MAX_RUN_NUMBERS at most), rows `strideBytes` apart. The run's first byte
 * is its mode: the number of the table of codes that takes the fewest bits (the first such table), or PACKED if there
 * are escapes and packing the differences takes fewer bytes. Returns the bytes written to `out`, MAX_RUN_BYTES at most;
 * 8 more may be overwritten.
 */
export function encodeRows(numbers: usize, strideBytes: u32, rows: u32, length: u32, coding: Coding, out: usize): u32 {
  const differences = coding.differences;
  const count = rows * length;
  if (DEBUG) assert(count <= MAX_RUN_NUMBERS);
  takeDifferences(numbers, strideBytes, rows, length, differences);
  const symbols = coding.symbols;
  const escapes = coding.escapes;
  const histogram = coding.histogram;
  const symbolCount = takeSymbols(differences, count, symbols, escapes, histogram);

  let table: u32 = 0;
  let bits = u32.MAX_VALUE;
  for (let t: u32 = 0; t < CODE_TABLES; t++) {
    const needed = bitsWith(t, histogram);
    if (needed >= bits) continue;
    bits = needed;
    table = t;
  }
  if (load<u32>(histogram + ((<usize>ESCAPE) << 2)) > 0 && packedBytes(differences, count) < (bits + 7) >>> 3) {
    store<u8>(out, <u8>PACKED);
    return <u32>(pack(differences, count, out + 1) - out);
  }
  store<u8>(out, <u8>table);
  return <u32>(writeSymbols(symbols, symbolCount, escapes, codesOf(table), out + 1) - out);
}

/** Writes the differences of rows x length numbers, and 64 zeros behind them. */
function takeDifferences(numbers: usize, strideBytes: u32, rows: u32, length: u32, differences: usize): void {
  let out = differences;
  let first: u32 = 0;
  for (let r: u32 = 0; r < rows; r++) {
    const row = numbers + <usize>r * strideBytes;
    const number = <u32>load<u16>(row);
    store<u16>(out, <u16>(number - first));
    first = number;
    let k: u32 = 1;
    for (; k + 8 <= length; k += 8) {
      const at = row + ((<usize>k) << 1);
      v128.store(out + ((<usize>k) << 1), i16x8.sub(v128.load(at), v128.load(at - 2)));
    }
    for (; k < length; k++) {
      const at = row + ((<usize>k) << 1);
      store<u16>(out + ((<usize>k) << 1), load<u16>(at) - load<u16>(at - 2));
    }
    out += (<usize>length) << 1;
  }
  memory.fill(out, 0, 128);
}

/**
 * Writes the symbols of `count` differences (u8), the differences that no symbol stands for (u16), and the number of
 * times that each symbol occurs (u32); returns the number of symbols.
 */
function takeSymbols(differences: usize, count: u32, symbols: usize, escapes: usize, histogram: usize): u32 {
  memory.fill(histogram, 0, SYMBOLS << 2);
  let out = symbols;
  let zerosFrom: u32 = 0;
  for (let k: u32 = 0; k < count; k += 64) {
    const block = differences + ((<usize>k) << 1);
    for (let mask = notZero64(block); mask != 0; mask &= mask - 1) {
      const at = k + <u32>ctz(mask);
      const difference = <i32>load<i16>(differences + ((<usize>at) << 1));
      const isEscape = <u32>(difference + LARGEST_DIFFERENCE) > <u32>(2 * LARGEST_DIFFERENCE);
      const symbolZeros = isEscape ? ESCAPE : symbolAndZeros(difference);
      let zeros = at - zerosFrom;
      while (zeros > symbolZeros >>> 8) {
        const symbol = zerosSymbol(zeros - (symbolZeros >>> 8));
        out = putSymbol(symbol, out, histogram);
        zeros -= zerosOf(symbol);
      }
      if (isEscape) {
        store<u16>(escapes, <u16>difference);
        escapes += 2;
      }
      out = putSymbol((symbolZeros & 0xff) + 2 * zeros, out, histogram);
      zerosFrom = at + 1;
    }
  }
  for (let zeros = count - zerosFrom; zeros > 0;) {
    const symbol = zerosSymbol(zeros);
    out = putSymbol(symbol, out, histogram);
    zeros -= zerosOf(symbol);
  }
  return <u32>(out - symbols);
}

/** Mask of 64 differences, the first one's bit lowest: a bit is set where the difference is not 0. */
@inline
function notZero64(block: usize): u64 {
  return (
    notZero16(block) | (notZero16(block + 32) << 16) | (notZero16(block + 64) << 32) | (notZero16(block + 96) << 48)
  );
}


@inline
function notZero16(block: usize): u64 {
  const zero = i16x8.splat(0);
  const low = i16x8.ne(v128.load(block), zero);
  const high = i16x8.ne(v128.load(block, 16), zero);
  return <u64>((<u32>i8x16.bitmask(i8x16.narrow_i16x8_s(low, high))) & 0xffff);
}


@inline
function putSymbol(symbol: u32, out: usize, histogram: usize): usize {
  store<u8>(out, <u8>symbol);
  const times = histogram + ((<usize>symbol) << 2);
  store<u32>(times, load<u32>(times) + 1);
  return out + 1;
}

function bitsWith(table: u32, histogram: usize): u32 {
  const codes = codesOf(table);
  let bits: u32 = load<u32>(histogram + ((<usize>ESCAPE) << 2)) * ESCAPE_BITS;
  for (let symbol: usize = 0; symbol < <usize>SYMBOLS; symbol++) {
    bits += load<u32>(histogram + (symbol << 2)) * ((<u32>load<u16>(codes + (symbol << 1))) >>> 12);
  }
  return bits;
}

/** Writes the code of each symbol, followed for ESCAPE by the difference as it is; returns the address behind them. */
function writeSymbols(symbols: usize, count: u32, escapes: usize, codes: usize, out: usize): usize {
  let bits: u64 = 0;
  let held: u64 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const symbol = <u32>load<u8>(symbols + i);
    const code = <u64>load<u16>(codes + ((<usize>symbol) << 1));
    bits |= (code & 0xfff) << held;
    held += code >>> 12;
    if (symbol == ESCAPE) {
      bits |= (<u64>load<u16>(escapes)) << held;
      held += ESCAPE_BITS;
      escapes += 2;
    }
    store<u64>(out, bits);
    const bytes = held >>> 3;
    out += <usize>bytes;
    bits >>= bytes << 3;
    held &= 7;
  }
  return out + <usize>(held > 0);
}
