import { WORD_BITS, WORD_COUNT } from '../../records/deflate';
import { DISTANCES, SYMBOLS } from './tables';

/** Code word of a literal, a length or the end of a block; its bits' number from bit 56 on. */
@inline
export function symbolWord(symbol: u32): u64 {
  return wordOf(SYMBOLS, symbol);
}


@inline
function wordOf(table: usize, symbol: u32): u64 {
  const word = load<u32>(table + (symbol << 2));
  assert(word != 0);
  return (<u64>(word & 0xffff)) | ((<u64>(word >> 16)) << WORD_COUNT);
}

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
export function copyWord(length: u32, distance: u32): u64 {
  return joined(lengthWord(length), distanceWord(distance));
}

/** Four lengths have each number of extra bits, from 11 on; 258 has a symbol of its own. */
function lengthWord(length: u32): u64 {
  const x = length - 3;
  if (length == 258) return symbolWord(285);
  if (x < 8) return symbolWord(257 + x);
  const extra = 29 - clz(x);
  return joined(symbolWord(257 + 4 * extra + (x >> extra)), plain(x, extra));
}

/** Two distances have each number of extra bits, from 5 on. */
function distanceWord(distance: u32): u64 {
  const y = distance - 1;
  if (y < 4) return wordOf(DISTANCES, y);
  const extra = 30 - clz(y);
  return joined(wordOf(DISTANCES, 2 * extra + (y >> extra)), plain(y, extra));
}
