import { US_PER_MINUTE } from '../constants';
import { closeArray, putDecimal, putShort, putText, twoDigits, valueAt } from './text';
import { minuteOf, writeTimestamp } from './timestamp';

/**
 * Writes a JSON array of the entries `{"epoch_index","value","timestamp"}` for epochs [from, to) of a window that
 * starts at `startUs` (µs since 1970); `values`: one u16 per epoch. Returns the number of bytes written to `out`, which
 * needs room for 80 bytes per entry and 2 more.
 */
export function emitCellSeries(startUs: f64, values: usize, from: u32, to: u32, out: usize): u32 {
  let p = out;
  store<u8>(p++, 0x5b); // [
  for (let k = from; k < to;) {
    const us = startUs + <f64>k * US_PER_MINUTE;
    const minute = minuteOf(us);
    p = putNumbers(p, values, k++);
    const time = p;
    p = writeTimestamp(p, us);
    p = putText(p, '"},');
    // Entries of one hour differ only in their numbers and the minute.
    const first = v128.load(time);
    const rest = load<u64>(time, 16);
    for (let next = minute + 1; next < 60 && k < to; next++) {
      p = putNumbers(p, values, k++);
      v128.store(p, i16x8.replace_lane(first, 7, twoDigits(next)));
      store<u64>(p, rest, 16);
      p += TIME_BYTES;
    }
  }
  return closeArray(out, p);
}

/** Bytes of an entry from its timestamp to the comma at its end. */
const TIME_BYTES: usize = 23;

/** Appends the text of an entry before its timestamp; returns the end. */
@inline
function putNumbers(p: usize, values: usize, epoch: u32): usize {
  p = putShort(p, '{"epoch_index":');
  p = putDecimal(p, epoch);
  p = putShort(p, ',"value":');
  p = putDecimal(p, valueAt(values, epoch));
  return putShort(p, ',"timestamp":"');
}
