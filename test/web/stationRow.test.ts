import test from 'ava';
import { elevationsDeg, fixedPositions, isSurelyUp, sightFrom } from '../../src/web/place/elevation.js';
import { sorted } from '../../src/web/components/sorted.js';
import { byMedian, keptRows, type RowKey, SORTING } from '../../src/web/week/rowOrder.js';
import { stationRowOf } from '../../src/web/week/stationRow.js';

const EPOCHS = 10_080;
/** Straight above the place, but for the minutes from 20 on, in which it is below the horizon. */
const positions = Float32Array.from({ length: 3 * EPOCHS }, (_none, i) => [0, i < 60 ? 0 : 90, 500][i % 3] as number);
const PARTS = { startMs: 0, epochCount: EPOCHS, fixed: fixedPositions(positions), nside: 64, minElevationDeg: 10 };

/** Row of a station with a pass from each of the minutes on, which has these counts. */
function rowOf(name: string, passes: Record<number, number[]>) {
  const station = { id: 1, name, latitude: '0', longitude: '0', elevation_meters: 0, active: true, description: null };
  const found = Object.entries(passes).map(([from, { length }]) => [Number(from), Number(from) + length] as const);
  return stationRowOf(
    {
      ground_station: station,
      passes: found.map(([from, to]) => [60 * from, 60 * to, 60 * from, 40, 1]),
      counts: Object.values(passes).flat(),
    },
    PARTS,
  );
}

test('a station has its median, its clear minutes, its best pass and its worst', (t) => {
  const row = rowOf('a', { 0: [0, 1, 9], 5: [10, 19, 30, 300], 100: [4, 4], 200: [4, 4, 4] });
  t.deepEqual([row.passes, row.clearMinutes, row.countedMinutes, row.uncountedMinutes], [4, 1, 12, 0]);
  t.is(row.median, 4);
  t.deepEqual([row.worst?.aosMs, row.worst?.intensity.peak], [5 * 60_000, 300]);
  t.deepEqual([row.best?.aosMs, row.best?.intensity.mean], [0, 10 / 3]);
  const { best } = rowOf('a', { 100: [4, 4], 200: [4, 4, 4] });
  t.is(best?.aosMs, 200 * 60_000, 'of two that are equal, the longer one');
});

test('a minute of 0 in which the satellite is not in view from the centre of the cell is not clear', (t) => {
  const row = rowOf('a', { 0: Array.from({ length: 50 }, () => 0) });
  t.deepEqual([row.clearMinutes, row.uncountedMinutes, row.median], [20, 30, 0]);
  const never = rowOf('a', { 60: Array.from({ length: 50 }, () => 0) });
  t.deepEqual([never.clearMinutes, never.median, never.best, never.worst], [0, undefined, undefined, undefined]);
  t.is(never.hours.highest[1], -2);
});

test('an hour has its highest count, and the minute of it; out of view it has none', (t) => {
  const { highest, epochs } = rowOf('a', { 0: [0, 0, 0], 70: [3, 8, 8, 2], 119: [1, 2] }).hours;
  t.is(highest.length, 168);
  t.deepEqual([...highest.subarray(0, 4)], [0, 8, 2, -1]);
  t.deepEqual([...epochs.subarray(0, 3)], [0, 71, 120]);
});

test('stations are sorted by each column, those without a value last, and kept by kind and name', (t) => {
  const rows = [
    rowOf('Station 10', { 100: [5] }),
    rowOf('Station 9', { 100: [2, 8] }),
    rowOf('none', {}),
    rowOf('clear', { 0: [0, 0], 100: [9] }),
  ];
  const order = (key: RowKey, descending: boolean) =>
    sorted(rows, SORTING[key], descending, byMedian).map(({ station }) => station.name);
  t.deepEqual(order('worst', true), ['clear', 'Station 9', 'Station 10', 'none']);
  t.deepEqual(order('best', false), ['clear', 'Station 9', 'Station 10', 'none']);
  t.deepEqual(order('clear', true), ['clear', 'Station 9', 'Station 10', 'none']);
  t.deepEqual(order('median', false), ['clear', 'Station 9', 'Station 10', 'none']);
  t.deepEqual(order('station', false), ['clear', 'none', 'Station 9', 'Station 10']);
  const names = (...asked: [Parameters<typeof keptRows>[1], string]) =>
    keptRows(rows, ...asked).map(({ station }) => station.name);
  t.deepEqual(names('clear', ''), ['clear']);
  t.deepEqual(names('never', ''), ['none']);
  t.deepEqual(names('seen', 'STATION 1'), ['Station 10']);
});

test('what is in view for many minutes is in view by its elevations', (t) => {
  const place = { latDeg: 47, lonDeg: 11 };
  const round = Float32Array.from({ length: 600 }, (_none, i) => [i / 10, 11, 800][i % 3] as number);
  const isUp = sightFrom(place, fixedPositions(round), 10);
  const elevations = elevationsDeg(place, round);
  t.deepEqual(
    Array.from(elevations, (_none, epoch) => isUp(epoch)),
    Array.from(elevations, (elevation) => isSurelyUp(elevation, 10)),
  );
  t.true(elevations.some((elevation) => elevation > 20) && elevations.some((elevation) => elevation < 0));
});
