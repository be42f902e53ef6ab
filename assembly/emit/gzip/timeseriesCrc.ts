import { fromOf, toOf } from '../ranges';
import { valueAt } from '../text';
import { entryBytes, HEAD_BYTES } from '../timeseriesJson';
import { Deflate } from '../../records/deflate';
import { behind, entryZeros, minutesOf, tailZeros, withByte, withBytes } from './crc32';

/** Bytes of an entry before its minute. */
const MINUTE_AT: u32 = 28;
const COMMA: u32 = 0x2c;
const CLOSE_BRACKET: u32 = 0x5d;

/**
 * CRC-32 (RFC 1952, 8) of the text that emitTimeseries wrote of these ranges; `deflate` is scratch.
 *
 * A CRC is linear in the bits of its text: that of an entry follows from those of its hour, its minute and its value, each of
 * which recurs.
 */
export function crcTimeseries(values: usize, ranges: usize, count: u32, text: usize, deflate: Deflate): u32 {
  if (count == 0) return ~withBytes(~0, text, 2);
  const tails = deflate.tails;
  tails.clear();
  let crc = withBytes(~0, text, 1);
  let p = text + 1;
  for (let i: u32 = 0; i < count; i++) {
    const to = toOf(ranges, i);
    for (let k = fromOf(ranges, i); k < to;) {
      // As long as the hour lasts, nothing else differs.
      const hour = withBytes(0, p, HEAD_BYTES);
      const firstMinute = minuteAt(p);
      const hourTo = min(to, k + 60 - firstMinute);
      for (let minute = firstMinute; k < hourTo;) {
        const value = valueAt(values, k);
        const tail = entryBytes(value) - HEAD_BYTES;
        const zeros = entryZeros(tail);
        const minutes = minutesOf(tail);
        if (!tails.has(value)) tails.note(value, tailCrc(p + HEAD_BYTES, tail));
        const same = behind(hour, tailZeros(tail)) ^ tails.crcOf(value) ^ load<u32>(minutes + (firstMinute << 2));
        do {
          crc = behind(crc, zeros) ^ same ^ load<u32>(minutes + (minute++ << 2));
          p += HEAD_BYTES + tail;
        } while (++k < hourTo && valueAt(values, k) == value);
      }
    }
  }
  // The last entry ends with a bracket.
  return ~(crc ^ withByte(0, COMMA ^ CLOSE_BRACKET));
}


@inline
function minuteAt(entry: usize): u32 {
  const digits = <u32>load<u16>(entry + MINUTE_AT);
  return 10 * ((digits & 255) - 0x30) + (digits >>> 8) - 0x30;
}

/** CRC of what follows an entry's head, whatever ends it taken for a comma. */
function tailCrc(at: usize, tail: u32): u32 {
  return withByte(withBytes(0, at, tail - 1), COMMA);
}
