import test from 'ava';
import fc from 'fast-check';
import { passCalls } from '../../../src/web/call/calls.js';
import { linesOf, separationAt } from '../../../src/web/pass/lines.js';
import { metAt } from '../../../src/web/data/encounters.js';
import { passIn, stretchOf, timeTicks } from '../../../src/web/pass/stretch.js';
import { encountersQuery } from '../../../src/web/data/loadSky.js';
import { passFromNow, secondsText } from '../../../src/web/time.js';
import { encounter } from '../encounter.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PASS = { aosMs: 0, losMs: 10 * MINUTE, encounterCount: 1 };

const apart = fc.record({
  closestDeg: fc.double({ min: 0, max: 9.99, noNaN: true }),
  degPerS: fc.double({ min: 0.01, max: 2, noNaN: true }),
  closestMs: fc.integer({ min: 0, max: 10 * MINUTE }),
});

test('a line is that of two satellites that pass each other straight, also where the pass cuts one end', (t) => {
  fc.assert(
    fc.property(apart, ({ closestDeg, degPerS, closestMs }) => {
      const reachMs = (1000 * Math.sqrt(100 - closestDeg ** 2)) / degPerS;
      const entersMs = Math.max(PASS.aosMs, closestMs - reachMs);
      const leavesMs = Math.min(PASS.losMs, closestMs + reachMs);
      if (closestMs - reachMs < PASS.aosMs && closestMs + reachMs > PASS.losMs) return;
      const met = encounter({ entersMs, leavesMs, closestMs, closestDeg });
      const [line] = linesOf({ ...PASS, encounters: [met] }, 10);
      for (const ms of [entersMs, closestMs, leavesMs, (entersMs + closestMs) / 2]) {
        const deg = Math.hypot(closestDeg, (degPerS * (ms - closestMs)) / 1000);
        const told = line ? separationAt(line, ms) : Number.NaN;
        if (!(Math.abs(told - deg) < 1e-6)) throw new Error(`${told}, not ${deg}, at ${ms}`);
      }
    }),
  );
  t.pass();
});

test('a satellite that the pass cuts within a wide circle goes no faster than it leaves the beam', (t) => {
  const met = encounter({ entersMs: 0, leavesMs: 3 * MINUTE, closestMs: MINUTE, closestDeg: 3 });
  const inBeam = linesOf({ ...PASS, encounters: [met] }, 5);
  const around = linesOf({ ...PASS, encounters: [{ ...met, leavesMs: 3.5 * MINUTE }] }, 10, inBeam);
  t.is(around[0] && separationAt(around[0], 3 * MINUTE), 5);
});

test('a satellite that stays near all through the pass has a level line', (t) => {
  const stays = encounter({ entersMs: 0, leavesMs: 10 * MINUTE, closestMs: 0, closestDeg: 2 });
  const [line] = linesOf({ ...PASS, encounters: [stays] }, 10);
  t.is(line && separationAt(line, 9 * MINUTE), 2);
});

test('those in the beam at an instant are named, the closest first', (t) => {
  const met = [
    encounter({ name: 'A', entersMs: 0, leavesMs: 2 * MINUTE, closestMs: MINUTE, closestDeg: 1 }),
    encounter({ name: 'B', entersMs: 0, leavesMs: 4 * MINUTE, closestMs: 2 * MINUTE, closestDeg: 0.5 }),
    encounter({ name: 'C', entersMs: 5 * MINUTE, leavesMs: 6 * MINUTE, closestMs: 5 * MINUTE, closestDeg: 0.1 }),
  ];
  const names = (ms: number) => metAt(met, ms).map(({ name }) => name);
  t.deepEqual(names(2 * MINUTE), ['B', 'A']);
  t.deepEqual(names(3 * MINUTE), ['B']);
  t.deepEqual(names(4.5 * MINUTE), []);
});

test('a pass is shown whole; of a long one six hours with the instant, or those nearest to it', (t) => {
  t.deepEqual(stretchOf(PASS, 99 * HOUR), { fromMs: 0, toMs: 10 * MINUTE });
  const week = { aosMs: HOUR, losMs: 167 * HOUR };
  t.deepEqual(stretchOf(week, 13 * HOUR), { fromMs: 12 * HOUR, toMs: 18 * HOUR });
  t.deepEqual(stretchOf(week, 0), { fromMs: HOUR, toMs: 6 * HOUR });
  t.deepEqual(stretchOf(week, 168 * HOUR), { fromMs: 162 * HOUR, toMs: 167 * HOUR });
});

test('of the passes in a range, the one that fills the stretch is found', (t) => {
  const passes = [
    { aosMs: 0, losMs: 40_000 },
    { aosMs: 50_000, losMs: 9 * MINUTE },
  ];
  t.is(passIn(passes, { fromMs: 45_000, toMs: 9 * MINUTE }), passes[1]);
  t.is(passIn(passes, { fromMs: 0, toMs: 45_000 }), passes[0]);
  t.is(passIn([], { fromMs: 0, toMs: 1 }), undefined);
});

test('the times of an axis are round, and far enough apart for their texts', (t) => {
  const texts = (toMs: number, widthPx: number) => timeTicks({ fromMs: 0, toMs }, widthPx).map(({ text }) => text);
  t.deepEqual(texts(5 * MINUTE, 400), ['Thu 1 Jan', '00:01', '00:02', '00:03', '00:04', '00:05']);
  t.deepEqual(texts(MINUTE, 400).slice(1, 3), ['00:00:10', '00:00:20']);
  t.deepEqual(texts(24 * HOUR, 400), ['Thu 1 Jan', '06:00', '12:00', '18:00', 'Fri 2 Jan']);
});

test('a pass is told as seen from now', (t) => {
  const at = (nowMs: number) => passFromNow({ aosMs: HOUR, losMs: HOUR + 8 * MINUTE }, nowMs);
  t.is(at(38 * MINUTE), 'in 22 min');
  t.is(at(HOUR + 5 * MINUTE), 'up now, sets in 3 min');
  t.is(at(HOUR + 8 * MINUTE - 1000), 'up now');
  t.is(at(HOUR + 20 * MINUTE), '12 min ago');
  t.is(at(100 * HOUR), undefined);
  t.deepEqual([0.4, 59.94, 65].map(secondsText), ['0.4 s', '59.9 s', '1 min 05 s']);
});

const QUESTION = {
  satelliteId: 3,
  band: 'X',
  match: 'overlap',
  window: 'w',
  place: { latDeg: 50, lonDeg: 7 },
  stationId: 8,
} as const;

test('encounters are asked for in whole minutes around the pass, at a station or a place', (t) => {
  const asked = { withinDeg: 2.5, fromMs: 61_500, toMs: 10 * MINUTE };
  t.like(encountersQuery({ ...QUESTION, ...asked }), {
    ground_station_id: 8,
    frequency_band: 'X',
    start_time: '1970-01-01T00:01:00Z',
    end_time: '1970-01-01T00:10:00Z',
    max_separation_deg: 2.5,
  });
  t.like(encountersQuery({ ...QUESTION, ...asked, stationId: undefined }), { lat: 50, lon: 7 });
});

test('the calls behind a pass are of its station, or without the ranking of a place', (t) => {
  const asked = { satelliteIds: [3, 4], stationIds: [], beamDeg: undefined, withinDeg: 5, fromMs: 0, toMs: MINUTE };
  const paths = (stationId: number | undefined) =>
    passCalls({ ...asked, question: { ...QUESTION, stationId }, timeMs: 30_500 }).map(({ path }) => path);
  t.deepEqual(paths(8), [
    '/interference/clear_passes',
    '/interference/encounters',
    '/interference/interferers',
    '/interference/ground_station_timeseries',
  ]);
  t.deepEqual(paths(undefined), ['/interference/encounters', '/interference/interferers', '/interference/timeseries']);
});
