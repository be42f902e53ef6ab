import { fromOf, toOf } from '../ranges';
import { valueAt } from '../text';
import { entryBytes, HEAD_BYTES, levelOf } from '../timeseriesJson';
import { Deflate } from '../../records/deflate';
import { closeBlock, openBlock, putStored } from './blocks';
import { Codes, joined } from './codes';
import { putEntry } from './entry';
import { TIMESERIES } from './tables/timeseries';

/** Bytes of an entry before its minute, and before the last digit of that. */
const MINUTE_AT: u32 = 28;
const DIGIT_AT: u32 = 29;
const NINE: u32 = 0x39;
const FIFTY_NINE: u32 = 0x3935;

/**
 * DEFLATE (RFC 1951) of the text that emitTimeseries wrote of these ranges: whole blocks, none of them the last, that end
 * with a byte and copy from nothing before the text. Returns how many bytes it wrote to `deflate.out`; 0 where they do not
 * fit.
 *
 * Entries differ in a few characters only, and which need not be searched for: the entry before, the last with the same
 * value or the last with the same level is copied as far as it goes.
 */
export function deflateTimeseries(values: usize, ranges: usize, count: u32, text: usize, deflate: Deflate): u32 {
  const codes = changetype<Codes>(TIMESERIES);
  const out = deflate.out;
  const bits = deflate.bits;
  const entry = deflate.entry;
  const recent = deflate.recent;
  if (count == 0) return <u32>(putStored(text, 2, out) - out);

  const first = fromOf(ranges, 0);
  let before = valueAt(values, first);
  let start: u32 = 1;
  let end = start + entryBytes(before);
  const begun = putStored(text, end, out);
  if (count == 1 && first + 1 == toOf(ranges, 0)) return <u32>(begun - out);

  openBlock(bits, codes, begun);
  recent.clear();
  recent.note(before, levelOf(before), start, end);
  let p = end;
  // From behind the last digit of the minute to that of the next one's, or to the first digit.
  let run: u64 = 0;
  let shortRun: u64 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const to = toOf(ranges, i);
    for (let k = fromOf(ranges, i) + <u32>(i == 0); k < to; k++) {
      if (!deflate.hasRoom) return 0;
      const value = valueAt(values, k);
      const toBefore = end - start;
      start = end;
      end = start + entryBytes(value);
      const minute = <u32>load<u16>(text + start + MINUTE_AT);
      const isFollowed = k + 1 < to;
      if (value == before && p == start + DIGIT_AT && minute != FIFTY_NINE && isFollowed) {
        // Nothing but the minute differs, from this entry to the next one's.
        const digit = minute >> 8;
        bits.put(joined(codes.symbol(digit), digit == NINE ? shortRun : run));
        if (digit == NINE) bits.put(codes.symbol((minute & 0xff) + 1));
        p = end + DIGIT_AT;
      } else {
        entry.end = end;
        entry.limit = isFollowed || i + 1 < count ? end + HEAD_BYTES : end;
        // By the end of each stretch the minute, or the value, is written.
        const toSame = recent.distanceTo(value, start);
        const toLevel = recent.levelDistance(levelOf(value), end);
        entry.firstTo = start + DIGIT_AT + 1;
        entry.first = toBefore;
        entry.secondTo = start + HEAD_BYTES + 1;
        entry.second = toSame != 0 ? toSame : toBefore;
        entry.third = toSame != 0 ? toSame : toLevel;
        p = putEntry(bits, codes, entry, text, p);
        const length = end - start;
        run = codes.copy(length - 1, length);
        shortRun = codes.copy(length - 2, length);
      }
      recent.note(value, levelOf(value), start, end);
      before = value;
    }
  }
  return <u32>(closeBlock(bits, codes) - out);
}
