import type { Place } from '../map/healpix.js';

/** Time zones that the time bar shows: UTC, the browser's, or that of the chosen place. */
export type ZoneChoice = 'utc' | 'local' | 'place';

/** Time zone by its IANA name. */
export interface Zone {
  name: string;
  /** Text behind a time: `UTC`, `Europe/Berlin`. */
  label: string;
}

export const UTC: Zone = { name: 'UTC', label: 'UTC' };

const DAY_MS = 86_400_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const two = '2-digit';
  const parts = { year: 'numeric', month: two, day: two, hour: two, minute: two, hourCycle: 'h23' } as const;
  const made = new Intl.DateTimeFormat('en', { timeZone: zone, ...parts });
  formats.set(zone, made);
  return made;
}

/** What a clock of the zone shows, as milliseconds since 1970 of a clock in UTC that shows the same; whole minutes. */
export function wallMs({ name }: Zone, ms: number): number {
  const parts = new Map(
    formatOf(name)
      .formatToParts(ms)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
}

/** Instant at which a clock of the zone shows a time; one that it leaves out counts as the one an hour later. */
export function instantOf(zone: Zone, wall: number): number {
  const guess = wall - (wallMs(zone, wall) - wall);
  return guess - (wallMs(zone, guess) - wall);
}

/** Time as a field takes it: `2026-07-10T08:05`. */
export function fieldText(zone: Zone, ms: number): string {
  return new Date(wallMs(zone, ms)).toISOString().slice(0, 16);
}

/** Instant of a field's text; undefined for anything else. */
export function readField(zone: Zone, text: string): number | undefined {
  const wall = Date.parse(`${text}Z`);
  return Number.isNaN(wall) ? undefined : instantOf(zone, wall);
}

/** Time as `Sun 22 Nov 08:05`. */
export function clockText(zone: Zone, ms: number): string {
  const wall = new Date(wallMs(zone, ms));
  return `${dayText(zone, ms)} ${wall.toISOString().slice(11, 16)}`;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});

/** Day as `Sun 22 Nov`. */
export function dayText(zone: Zone, ms: number): string {
  return dayFormat.format(wallMs(zone, ms)).replace(',', '');
}

/** Midnights of the zone from an instant to another. */
export function midnights(zone: Zone, fromMs: number, toMs: number): number[] {
  const found: number[] = [];
  const first = Math.ceil(wallMs(zone, fromMs) / DAY_MS) * DAY_MS;
  for (let wall = first; ; wall += DAY_MS) {
    const instant = instantOf(zone, wall);
    if (instant > toMs) return found;
    if (instant >= fromMs) found.push(instant);
  }
}

/** Zone of the browser. */
export function localZone(): Zone {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return { name: timeZone, label: timeZone };
}

/** Zone of a place: its data, some 70 KB, is loaded when it is first asked for. */
export async function zoneOf({ latDeg, lonDeg }: Place): Promise<Zone> {
  const { default: lookUp } = await import('@photostructure/tz-lookup');
  const name = lookUp(latDeg, lonDeg);
  return { name, label: name };
}
