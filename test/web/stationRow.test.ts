import test from 'ava';
import { compareRows, STRIP_PARTS, stationRowOf, stripRuns } from '../../src/web/week/stationRow.js';

const WEEK_MS = 7 * 86_400_000;
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
  return stationRowOf(answer, { fromMs: 0, toMs: WEEK_MS });
}

test('the minutes in view are counted by level, clear ones apart', (t) => {
  const row = rowOf('a', [0, 1, 9, 10, 19, 20, 30, 300]);
  t.is(row.clearMinutes, 1);
  t.deepEqual(row.levelMinutes, [2, 2, 1, 2]);
  t.is(row.worst?.intensity.peak, 300);
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
