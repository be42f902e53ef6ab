import { US_PER_MINUTE } from '../../constants';
import { fromOf, toOf } from '../ranges';
import { areAll, valueAt } from '../text';
import { HEAD_BYTES, putHead } from '../timeseriesJson';
import { minuteOf } from '../timestamp';
import { behind, withByte, withBytes } from './crc32';
import { entryZeros, hourCrc, minuteCrc, tailCrc, tailZeros, tenCrc, tenSum, tenZeros } from './entryCrc';
import { formOf } from './forms';

const MINUTES_PER_DAY: u32 = 1440;
const OPEN_BRACKET: u32 = 0x5b;
const COMMA: u32 = 0x2c;
const CLOSE_BRACKET: u32 = 0x5d;

/**
 * CRC-32 (RFC 1952, 8) of the text that emitTimeseries would write of these ranges, of which there is one at least;
 * `scratch`: 64 bytes.
 *
 * A CRC is linear in the bits of its text: that of an entry follows from those of its day, hour, minute and intensity, each
 * of which recurs, and that of ten minutes with one intensity from that of the first.
 */
export function crcTimeseries(startUs: f64, values: usize, ranges: usize, count: u32, scratch: usize): u32 {
  let crc = withByte(~0, OPEN_BRACKET);
  // The head at the first minute of a day.
  let head: u32 = 0;
  let dayTo: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const to = toOf(ranges, i);
    for (let k = fromOf(ranges, i); k < to;) {
      const us = startUs + <f64>k * US_PER_MINUTE;
      const minuteOfDay = <u32>(<i64>(us / US_PER_MINUTE) % MINUTES_PER_DAY);
      if (k >= dayTo) {
        putHead(scratch, us - <f64>minuteOfDay * US_PER_MINUTE);
        head = withBytes(0, scratch, HEAD_BYTES);
        dayTo = k + MINUTES_PER_DAY - minuteOfDay;
      }
      const minute = minuteOfDay % 60;
      const hourTo = min(to, k + 60 - minute);
      crc = withMinutes(crc, head ^ hourCrc(minuteOfDay / 60), values, k, hourTo, minute);
      k = hourTo;
    }
  }
  // The last entry ends with a bracket.
  return ~(crc ^ withByte(0, COMMA ^ CLOSE_BRACKET));
}

/** Goes on with a CRC over the entries of epochs [from, to) of an hour, whose head has the CRC `hour`; `minute` is the first one's. */
function withMinutes(crc: u32, hour: u32, values: usize, from: u32, to: u32, minute: u32): u32 {
  let k = from;
  let form = formOf(valueAt(values, k));
  let head = behind(hour, tailZeros(form));
  while (k < to) {
    const value = valueAt(values, k);
    if (formOf(value) != form) {
      form = formOf(value);
      head = behind(hour, tailZeros(form));
    }
    const same = head ^ tailCrc(value);
    const zeros = entryZeros(form);
    do {
      if (minute % 10 == 0 && k + 10 <= to && areAll(values, k, k + 10, value)) {
        crc = behind(crc, tenZeros(form)) ^ behind(same, tenSum(form)) ^ tenCrc(form, minute / 10);
        k += 10;
        minute += 10;
      } else {
        crc = behind(crc, zeros) ^ same ^ minuteCrc(form, minute);
        k++;
        minute++;
      }
    } while (k < to && valueAt(values, k) == value);
  }
  return crc;
}
