import { US_PER_MINUTE } from '../../constants';
import { fromOf, toOf } from '../ranges';
import { putDecimal, valueAt } from '../text';
import { levelOf, levelText, putHead, putTail } from '../timeseriesJson';
import { minuteOf } from '../timestamp';
import { BitWriter, Deflate, WORD_BITS, WORD_COUNT } from '../../records/deflate';
import { closeBlock, openBlock, putStored } from './blocks';
import { Codes, joined } from './codes';
import { commonBytes } from './copies';
import { digitsIn, entryBytesIn, formOf, levelBytesIn } from './forms';
import { DIGIT_AT, MIDDLE, Steps } from './steps';
import { withBytes } from './crc32';
import { crcTimeseries } from './timeseriesCrc';
import { TIMESERIES } from './tables/timeseries';

/** Bytes of `,"risk_level":"`. */
const LEVEL_AT: u32 = 15;
/** Bridge behind the last entry, whose comma is not there. */
const NO_BRIDGE: i32 = -1;
const OPEN_BRACKET: u8 = 0x5b;
const CLOSE_BRACKET: u8 = 0x5d;
/** Where the steps' text has the second of two heads, and a number. */
const HEADS_APART: u32 = 64;
const NUMBER_AT: u32 = 128;
/** More than 60 entries take, each with two copies, five digits, a level and a timestamp, of 12 bits a character. */
const HOUR_MOST_BYTES: u32 = 8192;

/**
 * DEFLATE (RFC 1951) of the text that emitTimeseries would write: whole blocks, none of them the last, that end with a byte
 * and copy from nothing before the text. Returns how many bytes it wrote to `deflate.out`, 0 where they do not fit; sets
 * `deflate.textBytes` and `deflate.crc32`.
 *
 * It takes no text: what two entries have in common follows from their intensities and their place in the hour (steps.ts).
 */
export function deflateTimeseries(startUs: f64, values: usize, ranges: usize, count: u32, deflate: Deflate): u32 {
  const codes = changetype<Codes>(TIMESERIES);
  const out = deflate.out;
  const bits = deflate.bits;
  const steps = changetype<Steps>(deflate.scratch);
  const text = steps.text;
  store<u8>(text, OPEN_BRACKET);
  if (count == 0) {
    store<u8>(text, CLOSE_BRACKET, 1);
    deflate.textBytes = 2;
    deflate.crc32 = ~withBytes(~0, text, 2);
    return <u32>(putStored(text, 2, out) - out);
  }

  let k = fromOf(ranges, 0);
  const last = toOf(ranges, count - 1) - 1;
  const end = putTail(putHead(text + 1, timeOf(startUs, k)), valueAt(values, k));
  if (k == last) store<u8>(end - 1, CLOSE_BRACKET);
  deflate.textBytes = <u32>(end - text);
  const begun = putStored(text, deflate.textBytes, out);
  deflate.crc32 = crcTimeseries(startUs, values, ranges, count, text);
  if (k == last) return <u32>(begun - out);

  openBlock(bits, codes, begun);
  steps.begin(codes, valueAt(values, k), deflate.textBytes);
  // The first entry is there, up to its bridge.
  const second = k + 1 < toOf(ranges, 0) ? k + 1 : fromOf(ranges, 1);
  const shared = writeHead(text, timeOf(startUs, k), timeOf(startUs, second));
  bits.put(codes.copy(shared, deflate.textBytes - 1));
  putText(bits, codes, text + shared, DIGIT_AT - shared);
  for (let i: u32 = 0; i < count; i++) {
    const to = toOf(ranges, i);
    k = i == 0 ? k + 1 : fromOf(ranges, i);
    while (k < to) {
      if (!deflate.hasRoomFor(HOUR_MOST_BYTES)) return 0;
      const minute = minuteOf(timeOf(startUs, k));
      const lastOfHour = min(to, k + 60 - minute) - 1;
      putMinutes(bits, codes, steps, values, k, lastOfHour, minute);
      const digit = (minute + lastOfHour - k) % 10;
      k = lastOfHour + 1;
      const value = valueAt(values, lastOfHour);
      if (lastOfHour == last) {
        putEntry(bits, codes, steps, digit, value, NO_BRIDGE);
        bits.put(codes.symbol(CLOSE_BRACKET));
      } else {
        const next = k < to ? k : fromOf(ranges, i + 1);
        const bridge = writeHead(text, timeOf(startUs, lastOfHour), timeOf(startUs, next));
        putEntry(bits, codes, steps, digit, value, bridge);
        putText(bits, codes, text + bridge, DIGIT_AT - bridge);
      }
    }
  }
  deflate.textBytes = steps.start;
  return <u32>(closeBlock(bits, codes) - out);
}


@inline
function timeOf(startUs: f64, epoch: u32): f64 {
  return startUs + <f64>epoch * US_PER_MINUTE;
}

/** Writes the head of the entry at an instant; returns how much of it, up to the minute's last digit, is that of one before. */
function writeHead(text: usize, beforeUs: f64, us: f64): u32 {
  const other = text + HEADS_APART;
  putHead(text, us);
  putHead(other, beforeUs);
  return min(commonBytes(other, HEADS_APART, DIGIT_AT), DIGIT_AT);
}

/** Puts characters as they are. */
function putText(bits: BitWriter, codes: Codes, text: usize, length: u32): void {
  for (let i: u32 = 0; i < length; i++) bits.put(codes.symbol(<u32>load<u8>(text + i)));
}

/** Puts the entries of epochs [from, to), each of which the next minute of its hour follows; `minute` is the first one's. */
function putMinutes(bits: BitWriter, codes: Codes, steps: Steps, values: usize, from: u32, to: u32, minute: u32): void {
  let before = steps.before;
  let form = formOf(before);
  let length = entryBytesIn(form);
  let start = steps.start;
  let tens = minute / 10;
  let digit = minute % 10;
  // As in BitWriter.put, whose fields would be read and written at each.
  let at = bits.at;
  let rest = bits.bits;
  let held = bits.count;
  for (let k = from; k < to; k++) {
    const value = valueAt(values, k);
    const isTenth = digit == 9;
    let word = steps.digit(digit);
    if (value == before) {
      word = joined(word, steps.run(form, isTenth));
    } else if (value / 100 == before / 100 && formOf(value) == form) {
      const isNear = value / 10 == before / 10;
      word = joined(word, isNear ? steps.near(form) : steps.far(form));
      word = joined(word, isNear ? steps.digit(value % 10) : steps.twoDigits(value % 100));
      word = joined(word, steps.tail(form, isTenth));
    } else {
      bits.resume(at, rest, held);
      steps.before = before;
      steps.start = start;
      putEntry(bits, codes, steps, digit, value, isTenth ? DIGIT_AT - 1 : DIGIT_AT);
      start = steps.start - entryBytesIn(formOf(value));
      form = formOf(value);
      length = entryBytesIn(form);
      at = bits.at;
      rest = bits.bits;
      held = bits.count;
      word = 0;
    }
    if (isTenth) word = joined(word, steps.digit(++tens));
    digit = isTenth ? 0 : digit + 1;
    before = value;
    start += length;

    const all = rest | ((word & WORD_BITS) << held);
    held += word >> WORD_COUNT;
    store<u64>(at, all);
    at += <usize>(held >> 3);
    rest = all >> (held & 56);
    held &= 7;
  }
  bits.resume(at, rest, held);
  steps.before = before;
  steps.start = start;
}

/**
 * Puts an entry from the last digit of its minute on, and `bridge` bytes of the next one's head, which are those of its own.
 */
function putEntry(bits: BitWriter, codes: Codes, steps: Steps, digit: u32, value: u32, bridge: i32): void {
  const before = steps.before;
  const start = steps.start;
  const formBefore = formOf(before);
  const form = formOf(value);
  const length = entryBytesIn(form);
  steps.before = value;
  steps.start = start + length;
  bits.put(steps.digit(digit));
  if (value == before) {
    bits.put(codes.copy(length - DIGIT_AT - 1 + bridge, length));
    return;
  }
  const lengthBefore = entryBytesIn(formBefore);
  bits.put(codes.copy(MIDDLE, lengthBefore));
  const digits = <u32>(putDecimal(steps.text + NUMBER_AT, value) - steps.text - NUMBER_AT);
  putText(bits, codes, steps.text + NUMBER_AT, digits);
  const level = levelOf(value);
  steps.noteLevel(levelOf(before), start);
  const distance = steps.levelDistance(level, start + length);
  const levelBytes = levelBytesIn(form);
  if (distance == length) {
    bits.put(codes.copy(levelBytes + bridge, length));
    return;
  }
  const here = levelBytes + min(bridge, 0);
  if (distance != 0) {
    bits.put(codes.copy(here, distance));
  } else {
    bits.put(codes.copy(LEVEL_AT, lengthBefore + digits - digitsIn(formBefore)));
    const name = levelText(level);
    for (let i = LEVEL_AT; i < here; i++) bits.put(codes.symbol(name.charCodeAt(i)));
  }
  if (bridge > 0) bits.put(codes.copy(bridge, length));
}
