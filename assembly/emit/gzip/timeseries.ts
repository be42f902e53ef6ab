import { valueAt } from '../text';
import { entryBytes, HEAD_BYTES, levelOf } from '../timeseriesJson';
import { BitWriter, Codes, Deflate, Entry } from '../../records/deflate';
import { copyWord, joined } from './bits';
import { closeBlock, openBlock, putStored } from './blocks';
import { WEEK_CODES } from './tables';

const LONGEST: u32 = 258;
const SHORTEST: u32 = 3;
/** Bytes of an entry before its minute, and before the last digit of that. */
const MINUTE_AT: u32 = 28;
const DIGIT_AT: u32 = 29;
const NINE: u32 = 0x39;
const FIFTY_NINE: u32 = 0x3935;

/**
 * DEFLATE (RFC 1951) of the text that emitTimeseries wrote of epochs [from, to): whole blocks, none of them the last, that
 * end with a byte and copy from nothing before the text. Returns how many bytes it wrote to `deflate.out`; 0 where they do
 * not fit.
 *
 * Entries differ in a few characters only, and which need not be searched for: the entry before, the last with the same
 * value or the last with the same level is copied as far as it goes.
 */
export function deflateTimeseries(values: usize, from: u32, to: u32, text: usize, deflate: Deflate): u32 {
  const out = deflate.out;
  const codes = changetype<Codes>(WEEK_CODES);
  const bits = deflate.bits;
  const entry = deflate.entry;
  const recent = deflate.recent;
  if (from == to) return <u32>(putStored(text, 2, out) - out);

  let before = valueAt(values, from);
  let start: u32 = 1;
  let end = start + entryBytes(before);
  const begun = putStored(text, end, out);
  if (from + 1 == to) return <u32>(begun - out);

  openBlock(bits, codes, begun);
  recent.clear();
  recent.note(before, levelOf(before), start, end);
  let p = end;
  // From behind the last digit of the minute to that of the next one's, or to the first digit.
  let run: u64 = 0;
  let shortRun: u64 = 0;
  for (let k = from + 1; k < to; k++) {
    if (!deflate.hasRoom) return 0;
    const value = valueAt(values, k);
    const toBefore = end - start;
    start = end;
    end = start + entryBytes(value);
    const minute = <u32>load<u16>(text + start + MINUTE_AT);
    if (value == before && p == start + DIGIT_AT && minute != FIFTY_NINE && k + 1 < to) {
      // Nothing but the minute differs, from this entry to the next one's.
      const digit = minute >> 8;
      bits.put(joined(codes.symbol(digit), digit == NINE ? shortRun : run));
      if (digit == NINE) bits.put(codes.symbol((minute & 0xff) + 1));
      p = end + DIGIT_AT;
    } else {
      entry.start = start;
      entry.end = end;
      entry.limit = k + 1 < to ? end + HEAD_BYTES : end;
      entry.toBefore = toBefore;
      entry.toSame = recent.distanceTo(value, start);
      entry.toLevel = recent.levelDistance(levelOf(value), end);
      p = putEntry(bits, codes, entry, text, p);
      const length = end - start;
      run = copyWord(codes, length - 1, length);
      shortRun = copyWord(codes, length - 2, length);
    }
    recent.note(value, levelOf(value), start, end);
    before = value;
  }
  return <u32>(closeBlock(bits, codes) - out);
}

/** Puts the text from `p` to the entry's end or beyond; returns where it goes on. */
function putEntry(bits: BitWriter, codes: Codes, entry: Entry, text: usize, p: u32): u32 {
  while (p < entry.end) {
    const distance = distanceAt(entry, p);
    const length: u32 = distance == 0 ? 0 : commonBytes(text + p, distance, entry.limit - p);
    if (length >= SHORTEST) {
      bits.put(copyWord(codes, length, distance));
      p += length;
    } else {
      bits.put(codes.symbol(<u32>load<u8>(text + p)));
      p++;
    }
  }
  return p;
}

/** Distance to what has most in common with the text from `p` on: by then the minute, or the value, is written. */
@inline
function distanceAt(entry: Entry, p: u32): u32 {
  if (p <= entry.start + DIGIT_AT) return entry.toBefore;
  if (entry.toSame != 0) return entry.toSame;
  return p > entry.start + HEAD_BYTES ? entry.toLevel : entry.toBefore;
}

/** How many bytes at `p`, and at most `limit`, are those `distance` before. */
function commonBytes(p: usize, distance: u32, limit: u32): u32 {
  const most = min(limit, LONGEST);
  for (let i: u32 = 0; i < most; i += 16) {
    const differing = i8x16.bitmask(i8x16.ne(v128.load(p + i), v128.load(p + i - distance)));
    if (differing != 0) return min(i + ctz(differing), most);
  }
  return most;
}
