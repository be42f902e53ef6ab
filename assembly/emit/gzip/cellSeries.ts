import { EPOCH_AT, TIME_AFTER, TIME_BYTES, VALUE_AFTER } from '../cellSeriesJson';
import { digitsOf, valueAt } from '../text';
import { BitWriter, Deflate } from '../../records/deflate';
import { closeBlock, Codes, commonBytes, joined, openBlock, putStored, SHORTEST } from './stream';
import { CELL_SERIES } from './tables/cellSeries';

/** Bytes of an entry from the last digit of its minute on. */
const MINUTE_TO_END: u32 = 8;
const ZERO: u32 = 0x30;
const NINE: u32 = 0x39;
/**
 * Room in the output for one more entry: 80 characters of 12 bits each, the end of the block, and the bytes that the
 * last word writes beyond its end take less.
 */
const ENTRY_MOST_BYTES: u32 = 160;

/**
 * Deflates the text that emitCellSeries wrote for epochs [from, to): writes its blocks (stream.ts) to `deflate.out`.
 * Returns their number of bytes, or 0 if they do not fit.
 *
 * An entry is copied from the entry before, except the text from the end of its epoch to the end of its value: this is
 * copied from the last entry with the same value.
 */
export function deflateCellSeries(values: usize, from: u32, to: u32, text: usize, deflate: Deflate): u32 {
  const codes = changetype<Codes>(CELL_SERIES);
  const out = deflate.out;
  const bits = deflate.bits;
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
  // Words that copy text from the entry before: the text between the last digits of epoch and minute, and the text from
  // there to the last digit of the next epoch.
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
      // Only the last digits of epoch and minute differ from the entry before. Each of them shares a word with the copy
      // of the text behind it.
      bits.put(joined(codes.symbol(epochDigit), toMinute));
      bits.put(joined(codes.symbol(minuteDigit), toEpoch));
      p = end + (epochEnd - start) - 1;
    } else {
      // A copy may reach into the next entry, up to the end of its epoch.
      const limit = isFollowed ? end + EPOCH_AT + digitsOf(k + 1) : end;
      const toSame = recent.distanceTo(value, epochEnd);
      const toValue = toSame != 0 ? toSame : toBefore - toEpochBefore + (epochEnd - start);
      p = putStretch(bits, codes, text, p, epochEnd, toBefore, limit);
      p = putStretch(bits, codes, text, p, valueEnd, toValue, limit);
      p = putStretch(bits, codes, text, p, end, end - start, limit);
      const length = end - start;
      toMinute = codes.copy(length - (epochEnd - start) - MINUTE_TO_END, length);
      toEpoch = codes.copy(MINUTE_TO_END - 1 + (epochEnd - start) - 1, length);
    }
    recent.note(value, epochEnd);
    before = value;
  }
  return <u32>(closeBlock(bits, codes) - out);
}

/**
 * Puts the text from `p` to `to`: as copies where it equals the text `distance` bytes before it, else as literals. A
 * copy may reach beyond `to`, as far as `limit`. Returns the end of the text that is put.
 */
function putStretch(bits: BitWriter, codes: Codes, text: usize, p: u32, to: u32, distance: u32, limit: u32): u32 {
  while (p < to) {
    const length: u32 = distance == 0 ? 0 : commonBytes(text + p, distance, limit - p);
    if (length >= SHORTEST) {
      bits.put(codes.copy(length, distance));
      p += length;
    } else {
      bits.put(codes.symbol(<u32>load<u8>(text + p)));
      p++;
    }
  }
  return p;
}
