import test from 'ava';
import fc from 'fast-check';
import {
  ceilMinuteMs,
  floorMinuteMs,
  formatTime,
  INSTANT_PATTERN,
  parseInstant,
} from '../../../src/http/schemas/instant.js';
import { broken } from '../../helpers/openapi.js';

function parsed(text: string) {
  const instant = parseInstant(text);
  if (instant === undefined) throw new Error(`${text} was refused`);
  return instant;
}

test('texts that are no time, and days that no calendar has, are refused', (t) => {
  const refused = [
    '2025-12-06Z',
    '2025-12-06T',
    '2025-12-06T08Z',
    '2025-12-06T08:05.5Z',
    '2025-12-06T08:05:',
    '2025-02-30',
    '2025-12-06T08:05:00+02',
    '2025-12-06T08:05:00+020',
    '2025-12-06T0805Z',
    '1765008300000',
    '',
    ' 2025-12-06T08:05:00Z',
    '2025-12-06T08:05:00Z\n',
    '2025-02-29T00:00:00Z',
    '2025-13-01T00:00:00Z',
    '2025-00-10T00:00:00Z',
    '2025-12-06T08:60:00Z',
    '2016-12-31T23:59:60Z',
    '2025-12-06T08:05:00.Z',
    '2025-12-06T08:05:00+2:00',
    '2025-12-06T08:05:00+2400',
    '2025-12-06T08:05:00+24:00',
    '2025-12-06T08:05:00+02:60',
    '20251206T080500Z',
    '+002025-12-06T08:05:00Z',
    '٢٠٢٥-12-06T08:05:00Z',
  ];
  for (const text of refused) t.is(parseInstant(text), undefined, text);
});

test('an offset is counted; without Z and offset a time is UTC, without seconds a whole minute, a date alone its midnight', (t) => {
  for (const [text, meant] of [
    ['2025-12-06T10:05:00+02:00', '2025-12-06T08:05:00Z'],
    ['2025-12-06T04:35:00-03:30', '2025-12-06T08:05:00Z'],
    ['2025-12-06t08:05:00z', '2025-12-06T08:05:00Z'],
    ['2025-12-06T08:05:00.000-00:00', '2025-12-06T08:05:00Z'],
    ['2025-12-06T10:05:00+0200', '2025-12-06T08:05:00Z'],
    ['2026-07-12T08:05:31', '2026-07-12T08:05:31Z'],
    ['2026-07-12T08:05:31.250', '2026-07-12T08:05:31.25Z'],
    ['2026-07-12T08:05Z', '2026-07-12T08:05:00Z'],
    ['2026-07-12T08:05', '2026-07-12T08:05:00Z'],
    ['2026-07-12T08:05+0000', '2026-07-12T08:05:00Z'],
    ['2026-07-12T10:05+02:00', '2026-07-12T08:05:00Z'],
    ['2026-07-12', '2026-07-12T00:00:00Z'],
  ] as const) {
    t.is(parsed(text), Date.parse(meant), text);
  }
});

test('the document’s pattern takes exactly the times that are read, and those are all that the calendar has', (t) => {
  const digits = (max: number) => fc.integer({ min: 0, max }).map((n) => String(n).padStart(2, '0'));
  const year = fc.oneof(
    fc.constantFrom('0000', '1900', '2000', '2023', '2024', '2100'),
    fc.integer({ min: 1000, max: 9999 }).map(String),
  );
  const parts = fc.tuple(year, digits(13), digits(32), digits(25), digits(61), digits(61));
  fc.assert(
    fc.property(parts, ([y, m, d, hour, minute, second]) => {
      const text = `${y}-${m}-${d}T${hour}:${minute}:${second}`;
      const date = new Date(`${text}Z`);
      // Date rolls 30 February and 24:00 over to the next day; only times that come back unchanged exist.
      const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
      for (const written of [text, `${text}.5+0200`, ...(second === '00' ? [text.slice(0, -3)] : [])]) {
        t.is(parseInstant(written) !== undefined, exists, written);
      }
    }),
    { numRuns: 2_000 },
  );
  const written = fc.stringMatching(new RegExp(INSTANT_PATTERN));
  const changed = fc.tuple(written, fc.nat(30), fc.constantFrom('', '0', '3', '-', ':', '.', 'T', ' ', 'Z', '+', '\n'));
  fc.assert(
    fc.property(
      fc.oneof(
        written,
        changed.map(([text, at, by]) => text.slice(0, at) + by + text.slice(at + 1)),
        fc.string(),
      ),
      (text) => {
        const isRead = parseInstant(text) !== undefined;
        t.deepEqual(broken('/components/schemas/Time', text).length === 0, isRead, text);
        t.deepEqual(broken('/components/schemas/TimeOrNone', text).length === 0, isRead || text === '', text);
      },
    ),
    { numRuns: 2_000 },
  );
});

test('29 February exists in leap years, and years below 100 are not of the 20th century', (t) => {
  t.is(formatTime(floorMinuteMs(parsed('2024-02-29T12:00:00Z'))), '2024-02-29T12:00:00Z');
  t.is(formatTime(floorMinuteMs(parsed('0042-01-01T00:00:00Z'))), '0042-01-01T00:00:00Z');
});

test('a fraction counts however small it is, and never rounds up', (t) => {
  const nines = parsed(`2025-12-06T08:05:59.${'9'.repeat(40)}Z`);
  t.is(formatTime(floorMinuteMs(nines)), '2025-12-06T08:05:00Z');
  const tiny = parsed(`2025-12-06T08:05:00.${'0'.repeat(40)}1Z`);
  t.is(formatTime(ceilMinuteMs(tiny)), '2025-12-06T08:06:00Z');
  t.true(tiny > parsed('2025-12-06T08:05:00Z'));
  t.true(parsed('2025-12-06T08:05:00.09Z') < parsed('2025-12-06T08:05:00.1Z'));
  t.is(parsed('2025-12-06T08:05:00.10Z'), parsed('2025-12-06T08:05:00.1Z'));
});

test('a written time is read back, and floor and ceiling are the nearest whole minutes on either side', (t) => {
  const minuteMs = fc.integer({ min: -1e7, max: 1e8 }).map((minute) => minute * 60_000);
  fc.assert(
    fc.property(minuteMs, fc.integer({ min: 1, max: 59_999 }), (ms, restMs) => {
      const [whole, between] = [parsed(formatTime(ms)), parsed(new Date(ms + restMs).toISOString())];
      const isRead = whole === ms && between === ms + restMs;
      const isKept = floorMinuteMs(whole) === ms && ceilMinuteMs(whole) === ms;
      return isRead && isKept && floorMinuteMs(between) === ms && ceilMinuteMs(between) === ms + 60_000;
    }),
  );
  t.pass();
});

test('a year beyond four digits is written as ISO 8601 has it', (t) => {
  t.is(formatTime(ceilMinuteMs(parsed('9999-12-31T23:59:59-01:00'))), '+010000-01-01T01:00:00Z');
  t.is(formatTime(floorMinuteMs(parsed('0000-01-01T00:00:00+01:00'))), '-000001-12-31T23:00:00Z');
});
