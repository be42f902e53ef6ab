import { DAY_MS } from '../spec.js';

/** Reads and formats times: UTC in addresses and files; on the page the chosen zone, in tooltips the other one. */

/** Time zone of all times that the page shows: UTC, or that of the browser. */
export type Zone = 'utc' | 'local';

let zone: Zone = 'utc';

/** Sets the zone of all texts made from now on. */
export function setZone(next: Zone): void {
  zone = next;
}

/**
 * Name of the chosen zone, to write behind times: `UTC`, or the offsets of local time at the shown instants, such as
 * `UTC−8`, or `UTC+1/UTC+2` if clocks change between them; without any instant, `local time`.
 */
export function zoneName(...shownMs: readonly number[]): string {
  if (zone === 'utc') return 'UTC';
  const names = shownMs.map((ms) => {
    const minutes = zoneOffsetMs(ms) / MINUTE_MS;
    const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
    return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${rest}`}`;
  });
  return [...new Set(names)].join('/') || 'local time';
}

/** Milliseconds by which a clock of the chosen zone is ahead of UTC at an instant. */
export function zoneOffsetMs(ms: number): number {
  return zone === 'utc' ? 0 : -MINUTE_MS * new Date(ms).getTimezoneOffset();
}

/** Time on a clock of the chosen zone at an instant, in milliseconds since 1970 as if that clock showed UTC. */
function wallMs(ms: number): number {
  return ms + zoneOffsetMs(ms);
}

/** Inverse of wallMs. A time that clocks skip when summer time begins counts as an hour later, west of UTC earlier. */
function instantOf(wall: number): number {
  const guess = 2 * wall - wallMs(wall);
  return guess + wall - wallMs(guess);
}

export type Precision = 'minute' | 'second' | 'day' | 'clock';

const MINUTE_MS = 60_000;
const PART = { day: [0, 10], minute: [0, 16], second: [0, 19], clock: [11, 19] } as const;

/**
 * Time as `2026-07-10 08:05`, without the zone, which tables give in their heads. The precision `clock` is the time of
 * the day, to the second.
 */
export function timeText(ms: number, precision: Precision = 'minute'): string {
  const [from, to] = PART[precision];
  return new Date(wallMs(ms)).toISOString().slice(from, to).replace('T', ' ');
}

/** Time of the day as `08:05`. */
export function minuteOfDay(ms: number): string {
  return timeText(ms).slice(11);
}

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });

/** Time in the zone that is not chosen: the browser's, or UTC. */
export function otherZoneText(ms: number): string {
  return zone === 'utc' ? `${local.format(ms)} (local)` : `${apiTime(ms).slice(0, -1).replace('T', ' ')} UTC`;
}

/** Time as a field for dates takes it: `2026-07-10T08:05:12`. */
export function fieldText(ms: number): string {
  return timeText(ms, 'second').replace(' ', 'T');
}

/** Instant in ms since 1970 of the text of a date field, in the chosen zone; undefined for anything else. */
export function readField(text: string): number | undefined {
  const wall = Date.parse(`${text}Z`);
  return Number.isNaN(wall) ? undefined : instantOf(wall);
}

/** Time in the form of addresses: `2026-07-10T08:05Z`, or with its seconds or milliseconds if it has any. */
export function addressTime(ms: number): string {
  const text = new Date(ms).toISOString();
  return ms % 1000 === 0 ? `${text.slice(0, ms % MINUTE_MS === 0 ? 16 : 19)}Z` : text;
}

/** Time in the form of the API: `2026-07-10T08:05:00Z`; milliseconds are cut off. */
export function apiTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Milliseconds since 1970 of a time in the form of addresses (addressTime); undefined for anything else. */
export function readAddressTime(text: string | null): number | undefined {
  if (text === null || !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/.test(text)) return undefined;
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}

/** Duration in two units: `1 h 05 min`, `7 min 12 s`, `2 d 3 h`. */
export function durationText(seconds: number): string {
  const whole = Math.round(seconds);
  const [days, hours, minutes] = [
    Math.floor(whole / 86_400),
    Math.floor(whole / 3_600) % 24,
    Math.floor(whole / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${String(minutes).padStart(2, '0')} min`;
  return `${minutes} min ${String(whole % 60).padStart(2, '0')} s`;
}

/** Short duration: `12.5 s`, from a minute on `1 min 05 s`. */
export function secondsText(seconds: number): string {
  return seconds < 60 ? `${Number(seconds.toFixed(1))} s` : durationText(seconds);
}

/** Whole minutes in two units: `1 h 05 min`, `7 min`, `2 d 3 h`. */
function minutesText(minutes: number): string {
  return durationText(60 * minutes).replace(' 00 s', '');
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});

/** Day as `Sun 22 Nov`. */
export function dayText(ms: number): string {
  return dayFormat.format(wallMs(ms)).replace(',', '');
}

/** Time as `Sun 22 Nov 08:05`. */
export function clockText(ms: number): string {
  return `${dayText(ms)} ${minuteOfDay(ms)}`;
}

/** Round times on a clock of the chosen zone, `stepMs` apart, from an instant to another, both included. */
export function roundTimes(fromMs: number, toMs: number, stepMs: number): number[] {
  const found: number[] = [];
  for (let wall = Math.ceil(wallMs(fromMs) / stepMs) * stepMs; instantOf(wall) <= toMs; wall += stepMs) {
    if (instantOf(wall) >= fromMs) found.push(instantOf(wall));
  }
  return found;
}

/** Midnights of the chosen zone from an instant to another, both included. */
export function midnights(fromMs: number, toMs: number): number[] {
  return roundTimes(fromMs, toMs, DAY_MS);
}

/** Time from now to an instant in words: `in 9 min`, `in 3 h 05 min`, `now`, `5 min ago`; undefined beyond two days. */
export function fromNow(ms: number, nowMs: number): string | undefined {
  const minutes = Math.round((ms - nowMs) / MINUTE_MS);
  if (Math.abs(minutes) > 2880) return undefined;
  if (minutes === 0) return 'now';
  return minutes > 0 ? `in ${minutesText(minutes)}` : `${minutesText(-minutes)} ago`;
}

/** Time from now to a pass in words: `in 22 min`, `up now, sets in 3 min`, `5 min ago`; undefined beyond two days. */
export function passFromNow({ aosMs, losMs }: { aosMs: number; losMs: number }, nowMs: number): string | undefined {
  if (nowMs < aosMs || nowMs >= losMs) return fromNow(nowMs < aosMs ? aosMs : losMs, nowMs);
  const sets = fromNow(losMs, nowMs);
  return sets === undefined || sets === 'now' ? 'up now' : `up now, sets ${sets}`;
}
