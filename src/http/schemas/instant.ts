import { z } from 'zod';
import { EPOCH_MS, EPOCH_SECONDS, WINDOW_EPOCHS } from '../../spec.js';

/** Source of zod's expression for a day that the calendar has, without its anchors `^` and `$`. */
const DATE = z.regexes.date.source.slice(1, -1);
const TIME = String.raw`[Tt]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(?:\.(\d+))?)?`;
const OFFSET = String.raw`[Zz]|([+-])([01]\d|2[0-3]):?([0-5]\d)`;
const INSTANT = new RegExp(`^(${DATE})(?:${TIME}(?:${OFFSET})?)?$`);

/** Regular expression of the texts that `parseInstant` reads, for schemas. */
export const INSTANT_PATTERN = INSTANT.source;

/**
 * Reads a time, as milliseconds since 1970, by RFC 3339, section 5.6, and other forms of ISO 8601's extended format
 * that clients write: without an offset (Python's `isoformat()`), meaning UTC; `+0200`; without seconds; a date alone,
 * meaning its midnight. Undefined for anything else, also for dates that do not exist. Second 60 is refused: the
 * grammar allows it for leap seconds, and there has been none since 2016. Any fraction of a millisecond counts as half
 * of one, so that rounding down and up are right however small it is.
 */
export function parseInstant(text: string): number | undefined {
  const [matched, date, minute = '00:00', rest = ':00', fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] =
    INSTANT.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const localMs = Date.parse(`${date}T${minute}${rest.slice(0, ':00'.length)}Z`);
  const offsetSeconds = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60 * (sign === '-' ? -1 : 1);
  const fractionMs = Number(fraction.slice(0, 3).padEnd(3, '0')) + (/[1-9]/.test(fraction.slice(3)) ? 0.5 : 0);
  return localMs - 1000 * offsetSeconds + fractionMs;
}

/** Last whole minute at or before a time; both in milliseconds since 1970. */
export function floorMinuteMs(ms: number): number {
  return Math.floor(ms / EPOCH_MS) * EPOCH_MS;
}

/** First whole minute at or after a time; both in milliseconds since 1970. */
export function ceilMinuteMs(ms: number): number {
  return Math.ceil(ms / EPOCH_MS) * EPOCH_MS;
}

/** Formats a time in milliseconds since 1970, cut to the second, for answers: `2025-12-06T08:05:00Z`. */
export function formatTime(timeMs: number): string {
  // Cut from the end: years before 0 and after 9999 have a sign and six digits.
  return `${new Date(timeMs).toISOString().slice(0, -'.000Z'.length)}Z`;
}

/** Longest time range that a question may name, and how a message says it. */
export interface LongestRange {
  readonly seconds: number;
  readonly words: string;
}

const WEEK: LongestRange = { seconds: WINDOW_EPOCHS * EPOCH_SECONDS, words: '7 days' };

/**
 * Finds the rule that a time range breaks, as given in milliseconds and not yet rounded to minutes, and the parameter
 * at fault; undefined if it breaks none.
 */
export function rangeProblem(
  startMs: number,
  endMs: number,
  most = WEEK,
): { parameter: string; rule: string } | undefined {
  if (startMs >= endMs) return { parameter: 'start_time', rule: 'must be before end_time' };
  if (endMs - startMs <= 1000 * most.seconds) return undefined;
  return { parameter: 'end_time', rule: `must be at most ${most.words} after start_time` };
}
