import { DAY_MS } from '../spec.js';

/** Reading and formatting of times: in UTC, whole minutes in addresses. */

export type Precision = 'minute' | 'second' | 'day' | 'clock';

const PART = { day: [0, 10], minute: [0, 16], second: [0, 19], clock: [11, 19] } as const;

/** Time as `2026-07-10 08:05`, without the zone: tables say UTC once. `clock` is the time of the day, to the second. */
export function utcText(ms: number, precision: Precision = 'minute'): string {
  const [from, to] = PART[precision];
  return new Date(ms).toISOString().slice(from, to).replace('T', ' ');
}

const local = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });

export function localText(ms: number): string {
  return `${local.format(ms)} (local)`;
}

/** Time in the form of addresses: `2026-07-10T08:05Z`. */
export function addressTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16)}Z`;
}

/** Time in the form of the API: `2026-07-10T08:05:00Z`. */
export function apiTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Milliseconds since 1970 of an address's ISO minute; undefined for anything else. */
export function readAddressTime(text: string | null): number | undefined {
  if (text === null || !/^\d{4}-\d\d-\d\dT\d\d:\d\dZ$/.test(text)) return undefined;
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

/** Whole minutes in two units: `1 h 05 min`, `7 min`, `2 d 3 h`. */
export function minutesText(minutes: number): string {
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
  return dayFormat.format(ms).replace(',', '');
}

/** Time as `Sun 22 Nov 08:05`. */
export function clockText(ms: number): string {
  return `${dayText(ms)} ${utcText(ms).slice(11)}`;
}

/** Midnights from an instant to another, both included. */
export function midnights(fromMs: number, toMs: number): number[] {
  const first = Math.ceil(fromMs / DAY_MS) * DAY_MS;
  return Array.from(
    { length: Math.max(0, Math.floor((toMs - first) / DAY_MS) + 1) },
    (_none, day) => first + day * DAY_MS,
  );
}
