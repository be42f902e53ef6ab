import { z } from 'zod';
import { EPOCH_MS, EPOCH_SECONDS, WINDOW_EPOCHS } from '../../spec.js';

/** Exact instant: whole seconds since 1970, and the digits of the fraction without trailing zeros. */
export interface Instant {
  readonly epochSecond: number;
  readonly fraction: string;
}

/** Source of zod's expression for a day that the calendar has, without its anchors `^` and `$`. */
const DATE = z.regexes.date.source.slice(1, -1);
const TIME = String.raw`[Tt]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(?:\.(\d+))?)?`;
const OFFSET = String.raw`[Zz]|([+-])([01]\d|2[0-3]):?([0-5]\d)`;
const INSTANT = new RegExp(`^(${DATE})(?:${TIME}(?:${OFFSET})?)?$`);

/** Regular expression of the texts that `parseInstant` reads, for schemas. */
export const INSTANT_PATTERN = INSTANT.source;

/**
 * Reads a time by RFC 3339, section 5.6, and other forms of ISO 8601's extended format that clients write: without an
 * offset (Python's `isoformat()`), meaning UTC; `+0200`; without seconds; a date alone, meaning its midnight. Undefined
 * for anything else, also for dates that do not exist. Second 60 is refused: the grammar allows it for leap seconds,
 * and there has been none since 2016.
 */
export function parseInstant(text: string): Instant | undefined {
  const [matched, date, minute = '00:00', rest = ':00', fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] =
    INSTANT.exec(text) ?? [];
  if (matched === undefined) return undefined;
  const localMs = Date.parse(`${date}T${minute}${rest.slice(0, ':00'.length)}Z`);
  const offsetSeconds = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60 * (sign === '-' ? -1 : 1);
  return { epochSecond: localMs / 1000 - offsetSeconds, fraction: fraction.replace(/0+$/, '') };
}

/** Negative, zero or positive as `left` is before, at or after `right`. */
export function compareInstants(left: Instant, right: Instant): number {
  if (left.epochSecond !== right.epochSecond) return left.epochSecond - right.epochSecond;
  // Digits of a fraction compare as text: a shorter prefix is smaller.
  if (left.fraction === right.fraction) return 0;
  return left.fraction < right.fraction ? -1 : 1;
}

/** Last whole minute at or before the instant, in milliseconds since 1970. */
export function floorMinuteMs(instant: Instant): number {
  return Math.floor((instant.epochSecond * 1000) / EPOCH_MS) * EPOCH_MS;
}

/** First whole minute at or after the instant, in milliseconds since 1970. */
export function ceilMinuteMs(instant: Instant): number {
  const second = instant.epochSecond + (instant.fraction === '' ? 0 : 1);
  return Math.ceil((second * 1000) / EPOCH_MS) * EPOCH_MS;
}

/** The instant in milliseconds since 1970, finer parts cut off. */
export function instantMs({ epochSecond, fraction }: Instant): number {
  return epochSecond * 1000 + Number(fraction.slice(0, 3).padEnd(3, '0'));
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
 * Finds the rule that a time range breaks, as given and not yet rounded to minutes, and the parameter at fault;
 * undefined if it breaks none.
 */
export function rangeProblem(
  start: Instant,
  end: Instant,
  most = WEEK,
): { parameter: string; rule: string } | undefined {
  if (compareInstants(start, end) >= 0) return { parameter: 'start_time', rule: 'must be before end_time' };
  const longest = { epochSecond: start.epochSecond + most.seconds, fraction: start.fraction };
  if (compareInstants(end, longest) <= 0) return undefined;
  return { parameter: 'end_time', rule: `must be at most ${most.words} after start_time` };
}
