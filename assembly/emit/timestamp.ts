import { US_PER_DAY, US_PER_MINUTE } from '../constants';
import { putTwoDigits } from './text';

/** Appends `2025-12-06T08:05:00Z` for microseconds since 1970 (years 1970 to 9999); returns the end. */
export function writeTimestamp(p: usize, us: f64): usize {
  const day = <i64>Math.floor(us / US_PER_DAY);
  const second = <u32>((us - <f64>day * US_PER_DAY) / 1000000.0);
  p = writeDate(p, day);
  store<u8>(p++, 0x54); // T
  p = putTwoDigits(p, second / 3600);
  store<u8>(p++, 0x3a); // :
  p = putTwoDigits(p, (second / 60) % 60);
  store<u8>(p++, 0x3a);
  p = putTwoDigits(p, second % 60);
  store<u8>(p++, 0x5a); // Z
  return p;
}

/** Minute of the hour, 0 to 59, of microseconds since 1970. */
@inline
export function minuteOf(us: f64): u32 {
  return <u32>(<i64>(us / US_PER_MINUTE) % 60);
}

/**
 * Appends the date `day` days after 1970-01-01 by civil_from_days (Hinnant 2013), which counts in eras of 400 years
 * from 1 March.
 */
function writeDate(p: usize, day: i64): usize {
  const z = day + 719468;
  const era = z / 146097;
  const dayOfEra = z - era * 146097;
  const yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146096) / 365;
  const dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
  const shifted = (5 * dayOfYear + 2) / 153;
  const date = <u32>(dayOfYear - (153 * shifted + 2) / 5 + 1);
  const month = <u32>(shifted < 10 ? shifted + 3 : shifted - 9);
  const year = <u32>(yearOfEra + era * 400 + (month <= 2 ? 1 : 0));
  p = putTwoDigits(p, year / 100);
  p = putTwoDigits(p, year % 100);
  store<u8>(p++, 0x2d); // -
  p = putTwoDigits(p, month);
  store<u8>(p++, 0x2d);
  return putTwoDigits(p, date);
}
