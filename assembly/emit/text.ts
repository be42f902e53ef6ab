/** Value of an epoch; `values` has one u16 per epoch. */
@inline
export function valueAt(values: usize, epoch: u32): u32 {
  return <u32>load<u16>(values + ((<usize>epoch) << 1));
}

/** Appends ASCII text; returns the end. */
@inline
export function putText(p: usize, text: string): usize {
  const source = changetype<usize>(text);
  const length = text.length;
  for (let i = 0; i < length; i++) store<u8>(p + i, <u8>load<u16>(source + ((<usize>i) << 1)));
  return p + length;
}

/** Appends ASCII text of at most 16 characters; returns the end. Writes 16 bytes. */
@inline
export function putShort(p: usize, text: string): usize {
  v128.store(p, sixteenOf(text, 0));
  return p + text.length;
}

/**
 * Returns the 16 characters of an ASCII text from `at` on, a byte each. Bytes beyond the end of the text are arbitrary.
 */
@inline
export function sixteenOf(text: string, at: usize): v128 {
  const source = changetype<usize>(text) + (at << 1);
  return i8x16.narrow_i16x8_u(v128.load(source), v128.load(source, 16));
}

/** Appends an unsigned integer in decimal; returns the end. */
export function putDecimal(p: usize, value: u32): usize {
  if (value < 10) {
    store<u8>(p, <u8>(0x30 + value));
    return p + 1;
  }
  if (value < 100) return putTwoDigits(p, value);
  let scale: u32 = 100;
  while (value / scale >= 10) scale *= 10;
  for (; scale > 0; scale /= 10) store<u8>(p++, <u8>(0x30 + ((value / scale) % 10)));
  return p;
}

/**
 * Returns the eight decimal digits of a number below 100,000,000, with leading zeros: a byte of 0 to 9 each, the first
 * digit in the lowest byte.
 */
@inline
export function eightDigits(value: u32): u64 {
  const high = value / 10000;
  // Splits the number into two numbers below 10,000, these into four below 100, and these into eight below 10. For
  // numbers this small, multiplying by a reciprocal and shifting divides exactly.
  const fours = (<u64>high) | ((<u64>(value - 10000 * high)) << 32);
  const hundreds = ((fours * 10486) >> 20) & 0x7f0000007f;
  const twos = hundreds | ((fours - 100 * hundreds) << 16);
  const tens = ((twos * 103) >> 10) & 0x000f000f000f000f;
  return tens | ((twos - 10 * tens) << 8);
}

/** The character '0' in each of eight bytes. */
export const ZEROS: u64 = 0x3030303030303030;

/** Appends a number below 100,000,000 in decimal; returns the end. Writes 8 bytes. */
@inline
export function putNumber(p: usize, value: u32): usize {
  const digits = eightDigits(value);
  const leading = min<u64>(7, ctz(digits) >> 3);
  store<u64>(p, (digits | ZEROS) >> (leading << 3));
  return p + 8 - <usize>leading;
}

/** The two ASCII digits of a number below 100 as a u16, the first digit in the lower byte. */
@inline
export function twoDigits(value: u32): u16 {
  return <u16>(0x3030 + value / 10 + ((value % 10) << 8));
}

/** Appends a number below 100 as two digits; returns the end. */
@inline
export function putTwoDigits(p: usize, value: u32): usize {
  store<u16>(p, twoDigits(value));
  return p + 2;
}

/** Ends a JSON array by a bracket in place of the comma of its last entry; returns the number of bytes of the array. */
@inline
export function closeArray(out: usize, end: usize): u32 {
  const isEmpty = end - out == 1;
  const close = isEmpty ? end : end - 1;
  store<u8>(close, 0x5d); // ]
  return <u32>(close + 1 - out);
}

/** First epoch of range `index`. A range [from, to) of epochs is two u16, and never empty. */
@inline
export function fromOf(ranges: usize, index: u32): u32 {
  return <u32>load<u16>(ranges + ((<usize>index) << 2));
}

/** Epoch after the last one of range `index`. */
@inline
export function toOf(ranges: usize, index: u32): u32 {
  return <u32>load<u16>(ranges + ((<usize>index) << 2), 2);
}
