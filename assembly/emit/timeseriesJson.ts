import { US_PER_DAY, US_PER_MINUTE } from '../constants';
import { closeArray, fromOf, putNumber, putText, putTwoDigits, sixteenOf, toOf, twoDigits, valueAt } from './text';
import { minuteOf, writeTimestamp } from './timestamp';

/** Lowest intensities of the risk levels above low (docs/specification.md, section 2). */
const MODERATE_FROM: u32 = 10;
const HIGH_FROM: u32 = 20;
const SEVERE_FROM: u32 = 30;

/** Bytes of an entry's head: its text before the intensity. In its second 16 bytes, 16-bit lane 6 is the minute. */
const HEAD_BYTES: u32 = 48;
const HOUR_AT: u32 = 25;
const MINUTE_AT: u32 = 28;

/**
 * Writes a JSON array of the entries `{"timestamp","intensity","risk_level"}` for the epochs of `count` ranges (two u16
 * each, [from, to)) of a window that starts at `startUs` (µs since 1970); `values`: one u16 per epoch. Returns the
 * number of bytes written to `out`, which needs room for 80 bytes per entry and 2 more.
 */
export function emitTimeseries(startUs: f64, values: usize, ranges: usize, count: u32, out: usize): u32 {
  let p = out;
  store<u8>(p++, 0x5b); // [
  for (let i: u32 = 0; i < count; i++) p = putRange(startUs, values, fromOf(ranges, i), toOf(ranges, i), p);
  return closeArray(out, p);
}

/** Appends the entries of epochs [from, to), each with its comma; returns the end. */
function putRange(startUs: f64, values: usize, from: u32, to: u32, p: usize): usize {
  let us = startUs + <f64>from * US_PER_MINUTE;
  putHead(p, us);
  const low = sixteenOf(LOW, 0);
  const lowEnd = sixteenOf(LOW, LOW_END);
  for (let k = from; k < to;) {
    // Entries of one hour differ only in the minute, the intensity and the risk level.
    const first = v128.load(p);
    const second = v128.load(p, 16);
    const third = v128.load(p, 32);
    for (let minute = minuteOf(us); minute < 60 && k < to; minute++) {
      v128.store(p, first);
      v128.store(p, i16x8.replace_lane(second, 6, twoDigits(minute)), 16);
      v128.store(p, third, 32);
      const value = valueAt(values, k++);
      if (value < MODERATE_FROM) {
        // Most intensities have one digit: their text is in registers already.
        store<u8>(p, <u8>(0x30 + value), HEAD_BYTES);
        v128.store(p, low, HEAD_BYTES + 1);
        v128.store(p, lowEnd, HEAD_BYTES + 1 + LOW_END);
        p += HEAD_BYTES + 17 + LOW_END;
      } else {
        p = putTail(p + HEAD_BYTES, value);
      }
    }
    if (k == to) break;
    v128.store(p, first);
    v128.store(p, second, 16);
    v128.store(p, third, 32);
    const hourUs = startUs + <f64>k * US_PER_MINUTE;
    moveHead(p, us, hourUs);
    us = hourUs;
  }
  return p;
}

/**
 * Changes the head of an entry (its text before the intensity) from one instant to another; within a day only four
 * digits change.
 */
function moveHead(head: usize, fromUs: f64, toUs: f64): void {
  const dayUs = Math.floor(toUs / US_PER_DAY) * US_PER_DAY;
  if (fromUs < dayUs || fromUs >= dayUs + US_PER_DAY) {
    putHead(head, toUs);
    return;
  }
  const minute = <u32>((toUs - dayUs) / US_PER_MINUTE);
  putTwoDigits(head + HOUR_AT, minute / 60);
  putTwoDigits(head + MINUTE_AT, minute % 60);
}

/** Appends the text of an entry before its intensity, with the instant `us`; returns the end. */
function putHead(p: usize, us: f64): usize {
  p = putText(p, '{"timestamp":"');
  p = writeTimestamp(p, us);
  return putText(p, '","intensity":');
}

const LOW = ',"risk_level":"low"},';
/** Offset of the last 16 bytes of LOW. */
const LOW_END: u32 = 5;
const MODERATE = ',"risk_level":"moderate"},';
const HIGH = ',"risk_level":"high"},';
const SEVERE = ',"risk_level":"severe"},';

/** Appends an intensity that is not low, and its risk level; returns the end. */
@inline
function putTail(p: usize, value: u32): usize {
  p = putNumber(p, value);
  if (value >= SEVERE_FROM) return putLevel(p, SEVERE);
  return value >= HIGH_FROM ? putLevel(p, HIGH) : putLevel(p, MODERATE);
}


@inline
function putLevel(p: usize, text: string): usize {
  v128.store(p, sixteenOf(text, 0));
  // The last 16 bytes overlap the first, so that nothing is read or written beyond the end.
  v128.store(p + text.length - 16, sixteenOf(text, text.length - 16));
  return p + text.length;
}
