import { EPOCH_AT, TIME_AFTER, TIME_BYTES, VALUE_AFTER } from '../cellSeriesJson';
import { digitsOf, valueAt } from '../text';
import { Deflate } from '../../records/deflate';
import { closeBlock, openBlock, putStored } from './blocks';
import { Codes, joined } from './codes';
import { putEntry } from './entry';
import { CELL_SERIES } from './tables/cellSeries';

/** Bytes from the last digit of the minute to the end of the entry. */
const MINUTE_TO_END: u32 = 8;
const ZERO: u32 = 0x30;
const NINE: u32 = 0x39;
/** More than 80 characters of 12 bits each, the end of the blocks, and what is written beyond it. */
const ENTRY_MOST_BYTES: u32 = 160;

/**
 * DEFLATE (RFC 1951) of the text that emitCellSeries wrote of epochs [from, to): whole blocks, none of them the last, that
 * end with a byte and copy from nothing before the text. Returns how many bytes it wrote to `deflate.out`; 0 where they do
 * not fit.
 *
 * The entry before is copied as far as it goes; behind the epoch, the last with the same value.
 */
export function deflateCellSeries(values: usize, from: u32, to: u32, text: usize, deflate: Deflate): u32 {
  const codes = changetype<Codes>(CELL_SERIES);
  const out = deflate.out;
  const bits = deflate.bits;
  const entry = deflate.entry;
  const recent = deflate.recent;
  if (from == to) return <u32>(putStored(text, 2, out) - out);

  let start: u32 = 1;
  let before = valueAt(values, from);
  let epochEnd = start + EPOCH_AT + digitsOf(from);
  let end = epochEnd + VALUE_AFTER + digitsOf(before) + TIME_AFTER + TIME_BYTES;
  const begun = putStored(text, end, out);
  if (from + 1 == to) return <u32>(begun - out);

  openBlock(bits, codes, begun);
  recent.clear();
  recent.note(before, epochEnd);
  let p = end;
  // From behind the last digit of the epoch to that of the minute, and from there to that of the next epoch.
  let toMinute: u64 = 0;
  let toEpoch: u64 = 0;
  for (let k = from + 1; k < to; k++) {
    if (!deflate.hasRoomFor(ENTRY_MOST_BYTES)) return 0;
    const value = valueAt(values, k);
    const toEpochBefore = epochEnd - start;
    const toBefore = end - start;
    start = end;
    epochEnd = start + EPOCH_AT + digitsOf(k);
    const valueEnd = epochEnd + VALUE_AFTER + digitsOf(value);
    end = valueEnd + TIME_AFTER + TIME_BYTES;
    const epochDigit = <u32>load<u8>(text + epochEnd - 1);
    const minuteDigit = <u32>load<u8>(text + end - MINUTE_TO_END);
    const isFollowed = k + 1 < to;
    if (value == before && p == epochEnd - 1 && epochDigit != NINE && minuteDigit != ZERO && isFollowed) {
      // Nothing but the two last digits differs, from this entry to the next one's.
      bits.put(joined(codes.symbol(epochDigit), toMinute));
      bits.put(joined(codes.symbol(minuteDigit), toEpoch));
      p = end + (epochEnd - start) - 1;
    } else {
      entry.end = end;
      entry.limit = isFollowed ? end + EPOCH_AT + digitsOf(k + 1) : end;
      const toSame = recent.distanceTo(value, epochEnd);
      entry.first = toBefore;
      entry.firstTo = epochEnd;
      entry.second = toSame != 0 ? toSame : toBefore - toEpochBefore + (epochEnd - start);
      entry.secondTo = valueEnd;
      entry.third = end - start;
      p = putEntry(bits, codes, entry, text, p);
      const length = end - start;
      toMinute = codes.copy(length - (epochEnd - start) - MINUTE_TO_END, length);
      toEpoch = codes.copy(MINUTE_TO_END - 1 + (epochEnd - start) - 1, length);
    }
    recent.note(value, epochEnd);
    before = value;
  }
  return <u32>(closeBlock(bits, codes) - out);
}
