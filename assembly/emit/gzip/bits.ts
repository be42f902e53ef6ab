import { Codes, WORD_BITS, WORD_COUNT } from '../../records/deflate';

/** Two words as one: 56 bits at most. */
@inline
export function joined(first: u64, second: u64): u64 {
  const count = first >> WORD_COUNT;
  const bits = (first & WORD_BITS) | ((second & WORD_BITS) << count);
  return bits | ((count + (second >> WORD_COUNT)) << WORD_COUNT);
}

/** `count` bits as a word. */
@inline
export function plain(bits: u32, count: u32): u64 {
  return (<u64>(bits & ((1 << count) - 1))) | ((<u64>count) << WORD_COUNT);
}

/** Word of a copy of 3 to 258 bytes from 1 to 32,768 bytes before (RFC 1951, 3.2.5). */
export function copyWord(codes: Codes, length: u32, distance: u32): u64 {
  return joined(lengthWord(codes, length), distanceWord(codes, distance));
}

/** Four lengths have each number of extra bits, from 11 on; 258 has a symbol of its own. */
function lengthWord(codes: Codes, length: u32): u64 {
  const x = length - 3;
  if (length == 258) return codes.symbol(285);
  if (x < 8) return codes.symbol(257 + x);
  const extra = 29 - clz(x);
  return joined(codes.symbol(257 + 4 * extra + (x >> extra)), plain(x, extra));
}

/** Two distances have each number of extra bits, from 5 on. */
function distanceWord(codes: Codes, distance: u32): u64 {
  const y = distance - 1;
  if (y < 4) return codes.distance(y);
  const extra = 30 - clz(y);
  return joined(codes.distance(2 * extra + (y >> extra)), plain(y, extra));
}
