import { US_PER_MINUTE } from '../../constants';
import { areAll, fromOf, putDecimal, toOf, valueAt } from '../text';
import { levelOf, levelText, moveHead, putHead, putTail } from '../timeseriesJson';
import { minuteOf } from '../timestamp';
import { BitWriter, Deflate } from '../../records/deflate';
import { withBytes } from './crc32';
import { formOf } from './forms';
import { closeBlock, Codes, commonBytes, joined, openBlock, putStored } from './stream';
import { DIGIT_AT, EntryWords, MIDDLE } from './words';
import { crcTimeseries } from './timeseriesCrc';
import { TIMESERIES } from './tables/timeseries';

/** Bytes of `,"risk_level":"`. */
const LEVEL_AT: u32 = 15;
/**
 * Value of putEntry's `bridge` for the last entry: one byte of the entry itself is not copied, as the bracket that ends
 * the array replaces the comma.
 */
const NO_BRIDGE: i32 = -1;
const OPEN_BRACKET: u8 = 0x5b;
const CLOSE_BRACKET: u8 = 0x5d;
/** Offset in EntryWords.text of the second of two heads of entries; the first is at 0. */
const HEADS_APART: u32 = 64;
/** Offset in EntryWords.text of the digits of a number. */
const NUMBER_AT: u32 = 128;
/**
 * Room in the output for an hour: 60 entries take less, even if each has two copies, five digits, a risk level and a
 * timestamp, at 12 bits a character.
 */
const HOUR_MOST_BYTES: u32 = 8192;

/**
 * Deflates the text that emitTimeseries would write: writes its blocks (stream.ts) to `deflate.out`. Returns their
 * number of bytes, or 0 if they do not fit; sets `deflate.textBytes` and `deflate.crc32`.
 *
 * The text itself is not needed: how much two entries have in common follows from their intensities and minutes
 * (words.ts).
 */
export function deflateTimeseries(startUs: f64, values: usize, ranges: usize, count: u32, deflate: Deflate): u32 {
  const codes = changetype<Codes>(TIMESERIES);
  const out = deflate.out;
  const bits = deflate.bits;
  const words = changetype<EntryWords>(deflate.scratch);
  const text = words.text;
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
  words.begin(codes, valueAt(values, k), deflate.textBytes);
  // The stored block has the first entry. The head of the second entry, up to the last digit of its minute, follows
  // here.
  const second = k + 1 < toOf(ranges, 0) ? k + 1 : fromOf(ranges, 1);
  const head = text + HEADS_APART;
  putHead(head, timeOf(startUs, k));
  const shared = moveHeadOf(words, timeOf(startUs, k), timeOf(startUs, second));
  bits.put(codes.copy(shared, deflate.textBytes - 1));
  putText(bits, codes, head + shared, DIGIT_AT - shared);
  for (let i: u32 = 0; i < count; i++) {
    const to = toOf(ranges, i);
    k = i == 0 ? k + 1 : fromOf(ranges, i);
    while (k < to) {
      if (!deflate.hasRoomFor(HOUR_MOST_BYTES)) return 0;
      const minute = minuteOf(timeOf(startUs, k));
      const lastOfHour = min(to, k + 60 - minute) - 1;
      putMinutes(bits, codes, words, values, k, lastOfHour, minute);
      const digit = (minute + lastOfHour - k) % 10;
      k = lastOfHour + 1;
      const value = valueAt(values, lastOfHour);
      if (lastOfHour == last) {
        putEntry(bits, codes, words, words.before, value, digit, NO_BRIDGE);
        bits.put(codes.symbol(CLOSE_BRACKET));
      } else {
        const next = k < to ? k : fromOf(ranges, i + 1);
        const bridge = moveHeadOf(words, timeOf(startUs, lastOfHour), timeOf(startUs, next));
        putEntry(bits, codes, words, words.before, value, digit, bridge);
        putText(bits, codes, head + bridge, DIGIT_AT - bridge);
      }
      words.before = value;
    }
  }
  deflate.textBytes = words.start;
  return <u32>(closeBlock(bits, codes) - out);
}


@inline
function timeOf(startUs: f64, epoch: u32): f64 {
  return startUs + <f64>epoch * US_PER_MINUTE;
}

/**
 * Changes the second head in the words' text from one instant to another. Returns how many of its first bytes stay as
 * they are, at most those before the last digit of the minute.
 */
function moveHeadOf(words: EntryWords, fromUs: f64, toUs: f64): u32 {
  const last = words.text;
  const head = last + HEADS_APART;
  memory.copy(last, head, DIGIT_AT);
  moveHead(head, fromUs, toUs);
  return commonBytes(head, HEADS_APART, DIGIT_AT);
}

/** Puts characters as literals. */
function putText(bits: BitWriter, codes: Codes, text: usize, length: u32): void {
  for (let i: u32 = 0; i < length; i++) bits.put(codes.symbol(<u32>load<u8>(text + i)));
}

/**
 * Puts the entries of epochs [from, to). They, and the entry of `to`, belong to one hour. `minute`: minute of `from`.
 */
function putMinutes(
  bits: BitWriter,
  codes: Codes,
  words: EntryWords,
  values: usize,
  from: u32,
  to: u32,
  minute: u32,
): void {
  let before = words.before;
  let form = formOf(before);
  let length = words.entryBytes(form);
  let tens = minute / 10;
  let digit = minute % 10;
  for (let k = from; k < to; k++) {
    const value = valueAt(values, k);
    if (digit == 0 && value == before && k + 9 <= to && areAll(values, k, k + 9, value)) {
      for (let third: u32 = 0; third < 3; third++) bits.put(words.threeRuns(form, third));
      words.start += 9 * length;
      digit = 9;
      k += 8;
      continue;
    }
    if (value == before) {
      bits.put(words.run(form, digit));
      words.start += length;
    } else if (value / 100 == before / 100 && formOf(value) == form) {
      const isNear = value / 10 == before / 10;
      const head = isNear
        ? joined(words.near(form, digit), words.digit(value % 10))
        : joined(words.far(form, digit), words.twoDigits(value % 100));
      bits.put(joined(head, words.tail(form, digit)));
      words.start += length;
    } else {
      putEntry(bits, codes, words, before, value, digit, digit < 9 ? DIGIT_AT : DIGIT_AT - 1);
      form = formOf(value);
      length = words.entryBytes(form);
    }
    before = value;
    if (digit < 9) {
      digit++;
    } else {
      digit = 0;
      bits.put(words.digit(++tens));
    }
  }
  words.before = before;
}

/**
 * Puts an entry from the last digit of its minute on, then the first `bridge` bytes of the head of the next entry,
 * which are the same in both.
 */
function putEntry(
  bits: BitWriter,
  codes: Codes,
  words: EntryWords,
  before: u32,
  value: u32,
  digit: u32,
  bridge: i32,
): void {
  const start = words.start;
  const formBefore = formOf(before);
  const form = formOf(value);
  const length = words.entryBytes(form);
  words.start = start + length;
  bits.put(words.digit(digit));
  if (value == before) {
    bits.put(codes.copy(length - DIGIT_AT - 1 + bridge, length));
    return;
  }
  const lengthBefore = words.entryBytes(formBefore);
  bits.put(codes.copy(MIDDLE, lengthBefore));
  const digits = <u32>(putDecimal(words.text + NUMBER_AT, value) - words.text - NUMBER_AT);
  putText(bits, codes, words.text + NUMBER_AT, digits);
  const level = levelOf(value);
  words.noteLevel(levelOf(before), start);
  const distance = words.levelDistance(level, start + length);
  const levelBytes = words.levelBytes(form);
  if (distance == length) {
    bits.put(codes.copy(levelBytes + bridge, length));
    return;
  }
  const here = levelBytes + min(bridge, 0);
  if (distance != 0) {
    bits.put(codes.copy(here, distance));
  } else {
    bits.put(codes.copy(LEVEL_AT, length - levelBytes + words.levelBytes(formBefore)));
    const name = levelText(level);
    for (let i = LEVEL_AT; i < here; i++) bits.put(codes.symbol(name.charCodeAt(i)));
  }
  if (bridge > 0) bits.put(codes.copy(bridge, length));
}
