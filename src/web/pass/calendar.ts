import { clearSecondsOf, type ListedPass } from '../passes/listing.js';
import { apiTime, durationText } from '../time.js';
import { type ViewState, writeView } from '../viewState.js';

/** Address within the page of an instant of a pass; all else is as in the view. */
export function passAddress(view: ViewState, { tracked, receiver }: ListedPass, timeMs: number): string {
  const { station } = receiver;
  const at = { stationId: station?.id, place: station ? undefined : receiver.site };
  return `/${writeView({ ...view, satelliteId: tracked.id, ...at, timeMs })}`;
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

type LinkTo = (pass: ListedPass) => string;

function notesOf(pass: ListedPass): string[] {
  const { maxElevationDeg, maxElevationMs, clear, isDownlinkKnown, encounterCount, complete } = pass;
  const notes = [`Highest at ${clock(maxElevationMs)} UTC, ${maxElevationDeg.toFixed(1)} degrees`];
  if (isDownlinkKnown) {
    const length = durationText(clearSecondsOf(pass));
    const stretch = clear && `${clock(clear.startMs)} to ${clock(clear.endMs)} UTC, ${length}`;
    notes.push(stretch ? `Nobody else in the beam: ${stretch}` : 'Always somebody else in the beam');
    notes.push(`Encounters: ${encounterCount}`);
  }
  if (!complete) notes.push('The analysis window cuts this pass');
  return notes;
}

function eventOf(pass: ListedPass, nowMs: number, linkTo?: LinkTo): string[] {
  const { name, norad_number: norad } = pass.tracked.satellite;
  const { receiver, aosMs, losMs, maxElevationDeg } = pass;
  const { latDeg, lonDeg } = receiver.site;
  const title = `${name} over ${receiver.name}, ${maxElevationDeg.toFixed(0)}°`;
  return [
    'BEGIN:VEVENT',
    `UID:${norad}-${stamp(aosMs)}-${latDeg.toFixed(4)}_${lonDeg.toFixed(4)}@sidelobe`,
    `DTSTAMP:${stamp(nowMs)}`,
    `DTSTART:${stamp(aosMs)}`,
    `DTEND:${stamp(Math.max(losMs, aosMs + 1000))}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(notesOf(pass).join('\n'))}`,
    `LOCATION:${escaped(receiver.name)}`,
    `GEO:${latDeg.toFixed(6)};${lonDeg.toFixed(6)}`,
    ...(linkTo ? [`URL:${linkTo(pass)}`] : []),
    'TRANSP:OPAQUE',
    'END:VEVENT',
  ];
}

/**
 * Passes as a calendar that other programs read (iCalendar, RFC 5545): an event each, times in UTC.
 *
 * @param linkTo returns the address of the page that shows a pass; without it events have none
 */
export function calendarText(passes: readonly ListedPass[], nowMs: number, linkTo?: LinkTo): string {
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Sidelobe//Passes//EN', 'CALSCALE:GREGORIAN'];
  const lines = [...head, ...passes.flatMap((pass) => eventOf(pass, nowMs, linkTo)), 'END:VCALENDAR'];
  return lines.map(folded).join('');
}
