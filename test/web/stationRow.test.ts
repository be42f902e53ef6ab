import test from 'ava';
import { compareRows, STRIP_PARTS, stationRowOf, stripRuns } from '../../src/web/week/stationRow.js';

const EPOCHS = 10_080;
/** Straight above the place, but for the minutes from 20 on, in which it is below the horizon. */
const TRACK = {
  window: '',
  startMs: 0,
  epochCount: EPOCHS,
  positions: Float32Array.from({ length: 3 * EPOCHS }, (_none, i) => [0, i < 60 ? 0 : 90, 500][i % 3] as number),
};
const COUNTING = { nside: 64, minElevationDeg: 10, windowMinElevationDeg: 10, isKnown: true };
const at = (minute: number) => new Date(60_000 * minute).toISOString();

function rowOf(name: string, intensities: number[], peak: number | null = Math.max(...intensities)) {
  const station = { id: 1, name, latitude: '0', longitude: '0', elevation_meters: 0, active: true, description: null };
  const pass = {
    aos: at(0),
    los: at(intensities.length),
    max_elevation_deg: 40,
    max_elevation_time: at(0),
    duration_seconds: 60 * intensities.length,
    risk_level: null,
    peak_intensity: peak,
    mean_intensity: peak,
    complete: true,
  };
  const timeseries = intensities.map((intensity, minute) => ({
    timestamp: at(minute),
    intensity,
    risk_level: 'low' as const,
  }));
  const answer = { ground_station: station, data_points: timeseries.length, passes: [pass], timeseries };
  return stationRowOf(answer, { track: TRACK, counting: COUNTING });
}

test('the minutes in view are counted by level, clear ones apart', (t) => {
  const row = rowOf('a', [0, 1, 9, 10, 19, 20, 30, 300]);
  t.is(row.clearMinutes, 1);
  t.deepEqual(row.levelMinutes, [2, 2, 1, 2]);
  t.is(row.worst?.intensity.peak, 300);
});

test('a minute of 0 in which the satellite is not in view from the centre of the cell is not clear', (t) => {
  const row = rowOf('a', [...Array.from({ length: 20 }, () => 0), ...Array.from({ length: 30 }, () => 0)], 0);
  t.deepEqual([row.clearMinutes, row.uncountedMinutes], [20, 30]);
  t.deepEqual(stripRuns(row.strip), [{ from: 0, to: 2, level: -1 }]);
});

test('the worst station comes first: peak, then minutes at high levels, then name', (t) => {
  const rows = [rowOf('b', [5]), rowOf('none', [], null), rowOf('a', [5]), rowOf('peak', [6]), rowOf('long', [5, 5])];
  t.deepEqual(
    rows.sort(compareRows).map(({ station }) => station.name),
    ['peak', 'long', 'a', 'b', 'none'],
  );
});

test('a strip shows the highest level of each part, and nothing out of view', (t) => {
  const { strip } = rowOf('a', [...Array.from({ length: 15 }, () => 0), 12, 31]);
  t.is(strip.length, STRIP_PARTS);
  t.deepEqual(stripRuns(strip), [
    { from: 0, to: 1, level: -1 },
    { from: 1, to: 2, level: 3 },
  ]);
  t.deepEqual(stripRuns(Int16Array.of(-1, 5, 9, 10, -1, 10)), [
    { from: 1, to: 3, level: 0 },
    { from: 3, to: 4, level: 1 },
    { from: 5, to: 6, level: 1 },
  ]);
});
