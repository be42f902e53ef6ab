import test from 'ava';
import { sorted } from '../../src/web/components/sorted.js';
import { minuteText, NOT_COUNTED, OUT_OF_VIEW, type Pass, UNKNOWN, weekOf } from '../../src/web/place/week.js';
import { byMedian, type RowKey, VALUES } from '../../src/web/week/rowOrder.js';
import { stationRowOf } from '../../src/web/week/stationRow.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const WINDOW = { startMs: 0, epochCount: 10_080 };

/** Answer with passes that begin at these minutes, each with a list of counts, one a minute. */
function answerOf(passes: Record<number, number[]>) {
  const found = Object.entries(passes).map(([from, { length }]) => [Number(from), Number(from) + length] as const);
  return {
    passes: found.map(([from, to]): [number, number, number, number, number] => [60 * from, 60 * to, 60 * from, 40, 1]),
    counts: Object.values(passes).flat(),
  };
}

function pass(aosMs: number, losMs = aosMs + 5): Pass {
  return { aosMs, losMs, maxElevationDeg: 20, maxElevationMs: aosMs, intensity: undefined, complete: true };
}

test('a pass has the minutes that begin in it, and the intensity of those that are counted', (t) => {
  const told: [number, number, number, number, number] = [90, 270, 180, 45.6, 0];
  const { passes, counts } = weekOf({ passes: [told], counts: [4, -1, 9] }, { startMs: 0, epochCount: 7 });
  t.deepEqual(passes, [
    {
      aosMs: 90_000,
      losMs: 270_000,
      maxElevationDeg: 45.6,
      maxElevationMs: 180_000,
      intensity: { peak: 9, mean: 17 / 3 },
      complete: false,
    },
  ]);
  t.deepEqual([...counts], [-1, -1, 4, 4, 9, -1, -1], 'a minute that is not counted takes the count before it');
});

test('only the edges of what is counted are filled; a pass without counted minutes has no intensity', (t) => {
  const week = (given: number[]) => weekOf(answerOf({ 0: given }), { startMs: 0, epochCount: given.length });
  t.deepEqual([...week([-1, -1, 7, 3, -1]).counts], [7, 7, 7, 3, 3]);
  const long = week([-1, -1, -1, -1, 0]);
  t.deepEqual([...long.counts], [NOT_COUNTED, NOT_COUNTED, NOT_COUNTED, NOT_COUNTED, 0]);
  t.deepEqual(long.passes[0]?.intensity, { peak: 0, mean: 0 });
  t.is(week([-1, -1]).passes[0]?.intensity, undefined);
});

test('in a band without data nothing is known, which is no intensity of 0', (t) => {
  const { passes, counts } = weekOf({ passes: [[0, 120, 60, 40, 1]], counts: [] }, { startMs: 0, epochCount: 3 });
  t.deepEqual([...counts], [UNKNOWN, UNKNOWN, UNKNOWN]);
  t.is(passes[0]?.intensity, undefined);
  t.deepEqual([...weekOf({ passes: [], counts: [] }, { startMs: 0, epochCount: 1 }).counts], [OUT_OF_VIEW]);
});

test('a minute is described by its count, called clear only at 0, or by the reason why nothing is counted', (t) => {
  t.deepEqual([7, 1, 0, OUT_OF_VIEW, NOT_COUNTED, UNKNOWN].map(minuteText), [
    '7 others',
    '1 other',
    'clear',
    'out of view',
    'not counted',
    'no data',
  ]);
});

/** Row of a station with these passes. */
function rowOf(name: string, passes: Record<number, number[]>) {
  const station = { id: 1, name, latitude: '0', longitude: '0', elevation_meters: 0, active: true, description: null };
  return stationRowOf({ ground_station: station, ...answerOf(passes) }, WINDOW);
}

test('a station has its median, its clear minutes, its best pass and its worst', (t) => {
  const row = rowOf('a', { 0: [0, 1, 9], 5: [10, 19, 30, 300], 100: [4, 4], 200: [4, 4, 4] });
  t.deepEqual([row.passes, row.clearMinutes, row.countedMinutes, row.uncountedMinutes], [4, 1, 12, 0]);
  t.is(row.median, 4);
  t.deepEqual([row.worst?.aosMs, row.worst?.intensity.peak], [5 * MINUTE, 300]);
  t.deepEqual([row.best?.aosMs, row.best?.intensity.mean], [0, 10 / 3]);
  const { best } = rowOf('a', { 100: [4, 4], 200: [4, 4, 4] });
  t.is(best?.aosMs, 200 * MINUTE, 'of two that are equal, the longer one');
});

test('minutes that are not counted differ from clear ones', (t) => {
  const half = Array.from({ length: 50 }, (_none, minute) => (minute < 20 ? 0 : -1));
  const row = rowOf('a', { 0: half });
  t.deepEqual([row.clearMinutes, row.uncountedMinutes, row.median], [20, 30, 0]);
  const never = rowOf('a', { 60: half.map(() => -1) });
  t.deepEqual([never.clearMinutes, never.median, never.best, never.worst], [0, undefined, undefined, undefined]);
  t.is(never.hours.highest[1], NOT_COUNTED);
});

test('an hour has its highest count, and the minute of it; out of view it has none', (t) => {
  const { highest, epochs } = rowOf('a', { 0: [0, 0, 0], 70: [3, 8, 8, 2], 119: [1, 2] }).hours;
  t.is(highest.length, 168);
  t.deepEqual([...highest.subarray(0, 4)], [0, 8, 2, OUT_OF_VIEW]);
  t.deepEqual([...epochs.subarray(0, 3)], [0, 71, 120]);
});

test('stations are sorted by each column, those without a value last', (t) => {
  const rows = [
    rowOf('Station 10', { 100: [5] }),
    rowOf('Station 9', { 100: [2, 8] }),
    rowOf('none', {}),
    rowOf('clear', { 0: [0, 0], 100: [9] }),
  ];
  const order = (key: RowKey, descending: boolean) =>
    sorted(rows, VALUES[key], descending, byMedian).map(({ station }) => station.name);
  t.deepEqual(order('worst', true), ['clear', 'Station 9', 'Station 10', 'none']);
  t.deepEqual(order('best', false), ['clear', 'Station 9', 'Station 10', 'none']);
  t.deepEqual(order('clear', true), ['clear', 'Station 9', 'Station 10', 'none']);
  t.deepEqual(order('median', false), ['clear', 'Station 9', 'Station 10', 'none']);
  t.deepEqual(order('station', false), ['clear', 'none', 'Station 9', 'Station 10']);
});
