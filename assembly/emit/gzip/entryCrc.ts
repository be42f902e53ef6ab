import { levelOf, levelText, HEAD_BYTES } from '../timeseriesJson';
import {
  behind,
  BYTES_TABLE_BYTES,
  CRC_TABLES,
  fillBytes,
  fillPower,
  fillSum,
  fillZeros,
  FUNCTION_BYTES,
  withByte,
} from './crc32';
import { entryBytesIn, FORMS, tailBytesIn } from './forms';

/**
 * Behind the table of bytes, in u32 or functions of CRCs:
 *
 *   +------------+---------------------------------------------------------------+----------------------+
 *   | hours x 24 | by form: tail zeros, entry zeros, ten zeros, ten sum;         | tails by intensity   |
 *   |            | minutes x 60, tens x 6                                        | x 1024               |
 *   +------------+---------------------------------------------------------------+----------------------+
 *
 * - hours: what an hour in place of hour 00 adds to the CRC of an entry's head
 * - zeros: what zero bytes as long as an entry's tail, an entry, and ten of them make of a CRC before them
 * - ten sum: what ten entries make of the CRC of the first, where all of them are the same
 * - minutes: what a minute in place of minute 00 adds to the CRC of an entry
 * - tens: what ten minutes in place of ten times minute 00 add to the CRC of ten entries
 * - tails: CRC of what follows a head
 */
const HOURS: usize = <usize>(CRC_TABLES + BYTES_TABLE_BYTES);
const BY_FORM: usize = HOURS + 128;
const ENTRY_ZEROS: usize = <usize>FUNCTION_BYTES;
const TEN_ZEROS: usize = 2 * <usize>FUNCTION_BYTES;
const TEN_SUM: usize = 3 * <usize>FUNCTION_BYTES;
const MINUTES: usize = 4 * <usize>FUNCTION_BYTES;
const TENS: usize = MINUTES + (60 << 2);
const FORM_BYTES: usize = TENS + 64;
const TAILS: usize = BY_FORM + <usize>FORMS * FORM_BYTES;
const TAIL_COUNT: u32 = 1024;

/** Bytes of an entry's head behind the hour, and behind the minute. */
const BEHIND_HOUR: u32 = 21;
const BEHIND_MINUTE: u32 = 18;
const ZERO: u32 = 0x30;

/** Bytes of `fillCrcTables`. */
export function crcTablesBytes(): u32 {
  return <u32>(TAILS + ((<usize>TAIL_COUNT) << 2)) - CRC_TABLES;
}

/** Writes the tables that CRCs are computed by, once for a memory. */
export function fillCrcTables(): void {
  fillBytes();
  for (let hour: u32 = 0; hour < 24; hour++) store<u32>(HOURS + (hour << 2), digitsCrc(hour, BEHIND_HOUR));
  for (let form: u32 = 0; form < FORMS; form++) {
    fillZeros(tailZeros(form), tailBytesIn(form));
    fillZeros(entryZeros(form), entryBytesIn(form));
    fillPower(tenZeros(form), entryZeros(form), 10);
    fillSum(tenSum(form), entryZeros(form), 10);
    const minutes = tailZeros(form) + MINUTES;
    for (let ten: u32 = 0; ten < 6; ten++) {
      let crc: u32 = 0;
      for (let minute = 10 * ten; minute < 10 * ten + 10; minute++) {
        const one = behind(digitsCrc(minute, BEHIND_MINUTE), tailZeros(form));
        store<u32>(minutes + (minute << 2), one);
        crc = behind(crc, entryZeros(form)) ^ one;
      }
      store<u32>(tailZeros(form) + TENS + (ten << 2), crc);
    }
  }
  for (let value: u32 = 0; value < TAIL_COUNT; value++) store<u32>(TAILS + (value << 2), crcOfTail(value));
}

/** CRC of two digits less that of `00`, with zero bytes behind them. */
function digitsCrc(number: u32, zeros: u32): u32 {
  let crc = withByte(withByte(0, number / 10), number % 10);
  for (let zero: u32 = 0; zero < zeros; zero++) crc = withByte(crc, 0);
  return crc;
}

function crcOfTail(value: u32): u32 {
  let crc: u32 = 0;
  let scale: u32 = 1;
  while (value / scale >= 10) scale *= 10;
  for (; scale > 0; scale /= 10) crc = withByte(crc, ZERO + ((value / scale) % 10));
  const level = levelText(levelOf(value));
  for (let i = 0; i < level.length; i++) crc = withByte(crc, level.charCodeAt(i));
  return crc;
}

/** CRC of what follows a head: intensity, level and comma. */
@inline
export function tailCrc(value: u32): u32 {
  return value < TAIL_COUNT ? load<u32>(TAILS + ((<usize>value) << 2)) : crcOfTail(value);
}


@inline
export function hourCrc(hour: u32): u32 {
  return load<u32>(HOURS + ((<usize>hour) << 2));
}


@inline
export function tailZeros(form: u32): usize {
  return BY_FORM + <usize>form * FORM_BYTES;
}


@inline
export function entryZeros(form: u32): usize {
  return tailZeros(form) + ENTRY_ZEROS;
}


@inline
export function tenZeros(form: u32): usize {
  return tailZeros(form) + TEN_ZEROS;
}


@inline
export function tenSum(form: u32): usize {
  return tailZeros(form) + TEN_SUM;
}


@inline
export function minuteCrc(form: u32, minute: u32): u32 {
  return load<u32>(tailZeros(form) + MINUTES + ((<usize>minute) << 2));
}


@inline
export function tenCrc(form: u32, ten: u32): u32 {
  return load<u32>(tailZeros(form) + TENS + ((<usize>ten) << 2));
}
