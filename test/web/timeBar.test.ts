import test from 'ava';
import { passBeside } from '../../src/web/timeBar/marks.js';
import { epochOfKey } from '../../src/web/timeBar/keys.js';
import {
  clockText,
  fieldText,
  instantOf,
  midnights,
  readField,
  UTC,
  wallMs,
  zoneOf,
} from '../../src/web/timeBar/zone.js';

const HOUR_MS = 3_600_000;
const BERLIN = { name: 'Europe/Berlin', label: 'Europe/Berlin' };

test('keys step by a minute, an hour and a day; other keys are left alone', (t) => {
  const key = (name: string, shiftKey = false) => epochOfKey({ key: name, shiftKey }, 2_000);
  t.deepEqual([key('ArrowRight'), key('ArrowLeft')], [2_001, 1_999]);
  t.deepEqual([key('ArrowUp', true), key('ArrowLeft', true)], [2_060, 1_940]);
  t.deepEqual([key('PageUp'), key('PageDown')], [3_440, 560]);
  t.deepEqual([key('Home'), key('Tab'), key('x')], [undefined, undefined, undefined]);
});

test('the passes beside an instant are the next that begins and the last that began', (t) => {
  const pass = (aosMs: number) => ({
    aosMs,
    losMs: aosMs + 5,
    maxElevationDeg: 1,
    maxElevationMs: aosMs,
    intensity: undefined,
    complete: true,
  });
  const passes = [10, 20, 30].map(pass);
  t.is(passBeside(passes, 20, 1)?.aosMs, 30);
  t.is(passBeside(passes, 20, -1)?.aosMs, 10);
  t.is(passBeside(passes, 30, 1), undefined);
  t.is(passBeside(passes, 10, -1), undefined);
});

test('clocks of a zone show its time, and are read back, over the change to winter time', (t) => {
  const before = Date.parse('2025-10-26T00:30:00Z');
  t.is(clockText(UTC, before), 'Sun 26 Oct 00:30');
  t.is(clockText(BERLIN, before), 'Sun 26 Oct 02:30');
  t.is(clockText(BERLIN, before + 2 * HOUR_MS), 'Sun 26 Oct 03:30');
  t.is(fieldText(BERLIN, before), '2025-10-26T02:30');
  for (const hours of [-30, -1, 2, 40]) {
    const ms = before + hours * HOUR_MS;
    t.is(readField(BERLIN, fieldText(BERLIN, ms)), ms);
    t.is(instantOf(BERLIN, wallMs(BERLIN, ms)), ms);
  }
  t.is(readField(UTC, ''), undefined);
});

test('days begin at midnight of the zone, also when one lasts 25 hours', (t) => {
  const from = Date.parse('2025-10-25T00:00:00Z');
  const found = midnights(BERLIN, from, from + 72 * HOUR_MS);
  t.deepEqual(
    found.map((ms) => new Date(ms).toISOString().slice(5, 16)),
    ['10-25T22:00', '10-26T23:00', '10-27T23:00'],
  );
  t.is(midnights(UTC, from, from + 48 * HOUR_MS)[0], from);
});

test('a place has the time of its country', async (t) => {
  t.is((await zoneOf({ latDeg: 47.88, lonDeg: 11.08 })).name, 'Europe/Berlin');
  t.is((await zoneOf({ latDeg: -53.2, lonDeg: -70.9 })).name, 'America/Punta_Arenas');
});
