import { US_PER_MINUTE } from '../../constants';
import { areAll, fromOf, toOf, valueAt } from '../text';
import { HEAD_BYTES, levelOf, levelText, putHead } from '../timeseriesJson';
import { minuteOf } from '../timestamp';
import {
  behind,
  BYTES_TABLE_BYTES,
  CRC_TABLES,
  fillBytes,
  fillZeros,
  FUNCTION_BYTES,
  withByte,
  withBytes,
} from './crc32';
import { entryBytesIn, formOf, FORMS, tailBytesIn } from './forms';

/*
 * CRC-32 of a time series without its text. A CRC is linear: the exclusive or of two texts of one length has the
 * exclusive or of their CRCs. A text of CRC c with n bytes behind it has the exclusive or of `behind(c, n zeros)` and
 * the CRC of the n bytes. An entry is the exclusive or of three texts, padded with zero bytes to its length, whose CRCs
 * recur:
 *
 *   {"timestamp":"2026-07-10T08:00:00Z","intensity":               head of its hour: day, then hour
 *                              MM                                  minute
 *                                                 17,"risk_level":"moderate"},   tail: intensity and level
 *
 * So these tables lie behind the table of bytes (crc32.ts). Their items are CRCs (u32) or, for the zeros, functions of
 * a CRC (4 x 256 u32):
 *
 *   +------------+--------------------------------------------------------------+-----------------------+
 *   | hours x 24 | by form: tail, entry and ten zeros; minutes x 60, tens x 6   | tails by value x 1024 |
 *   +------------+--------------------------------------------------------------+-----------------------+
 *
 * - hours: change of a head's CRC by the digits of an hour in place of 00
 * - zeros: functions that continue a CRC with as many zero bytes as a tail, an entry or ten entries have
 * - minutes: change of an entry's CRC by the digits of a minute in place of 00
 * - tens: change of the CRC of ten entries by the digits of their minutes, from a multiple of ten on
 * - tails: CRC of intensity, risk level and comma
 *
 * Ten entries with one intensity, from a multiple of ten minutes on, are taken at once: most weeks have many of them.
 */
const HOURS: usize = <usize>(CRC_TABLES + BYTES_TABLE_BYTES);
const BY_FORM: usize = HOURS + 128;
const ENTRY_ZEROS: usize = <usize>FUNCTION_BYTES;
const TEN_ZEROS: usize = 2 * <usize>FUNCTION_BYTES;
const MINUTES: usize = 3 * <usize>FUNCTION_BYTES;
const TENS: usize = MINUTES + 240;
const FORM_BYTES: usize = TENS + 80;
const TAILS: usize = BY_FORM + <usize>FORMS * FORM_BYTES;
const TAIL_COUNT: u32 = 1024;

/** Bytes of an entry's head behind its hour. */
const BEHIND_HOUR: u32 = 21;
/** Bytes of an entry's head behind its minute. */
const BEHIND_MINUTE: u32 = 18;
const MINUTES_PER_DAY: u32 = 1440;
const ZERO: u32 = 0x30;
const OPEN_BRACKET: u32 = 0x5b;
const COMMA: u32 = 0x2c;
const CLOSE_BRACKET: u32 = 0x5d;

/** Bytes of all tables that fillCrcTables writes. */
export function crcTablesBytes(): u32 {
  return <u32>(TAILS + ((<usize>TAIL_COUNT) << 2)) - CRC_TABLES;
}

/** Writes the tables of CRCs; called once for each memory. */
export function fillCrcTables(): void {
  fillBytes();
  for (let hour: u32 = 0; hour < 24; hour++) store<u32>(HOURS + (hour << 2), digitsCrc(hour, BEHIND_HOUR));
  for (let form: u32 = 0; form < FORMS; form++) {
    fillZeros(tailZeros(form), tailBytesIn(form));
    fillZeros(entryZeros(form), entryBytesIn(form));
    fillZeros(tenZeros(form), 10 * entryBytesIn(form));
    let ten: u32 = 0;
    for (let minute: u32 = 0; minute < 60; minute++) {
      const change = behind(digitsCrc(minute, BEHIND_MINUTE), tailZeros(form));
      store<u32>(tailZeros(form) + MINUTES + (minute << 2), change);
      ten = minute % 10 == 0 ? change : behind(ten, entryZeros(form)) ^ change;
      if (minute % 10 == 9) store<u32>(tailZeros(form) + TENS + ((minute / 10) << 2), ten);
    }
  }
  for (let value: u32 = 0; value < TAIL_COUNT; value++) store<u32>(TAILS + (value << 2), crcOfTail(value));
}

/**
 * Change of the CRC of a text when the two digits of `number` take the place of `00`, `bytesBehind` bytes before the
 * end of the text.
 */
function digitsCrc(number: u32, bytesBehind: u32): u32 {
  let crc = withByte(withByte(0, number / 10), number % 10);
  for (let zero: u32 = 0; zero < bytesBehind; zero++) crc = withByte(crc, 0);
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


@inline
function tailCrc(value: u32): u32 {
  return value < TAIL_COUNT ? load<u32>(TAILS + ((<usize>value) << 2)) : crcOfTail(value);
}


@inline
function tailZeros(form: u32): usize {
  return BY_FORM + <usize>form * FORM_BYTES;
}


@inline
function entryZeros(form: u32): usize {
  return tailZeros(form) + ENTRY_ZEROS;
}


@inline
function tenZeros(form: u32): usize {
  return tailZeros(form) + TEN_ZEROS;
}


@inline
function tenCrc(form: u32, ten: u32): u32 {
  return load<u32>(tailZeros(form) + TENS + ((<usize>ten) << 2));
}


@inline
function minuteCrc(form: u32, minute: u32): u32 {
  return load<u32>(tailZeros(form) + MINUTES + ((<usize>minute) << 2));
}

/**
 * CRC-32 (RFC 1952, 8) of the text that emitTimeseries would write of these ranges, one or more; `scratch`: 64 bytes.
 */
export function crcTimeseries(startUs: f64, values: usize, ranges: usize, count: u32, scratch: usize): u32 {
  let crc = withByte(~0, OPEN_BRACKET);
  // `day`: CRC of the head of an entry at hour 00 of the present day; `dayTo`: first epoch of the next day.
  let day: u32 = 0;
  let dayTo: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const to = toOf(ranges, i);
    for (let k = fromOf(ranges, i); k < to;) {
      const us = startUs + <f64>k * US_PER_MINUTE;
      const minuteOfDay = <u32>(<i64>(us / US_PER_MINUTE) % MINUTES_PER_DAY);
      if (k >= dayTo) {
        putHead(scratch, us - <f64>minuteOfDay * US_PER_MINUTE);
        day = withBytes(0, scratch, HEAD_BYTES);
        dayTo = k + MINUTES_PER_DAY - minuteOfDay;
      }
      const hourTo = min(to, k + 60 - minuteOf(us));
      const hour = load<u32>(HOURS + ((<usize>(minuteOfDay / 60)) << 2));
      crc = withMinutes(crc, day ^ hour, values, k, hourTo, minuteOf(us));
      k = hourTo;
    }
  }
  // The last entry ends with a bracket, not with a comma.
  return ~(crc ^ withByte(0, COMMA ^ CLOSE_BRACKET));
}

/**
 * Continues a CRC with the entries of epochs [from, to) of one hour. `head`: CRC of an entry's head at minute 00 of
 * that hour; `minute`: minute of `from`.
 */
function withMinutes(crc: u32, head: u32, values: usize, from: u32, to: u32, minute: u32): u32 {
  let value = valueAt(values, from);
  let form = formOf(value);
  let headBehind = behind(head, tailZeros(form));
  let entry = headBehind ^ tailCrc(value);
  let tenEntries: u32 = 0;
  for (let k = from; k < to;) {
    const next = valueAt(values, k);
    if (next != value) {
      value = next;
      if (formOf(value) != form) {
        form = formOf(value);
        headBehind = behind(head, tailZeros(form));
      }
      entry = headBehind ^ tailCrc(value);
      tenEntries = 0;
    }
    if (minute % 10 == 0 && k + 10 <= to && areAll(values, k, k + 10, value)) {
      if (tenEntries == 0) for (let i = 0; i < 10; i++) tenEntries = behind(tenEntries, entryZeros(form)) ^ entry;
      crc = behind(crc, tenZeros(form)) ^ tenEntries ^ tenCrc(form, minute / 10);
      k += 10;
      minute += 10;
    } else {
      crc = behind(crc, entryZeros(form)) ^ entry ^ minuteCrc(form, minute);
      k++;
      minute++;
    }
  }
  return crc;
}
