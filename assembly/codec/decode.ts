import { DEBUG } from '../records/checks';
import { Coding, MAX_RUN_NUMBERS } from '../records/coding';
import { RUN_MODE_UNKNOWN, RUN_PADDING, RUN_TOO_LONG, RUN_TOO_SHORT } from '../status';
import { PACKED } from './encode';
import { unpack } from './packed';
import { ESCAPE, ESCAPE_BITS, differenceOf, zerosOf } from './symbols';
import { CODE_TABLES, LOOKUP_BITS, LOOKUP_COUNT, LOOKUP_MASK, codesOf, lookupsOf, symbolsOf } from './tables';

/**
 * Decodes a run of numbers, which must end at `end` or before, into rows x length numbers (u16), rows `strideBytes`
 * apart: the inverse of encodeRows. Returns the number of bytes that the run takes, or a status below 0 if the bytes
 * are no such run; the rows are then arbitrary. Writes nothing outside of the rows and `coding`, and reads up to 16
 * bytes behind `end`. It has seven parameters because the host can pass numbers only.
 */
export function decodeRows(
  run: usize,
  end: usize,
  numbers: usize,
  strideBytes: u32,
  rows: u32,
  length: u32,
  coding: Coding,
): i32 {
  if (run >= end) return -RUN_TOO_SHORT;
  const mode = <u32>load<u8>(run);
  const differences = coding.differences;
  const count = rows * length;
  if (DEBUG) assert(count <= MAX_RUN_NUMBERS);
  let bytes: i32;
  if (mode == PACKED) bytes = unpack(run + 1, end, differences, count);
  else if (mode < CODE_TABLES) bytes = readSymbols(run + 1, end, mode, differences, count);
  else return -RUN_MODE_UNKNOWN;
  if (bytes < 0) return bytes;
  sumRows(differences, numbers, strideBytes, rows, length);
  return 1 + bytes;
}

/** Mask that keeps the differences of a look-up, its first 13 bytes. */
const DIFFERENCES: v128 = i8x16(-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, 0);

/**
 * Decodes symbols into `count` differences, by five look-ups for each load of 64 bits. A look-up writes 16 differences;
 * those beyond its own number are 0, and the next look-up overwrites them. The last few symbols are read one by one, as
 * a look-up there would take bits of the next run. Returns the bytes read, or a status below 0.
 */
function readSymbols(data: usize, end: usize, table: u32, differences: usize, count: u32): i32 {
  const lookups = lookupsOf(table);
  const escapeBits = <u64>(load<u16>(codesOf(table) + ((<usize>ESCAPE) << 1)) >>> 12);
  const limit = (end - data) << 3;
  const last = differences + ((<usize>count) << 1);
  memory.fill(differences, 0, ((<usize>count) << 1) + 32);
  let p = differences;
  let bit: usize = 0;
  while (p < last) {
    const fromP = p;
    const fromBit = bit;
    let bits = load<u64>(data + (bit >>> 3)) >>> (bit & 7);
    let taken: u64 = 0;
    for (let i = 0; i < 5; i++) {
      const lookup = lookups + ((<usize>(bits & LOOKUP_MASK)) << 4);
      const vector = v128.and(v128.load(lookup), DIFFERENCES);
      v128.store(p, i16x8.extend_low_i8x16_s(vector));
      v128.store(p, i16x8.extend_high_i8x16_s(vector), 16);
      taken = <u64>load<u8>(lookup, LOOKUP_BITS);
      bits >>= taken;
      bit += <usize>taken;
      p += (<usize>load<u16>(lookup, LOOKUP_COUNT)) << 1;
    }
    if (p >= last) {
      memory.fill(fromP, 0, last - fromP + 32);
      return readLast(data, limit, fromBit, table, fromP, last);
    }
    if (taken == 0) {
      bits = load<u64>(data + (bit >>> 3)) >>> ((bit & 7) + escapeBits);
      store<u16>(p, <u16>bits);
      p += 2;
      bit += <usize>escapeBits + ESCAPE_BITS;
    }
    if (bit > limit) return -RUN_TOO_SHORT;
  }
  return endOf(data, limit, bit);
}

/**
 * Reads symbols one by one for the differences from address p to `last`; returns the bytes that all symbols of the run
 * take, or a status below 0.
 */
function readLast(data: usize, limit: usize, bit: usize, table: u32, p: usize, last: usize): i32 {
  const codes = codesOf(table);
  const symbols = symbolsOf(table);
  while (p < last) {
    if (bit >= limit) return -RUN_TOO_SHORT;
    const bits = load<u64>(data + (bit >>> 3)) >>> (bit & 7);
    const symbol = <u32>load<u8>(symbols + <usize>(bits & LOOKUP_MASK));
    const length = (<usize>load<u16>(codes + ((<usize>symbol) << 1))) >>> 12;
    bit += length;
    if (symbol == ESCAPE) {
      store<u16>(p, <u16>(bits >>> length));
      p += 2;
      bit += ESCAPE_BITS;
      continue;
    }
    p += (<usize>zerosOf(symbol)) << 1;
    const difference = differenceOf(symbol);
    if (difference == 0) continue;
    if (p >= last) return -RUN_TOO_LONG;
    store<i16>(p, <i16>difference);
    p += 2;
  }
  return p == last ? endOf(data, limit, bit) : -RUN_TOO_LONG;
}

/**
 * Returns the number of bytes that hold `bit` bits, or a status below 0 if they go beyond `limit` bits, or if a spare
 * bit of the last byte is 1.
 */
function endOf(data: usize, limit: usize, bit: usize): i32 {
  if (bit > limit) return -RUN_TOO_SHORT;
  if ((bit & 7) != 0 && (<u32>load<u8>(data + (bit >>> 3))) >>> (<u32>(bit & 7)) != 0) return -RUN_PADDING;
  return <i32>((bit + 7) >>> 3);
}

/**
 * Sums differences into numbers, row by row. The first difference of a row is to the first number of the row before (to
 * 0 in the first row), each other difference to the number's left neighbour.
 */
function sumRows(differences: usize, numbers: usize, strideBytes: u32, rows: u32, length: u32): void {
  let from = differences;
  let first: u16 = 0;
  for (let r: u32 = 0; r < rows; r++) {
    const row = numbers + <usize>r * strideBytes;
    sumRow(from, row, length, first);
    first = load<u16>(row);
    from += (<usize>length) << 1;
  }
}

function sumRow(from: usize, row: usize, length: u32, before: u16): void {
  const zero = i16x8.splat(0);
  let carry = i16x8.splat(<i16>before);
  let k: u32 = 0;
  for (; k + 8 <= length; k += 8) {
    let sum = v128.load(from + ((<usize>k) << 1));
    sum = i16x8.add(sum, v128.shuffle<i16>(zero, sum, 0, 8, 9, 10, 11, 12, 13, 14));
    sum = i16x8.add(sum, v128.shuffle<i16>(zero, sum, 0, 1, 8, 9, 10, 11, 12, 13));
    sum = i16x8.add(sum, v128.shuffle<i16>(zero, sum, 0, 1, 2, 3, 8, 9, 10, 11));
    sum = i16x8.add(sum, carry);
    v128.store(row + ((<usize>k) << 1), sum);
    carry = v128.shuffle<i16>(sum, sum, 7, 7, 7, 7, 7, 7, 7, 7);
  }
  let number = <u32>i16x8.extract_lane_u(carry, 0);
  for (; k < length; k++) {
    number += <u32>load<u16>(from + ((<usize>k) << 1));
    store<u16>(row + ((<usize>k) << 1), <u16>number);
  }
}

/** Copies rows that lie one behind the other to addresses `toStrideBytes` apart. */
export function copyRows(from: usize, to: usize, rows: u32, rowBytes: u32, toStrideBytes: u32): void {
  for (let r: u32 = 0; r < rows; r++) {
    memory.copy(to, from, rowBytes);
    from += rowBytes;
    to += toStrideBytes;
  }
}
