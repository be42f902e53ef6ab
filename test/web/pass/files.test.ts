import { spawnSync } from 'node:child_process';
import test from 'ava';
import { receiverAt } from '../../../src/web/data/receiver.js';
import { calendarText, passAddress } from '../../../src/web/pass/calendar.js';
import { csvOf, encountersCsv, fileName, passesCsv, pointingsCsv } from '../../../src/web/pass/tables.js';
import type { ListedPass } from '../../../src/web/passes/listing.js';
import { readView } from '../../../src/web/viewState.js';
import { encounter } from '../encounter.js';

const AOS = Date.parse('2026-07-10T08:05:12.340Z');
const NAME = 'Łódź; Süd, 屋上 \\ Nord';
const receiver = { ...receiverAt({ latDeg: 51.75, lonDeg: -19.46 }), name: NAME };
const pass: ListedPass = {
  key: '1',
  tracked: { id: 7, satellite: { name: 'ISS (ZARYA)', norad_number: 25_544 } } as ListedPass['tracked'],
  receiver,
  aosMs: AOS,
  losMs: AOS + 400_000,
  maxElevationDeg: 57.34,
  maxElevationMs: AOS + 200_000,
  complete: true,
  clear: { startMs: AOS + 10_000, endMs: AOS + 130_500 },
  inBeamSeconds: 12.5,
  encounterCount: 1,
  nearest: { norad_number: 44_713, name: 'STARLINK-1008, "B"', separation_deg: 1.25 },
  met: [[AOS, AOS + 10_000]],
  beam: { deg: 2.5, source: 'dish' },
  isDownlinkKnown: true,
  colocated: [],
};
const bare: ListedPass = {
  ...pass,
  aosMs: AOS + 6e6,
  losMs: AOS + 6.4e6,
  complete: false,
  clear: undefined,
  inBeamSeconds: 0,
  encounterCount: 0,
  nearest: null,
  met: [],
  isDownlinkKnown: false,
};

const NOW = Date.parse('2026-07-09T20:00:00Z');
const linkTo = (one: ListedPass) => `https://example.org/?satellite=7&time=${one.maxElevationMs}`;

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
  const [event, other] = eventsOf(calendarText([pass, bare], NOW, linkTo));
  t.is(event?.get('DTSTART'), '20260710T080512Z');
  t.is(event?.get('DTEND'), '20260710T081152Z');
  t.is(event?.get('DTSTAMP'), '20260709T200000Z');
  t.is(event?.get('SUMMARY'), `ISS (ZARYA) over ${NAME}, 57°`);
  t.is(event?.get('LOCATION'), NAME);
  t.is(event?.get('GEO'), '51.750000;-19.460000');
  t.is(event?.get('URL'), linkTo(pass));
  t.deepEqual(event?.get('DESCRIPTION')?.split('\n'), [
    'Highest at 08:08:32 UTC, 57.3 degrees',
    'Nobody else in the beam: 08:05:22 to 08:07:22 UTC, 2 min 01 s',
    'Encounters: 1',
  ]);
  t.regex(other?.get('DESCRIPTION') ?? '', /window cuts this pass$/);
  t.notRegex(other?.get('DESCRIPTION') ?? '', /obody|Always|Encounters/);
  t.not(event?.get('UID'), other?.get('UID'));
  t.is(eventsOf(calendarText([pass], NOW + 1))[0]?.get('UID'), event?.get('UID'));
});

test('every line of a calendar ends with CR LF and has 75 octets at most, no character in two', (t) => {
  const far = { ...pass, receiver: { ...receiver, name: '屋上'.repeat(40) } };
  const text = calendarText([far, bare], NOW, linkTo);
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
  const text = calendarText([pass, bare], NOW, linkTo);
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

test('passes and encounters as CSV agree with the page, and are empty where nothing is known', (t) => {
  const [, first = '', second = ''] = passesCsv([pass, bare]).split('\r\n');
  t.is(
    first,
    `ISS (ZARYA),"${NAME}",2026-07-10T08:05:12.340Z,2026-07-10T08:11:52.340Z,400,true,57.34,2026-07-10T08:08:32.340Z,` +
      '2.5,dish,1,12.5,2026-07-10T08:05:22.340Z,2026-07-10T08:07:22.840Z,120.5,' +
      '"STARLINK-1008, ""B""",44713,1.25',
  );
  t.true(second.endsWith(',2.5,dish,,,,,,,,'), second);
  const overlap = { hz: 36e6, lowHz: 11.7e9, source: 'table', isAssumed: false };
  const met = encountersCsv([encounter({ name: 'B, "1"', operator: undefined, entersMs: AOS, overlap })]);
  t.true(met.includes('\r\n1,"B, ""1""",,2026-07-10T08:05:12.340Z,'), met);
  t.true(met.endsWith(',1,0.1,0.2,1,36000000,11700000000,table,false\r\n'), met);
});

test('a pointing file has a line for each pointing, without Doppler shift where no carrier is given', (t) => {
  const at = { azimuthDeg: 359.9996, elevationDeg: 12.34567, rangeKm: 1234.5678, rangeAccelerationKmS2: 0 };
  const rows = [{ ...at, ms: AOS, rangeRateKmS: -5 }];
  const [head, line] = pointingsCsv(rows, 299_792_458).split('\r\n');
  t.is(head, 'time_utc,azimuth_deg,elevation_deg,range_km,carrier_hz,doppler_hz');
  t.is(line, '2026-07-10T08:05:12.340Z,360,12.346,1234.568,299792458,5000');
  t.true(pointingsCsv(rows, undefined).endsWith(',1234.568,,\r\n'));
});

test('the link to a pass keeps the view, and names the satellite and station or place of the pass', (t) => {
  const view = readView(new URLSearchParams('satellite=1&satellites=1,7&station=5&beam=2'));
  const query = new URLSearchParams(passAddress(view, pass, AOS).slice(2));
  t.is(query.get('satellite'), '7');
  t.is(query.get('station'), null);
  t.is(query.get('place'), '51.75,-19.46');
  t.is(query.get('beam'), '2');
  t.is(query.get('time'), '2026-07-10T08:05:12.340Z');
});

test('files are named after their content, in characters that every system takes', (t) => {
  t.is(fileName(['ISS (ZARYA)', 'Zürich / Süd', 'passes'], 'csv'), 'sidelobe-iss-zarya-zurich-sud-passes.csv');
  t.is(fileName(['52.52° N, 13.41° E'], 'csv'), 'sidelobe-52.52-n-13.41-e.csv');
});
