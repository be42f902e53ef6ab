import test from 'ava';
import { browserOf } from '../../src/web/account/browserOf.js';
import { explain } from '../../src/web/explain.js';
import { choicesOf } from '../../src/web/satellites/matches.js';
import {
  addressTime,
  apiTime,
  clockText,
  durationText,
  fieldText,
  midnights,
  readAddressTime,
  readField,
  setZone,
  timeText,
  zoneName,
} from '../../src/web/time.js';
import { ERROR_STATUS, type ErrorCode } from '../../src/http/response/serviceError.js';

test('every error of the service has an explanation and an advice', (t) => {
  for (const code of Object.keys(ERROR_STATUS) as ErrorCode[]) {
    const { happened, toDo } = explain({ status: ERROR_STATUS[code], code, message: 'a reason.' });
    t.regex(happened, /^[A-Z][^.]+\.$/, code);
    t.regex(toDo, /\.$/, code);
  }
  const failed = { status: 503, code: 'ANALYSIS_NOT_READY', message: 'too old', details: { status: 'failed' } };
  t.regex(explain(failed).toDo, /sidelobe catalogue import/);
  t.notRegex(explain(failed).toDo, /try again/);
  t.regex(explain({ status: 429, code: 'RATE_LIMITED', message: '', retryAfterSeconds: 42 }).toDo, /in 42\u00A0s/);
  const unreachable = { status: 0, code: 'UNREACHABLE', message: 'the server does not answer' };
  t.is(explain(unreachable).toDo, 'Are you connected? The page will try again in a moment.');
  t.is(explain(unreachable, false).toDo, 'Are you connected? Try again in a moment.', 'no form is sent twice');
});

test('tracked satellites stand before those of the catalogue, none twice', (t) => {
  const satellite = { name: 'ISS (ZARYA)', norad_number: 25_544, orbital_class: 'LEO', altitude_km: 418, operator: '' };
  const other = { ...satellite, name: 'GPS', norad_number: 24_876 };
  const tracked = [
    { id: 4, satellite },
    { id: 5, satellite: other },
  ];
  const entry = {
    norad_number: 25_544,
    name: 'ISS',
    orbital_class: 'LEO',
    altitude_km: 418,
    operator: '',
    tracked_satellite_id: null,
  };
  const found = [entry, { ...entry, norad_number: 49_044, name: 'ISS (NAUKA)' }];
  const ids = (typed: string, given = found) =>
    choicesOf(typed, tracked, given).map(({ satellite: { norad_number: norad }, trackedId }) => [norad, trackedId]);
  t.deepEqual(ids(' iss'), [
    [25_544, 4],
    [49_044, undefined],
  ]);
  t.deepEqual(ids('2487', found.slice(1)), [
    [24_876, 5],
    [49_044, undefined],
  ]);
  t.deepEqual(choicesOf('', tracked, []).length, 2);
  // Words in another order match no tracked satellite by text; the catalogue's search has found this one, so it is
  // listed.
  t.deepEqual(ids('zarya iss'), [
    [25_544, 4],
    [49_044, undefined],
  ]);
});

test('times are in UTC, in addresses to the minute or, where they have more, to the second or millisecond', (t) => {
  const ms = Date.parse('2026-07-10T08:05:30Z');
  t.is(timeText(ms), '2026-07-10 08:05');
  t.is(timeText(ms, 'second'), '2026-07-10 08:05:30');
  t.is(timeText(ms, 'clock'), '08:05:30');
  t.is(addressTime(ms - 30_000), '2026-07-10T08:05Z');
  t.is(addressTime(ms), '2026-07-10T08:05:30Z');
  t.is(readAddressTime(addressTime(ms + 345)), ms + 345);
  t.is(readAddressTime('2026-07-10T08:05:30Z'), ms);
  t.is(apiTime(ms), '2026-07-10T08:05:30Z');
  t.is(readAddressTime('2026-07-10T08:05Z'), Date.parse('2026-07-10T08:05:00Z'));
  for (const text of [null, '', '2026-07-10', '2026-13-10T08:05Z', '2026-07-10T08:05:00']) {
    t.is(readAddressTime(text), undefined, String(text));
  }
});

test('durations have two units', (t) => {
  t.deepEqual([59, 432, 3_900, 97_200].map(durationText), ['0 min 59 s', '7 min 12 s', '1 h 05 min', '1 d 3 h']);
});

test('in the browser’s zone times and days are local, also over the change to winter time', (t) => {
  const before = process.env['TZ'];
  t.teardown(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
    setZone('utc');
  });
  process.env['TZ'] = 'Europe/Berlin';
  const change = Date.parse('2025-10-26T00:30:00Z');
  t.is(clockText(change), 'Sun 26 Oct 00:30');
  setZone('local');
  t.deepEqual([change, change + 7_200_000].map(clockText), ['Sun 26 Oct 02:30', 'Sun 26 Oct 03:30']);
  t.is(addressTime(change), '2025-10-26T00:30Z');
  t.is(zoneName(change), 'UTC+2');
  t.is(zoneName(change, change + 1), 'UTC+2');
  t.is(zoneName(change, change + 7_200_000), 'UTC+2/UTC+1');
  t.is(zoneName(), 'local time');
  for (const hours of [-30, -1, 2, 40]) {
    const ms = change + 3_600_000 * hours;
    t.is(readField(fieldText(ms)), ms);
  }
  t.is(readField(''), undefined);
  const from = Date.parse('2025-10-25T00:00:00Z');
  t.deepEqual(
    midnights(from, from + 3 * 86_400_000).map((ms) => apiTime(ms)),
    ['2025-10-25T22:00:00Z', '2025-10-26T23:00:00Z', '2025-10-27T23:00:00Z'],
  );
  process.env['TZ'] = 'America/St_Johns';
  t.is(zoneName(change), 'UTC−2:30');
  setZone('utc');
  t.is(zoneName(change, change + 7_200_000), 'UTC');
});

test('browsers are described by name and system', (t) => {
  const kit = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const cases = [
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox on Linux'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${kit} Chrome/126.0 Safari/537.36 Edg/126.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Linux; Android 10; K) ${kit} Chrome/126.0 Mobile Safari/537.36`, 'Chrome on Android'],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/17 Safari/605', 'Safari on macOS'],
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) ${kit} CriOS/126.0 Mobile Safari/604.1`, 'Chrome on iOS'],
    ['curl/8.5.0', 'Another browser'],
    ['', 'Another browser'],
  ] as const;
  for (const [userAgent, expected] of cases) t.is(browserOf(userAgent), expected);
});
