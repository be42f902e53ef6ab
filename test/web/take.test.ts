import test from 'ava';
import { OUT_OF_VIEW, NOT_COUNTED, UNKNOWN } from '../../src/web/place/week.js';
import type { PassRow } from '../../src/web/place/passOrder.js';
import type { EncounteredPass } from '../../src/web/sky/encounters.js';
import { csvText, fileName } from '../../src/web/take/tables.js';
import { encountersCsv, minutesCsv, passesCsv } from '../../src/web/take/tables.js';

const AOS = Date.parse('2026-07-10T08:05:12.340Z');
const encountered: EncounteredPass = {
  aosMs: AOS,
  losMs: AOS + 400_000,
  maxElevationMs: AOS + 200_000,
  inBeamSeconds: 12.5,
  clear: { startMs: AOS + 10_000, endMs: AOS + 130_500 },
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
test('a CSV quotes what needs it, ends lines with CR LF, and has no formulas', (t) => {
  const text = csvText(
    ['a', 'b'],
    [
      ['x,"y"', -1.5],
      ['=1+1', undefined],
      ['two\nlines', true],
    ],
  );
  t.is(text, 'a,b\r\n"x,""y""",-1.5\r\n\'=1+1,\r\n"two\nlines",true\r\n');
});

test('passes, encounters and minutes as CSV say what the page does, and nothing where nothing is known', (t) => {
  const [, first = '', second = ''] = passesCsv([row, bare]).split('\r\n');
  t.is(
    first,
    '2026-07-10T08:05:12.340Z,2026-07-10T08:11:52.340Z,400,true,57.35,2026-07-10T08:08:32.340Z,24,20.67,1,12.5,' +
      '2026-07-10T08:05:22.340Z,2026-07-10T08:07:22.840Z,120.5,3',
  );
  t.true(second.endsWith(',,,,,,,,'), second);
  const met = encountersCsv({ isDownlinkKnown: true, beamDeg: 5, beamSource: 'dish', passes: [encountered] });
  t.true(met.includes('44713,"STARLINK-1008, ""B""",,2026-07-10T08:05:12.340Z,'), met);
  t.true(met.endsWith(',1.25,0.1,36000000,table\r\n'), met);
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

test('files are named after what is in them, in characters that every system takes', (t) => {
  t.is(fileName(['ISS (ZARYA)', 'Zürich / Süd', 'passes'], 'csv'), 'sidelobe-iss-zarya-zurich-sud-passes.csv');
  t.is(fileName(['52.52° N, 13.41° E'], 'csv'), 'sidelobe-52.52-n-13.41-e.csv');
});
