import { spawnSync } from 'node:child_process';
import test from 'ava';
import { OUT_OF_VIEW, NOT_COUNTED, UNKNOWN } from '../../src/web/place/week.js';
import type { PassRow } from '../../src/web/place/passOrder.js';
import type { EncounteredPass } from '../../src/web/sky/encounters.js';
import { calendarText } from '../../src/web/take/calendar.js';
import { csvOf, encountersCsv, fileName, minutesCsv, passesCsv } from '../../src/web/take/tables.js';

const AOS = Date.parse('2026-07-10T08:05:12.340Z');
const encountered: EncounteredPass = {
  aosMs: AOS,
  losMs: AOS + 400_000,
  maxElevationMs: AOS + 200_000,
  inBeamSeconds: 12.5,
  clear: { startMs: AOS + 10_000, endMs: AOS + 130_500, probability: 0.9731 },
  encounterCount: 1,
  encounters: [
    {
      noradNumber: 44_713,
      name: 'STARLINK-1008, "B"',
      operator: undefined,
      entersMs: AOS,
      leavesMs: AOS + 10_000,
      closestMs: AOS + 5_000,
      closestDeg: 1.25,
      sigmaDeg: 0.1,
      timeSigmaSeconds: 0.42,
      probability: 0.875,
      overlap: { hz: 36e6, source: 'table' },
    },
  ],
  colocated: [],
};
const row: PassRow = {
  pass: {
    aosMs: AOS,
    losMs: AOS + 400_000,
    maxElevationDeg: 57.346,
    maxElevationMs: AOS + 200_000,
    intensity: { peak: 24, mean: 20.666 },
    complete: true,
  },
  encountered,
  rank: 3,
};
const bare: PassRow = {
  pass: { ...row.pass, aosMs: AOS + 6e6, losMs: AOS + 6.4e6, intensity: undefined, complete: false },
  encountered: undefined,
  rank: undefined,
};

const NOW = Date.parse('2026-07-09T20:00:00Z');
const subject = {
  satellite: 'ISS (ZARYA)',
  noradNumber: 25_544,
  place: 'Łódź; Süd, 屋上 \\ Nord',
  latDeg: 51.75,
  lonDeg: -19.46,
  linkTo: (ms: number) => `https://example.org/place?satellite=1&time=${ms}`,
};

/** Properties of each event of a calendar, read as RFC 5545 says: folded lines joined, values unescaped. */
function eventsOf(text: string): Map<string, string>[] {
  const events = text.replaceAll('\r\n ', '').split('BEGIN:VEVENT\r\n').slice(1);
  const valueOf = (value: string) => value.replaceAll(/\\(.)/g, (_all, one: string) => (one === 'n' ? '\n' : one));
  return events.map(
    (event) =>
      new Map([...event.matchAll(/^([A-Z-]+):(.*)$/gm)].map(([, name = '', value = '']) => [name, valueOf(value)])),
  );
}

test('a calendar has an event for each pass: its times in UTC, a stable name, and a description', (t) => {
  const [event, other] = eventsOf(calendarText([row, bare], subject, NOW));
  t.is(event?.get('DTSTART'), '20260710T080512Z');
  t.is(event?.get('DTEND'), '20260710T081152Z');
  t.is(event?.get('DTSTAMP'), '20260709T200000Z');
  t.is(event?.get('SUMMARY'), `ISS (ZARYA) over ${subject.place}, 57°`);
  t.is(event?.get('LOCATION'), subject.place);
  t.is(event?.get('GEO'), '51.750000;-19.460000');
  t.is(event?.get('URL'), subject.linkTo(row.pass.maxElevationMs));
  t.deepEqual(event?.get('DESCRIPTION')?.split('\n'), [
    'Highest at 08:08:32 UTC, 57.3 degrees',
    'Other satellites in view: up to 24, 20.7 on average',
    'Nobody else in the beam: 08:05:22 to 08:07:22 UTC, 2 min 01 s, rank 3 of the week',
    'Encounters: 1',
  ]);
  t.notRegex(other?.get('DESCRIPTION') ?? '', /Nobody|Other satellites|Encounters/);
  t.not(event?.get('UID'), other?.get('UID'));
  t.is(eventsOf(calendarText([row], subject, NOW + 1))[0]?.get('UID'), event?.get('UID'));
});

test('every line of a calendar ends with CR LF and has 75 octets at most, no character in two', (t) => {
  const text = calendarText([row, bare], { ...subject, place: '屋上'.repeat(40) }, NOW);
  t.notRegex(text.replaceAll('\r\n', ''), /[\r\n]/);
  for (const line of text.split('\r\n')) t.true(Buffer.byteLength(line) <= 75, line);
  t.is(eventsOf(text)[0]?.get('LOCATION'), '屋上'.repeat(40));
});

/** Python script that reads a calendar with the package icalendar, which refuses an invalid one. */
const READ = `
import json, sys
from icalendar import Calendar
calendar = Calendar.from_ical(sys.stdin.buffer.read())
print(json.dumps([
    [event['SUMMARY'], event['LOCATION'], event['DTSTART'].dt.isoformat(), event['UID'], event['DESCRIPTION']]
    for event in calendar.walk('VEVENT')
]))`;

test('another program reads the same from a calendar', (t) => {
  const text = calendarText([row, bare], subject, NOW);
  const { status, stdout } = spawnSync('python3', ['-c', READ], { input: text, encoding: 'utf8' });
  if (status !== 0) {
    t.log('skipped: python3-icalendar is not installed');
    t.pass();
    return;
  }
  const names = ['SUMMARY', 'LOCATION', 'DTSTART', 'UID', 'DESCRIPTION'];
  const instant = (value = '') => value.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6+00:00');
  const ours = eventsOf(text).map((event) => names.map((name) => instant(event.get(name))));
  t.deepEqual(JSON.parse(stdout), ours);
});

test('a CSV quotes what needs it, ends lines with CR LF, and has no formulas', (t) => {
  const rows = [
    ['x,"y"', -1.5],
    ['=1+1', undefined],
    ['two\nlines', true],
  ] as const;
  const text = csvOf(rows, { a: ([a]) => a, b: ([, b]) => b });
  t.is(text, 'a,b\r\n"x,""y""",-1.5\r\n\'=1+1,\r\n"two\nlines",true\r\n');
});

test('passes, encounters and minutes as CSV agree with the page, and are empty where nothing is known', (t) => {
  const [, first = '', second = ''] = passesCsv([row, bare]).split('\r\n');
  t.is(
    first,
    '2026-07-10T08:05:12.340Z,2026-07-10T08:11:52.340Z,400,true,57.35,2026-07-10T08:08:32.340Z,24,20.67,1,12.5,' +
      '2026-07-10T08:05:22.340Z,2026-07-10T08:07:22.840Z,120.5,3,0.9731',
  );
  t.true(second.endsWith(',,,,,,,,,'), second);
  const met = encountersCsv({ isDownlinkKnown: true, beamDeg: 5, beamSource: 'dish', passes: [encountered] });
  t.true(met.includes('44713,"STARLINK-1008, ""B""",,2026-07-10T08:05:12.340Z,'), met);
  t.true(met.endsWith(',1.25,0.1,0.42,0.875,36000000,table\r\n'), met);
  const counts = Int32Array.of(7, 0, OUT_OF_VIEW, NOT_COUNTED, UNKNOWN);
  const elevationsDeg = Float32Array.of(20, 15, 5, 12, Number.NaN);
  const startMs = Date.parse('2026-07-10T00:00Z');
  t.deepEqual(minutesCsv({ startMs, counts, elevationsDeg }).trim().split('\r\n'), [
    'minute_utc,others,state,elevation_deg',
    '2026-07-10T00:00:00Z,7,counted,20',
    '2026-07-10T00:01:00Z,0,counted,15',
    '2026-07-10T00:02:00Z,,out of view,5',
    '2026-07-10T00:03:00Z,,not counted,12',
    '2026-07-10T00:04:00Z,,no data,',
  ]);
});

test('files are named after their content, in characters that every system takes', (t) => {
  t.is(fileName(['ISS (ZARYA)', 'Zürich / Süd', 'passes'], 'csv'), 'sidelobe-iss-zarya-zurich-sud-passes.csv');
  t.is(fileName(['52.52° N, 13.41° E'], 'csv'), 'sidelobe-52.52-n-13.41-e.csv');
});
