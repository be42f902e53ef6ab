import type { PassRow } from '../place/passOrder.js';
import { clearSeconds } from '../sky/encounters.js';
import { apiTime, durationText } from '../time.js';

/** Satellite and place of the passes in a calendar. */
export interface CalendarSubject {
  satellite: string;
  noradNumber: number;
  place: string;
  latDeg: number;
  lonDeg: number;
  /** Returns the address of the page that shows an instant. */
  linkTo: (ms: number) => string;
}

/** Largest number of octets of a line that need not be folded (RFC 5545, 3.1). */
const LINE_OCTETS = 75;
const utf8 = new TextEncoder();

/** Text value with its commas, semicolons, backslashes and line ends escaped (RFC 5545, 3.3.11). */
function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, (character) => `\\${character}`).replaceAll(/\r\n|\r|\n/g, '\\n');
}

/** Line folded into pieces of at most 75 octets; a character is never split. */
function folded(line: string): string {
  let text = '';
  let octets = 0;
  for (const character of line) {
    const size = utf8.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      text += '\r\n ';
      octets = 1;
    }
    text += character;
    octets += size;
  }
  return `${text}\r\n`;
}

/** Instant in UTC to whole seconds, as `20260710T080512Z` (RFC 5545, 3.3.5). */
function stamp(ms: number): string {
  return apiTime(ms).replaceAll(/[-:]/g, '');
}

/** Time of the day in UTC, as `08:05:12`. */
function clock(ms: number): string {
  return apiTime(ms).slice(11, 19);
}

function notesOf({ pass, encountered, rank }: PassRow): string[] {
  const { maxElevationDeg, maxElevationMs, intensity, complete } = pass;
  const notes = [`Highest at ${clock(maxElevationMs)} UTC, ${maxElevationDeg.toFixed(1)} degrees`];
  if (intensity)
    notes.push(`Other satellites in view: up to ${intensity.peak}, ${intensity.mean.toFixed(1)} on average`);
  if (encountered?.clear) {
    const { startMs, endMs } = encountered.clear;
    const length = durationText(clearSeconds(encountered));
    notes.push(
      `Nobody else in the beam: ${clock(startMs)} to ${clock(endMs)} UTC, ${length}, rank ${rank} of the week`,
    );
  }
  if (encountered && !encountered.clear) notes.push('Always somebody else in the beam');
  if (encountered) notes.push(`Encounters: ${encountered.encounterCount}`);
  if (!complete) notes.push('The analysis window cuts this pass');
  return notes;
}

function eventOf(row: PassRow, subject: CalendarSubject, nowMs: number): string[] {
  const { aosMs, losMs, maxElevationDeg, maxElevationMs } = row.pass;
  const { satellite, noradNumber, place, latDeg, lonDeg, linkTo } = subject;
  return [
    'BEGIN:VEVENT',
    `UID:${noradNumber}-${stamp(aosMs)}-${latDeg.toFixed(4)}_${lonDeg.toFixed(4)}@sidelobe`,
    `DTSTAMP:${stamp(nowMs)}`,
    `DTSTART:${stamp(aosMs)}`,
    `DTEND:${stamp(Math.max(losMs, aosMs + 1000))}`,
    `SUMMARY:${escaped(`${satellite} over ${place}, ${maxElevationDeg.toFixed(0)}°`)}`,
    `DESCRIPTION:${escaped(notesOf(row).join('\n'))}`,
    `LOCATION:${escaped(place)}`,
    `GEO:${latDeg.toFixed(6)};${lonDeg.toFixed(6)}`,
    `URL:${linkTo(maxElevationMs)}`,
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ];
}

/** Passes as a calendar that other programs read (iCalendar, RFC 5545): an event each, times in UTC. */
export function calendarText(rows: readonly PassRow[], subject: CalendarSubject, nowMs: number): string {
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Sidelobe//Passes//EN', 'CALSCALE:GREGORIAN'];
  const lines = [...head, ...rows.flatMap((row) => eventOf(row, subject, nowMs)), 'END:VCALENDAR'];
  return lines.map(folded).join('');
}
