import test from 'ava';
import { condensed } from '../../src/web/heat/condense.js';
import { countsOf, NOT_COUNTED, OUT_OF_VIEW, UNKNOWN } from '../../src/web/place/counts.js';
import { elevationsDeg } from '../../src/web/place/elevation.js';
import { minuteOf, minuteText } from '../../src/web/place/minute.js';
import { findPasses, measured, type Pass } from '../../src/web/place/passes.js';
import { closeUp } from '../../src/web/place/stretch.js';
import { timeTicks } from '../../src/web/placeWeek/timeTicks.js';

const MINUTE = 60_000;
const seen = (elevations: number[]) => ({ elevationsDeg: Float32Array.from(elevations), minElevationDeg: 10 });
/** Counts where the place is the centre of its cell. */
const counted = (elevations: number[], intensities: number[], centre = elevations) =>
  countsOf({ intensities: Uint16Array.from(intensities), here: seen(elevations), centre: seen(centre) });
const asked = (elevations: number[], intensities: number[]) => ({
  startMs: 0,
  counts: counted(elevations, intensities),
  ...seen(elevations),
});

test('a satellite straight above stands at 90 degrees, one over the antipode at -90', (t) => {
  const place = { latDeg: 0, lonDeg: 30 };
  const [above = 0, below = 0, unknown = 0] = elevationsDeg(
    place,
    Float32Array.of(0, 30, 500, 0, -150, 500, Number.NaN, Number.NaN, Number.NaN),
  );
  t.true(Math.abs(above - 90) < 0.01);
  t.true(Math.abs(below + 90) < 0.01);
  t.true(Number.isNaN(unknown));
});

test('a geostationary satellite stands where the closed form on a sphere has it, to the flattening', (t) => {
  // 19.2 degrees east, from Munich. On a sphere: tan el = (cos g - R/r) / sin g, g the central angle.
  const [elevation = 0] = elevationsDeg({ latDeg: 48.137, lonDeg: 11.575 }, Float32Array.of(0, 19.2, 35_786));
  const cosine = Math.cos((48.137 * Math.PI) / 180) * Math.cos((7.625 * Math.PI) / 180);
  const sphere = (Math.atan((cosine - 6378.137 / 42_164.1) / Math.sqrt(1 - cosine ** 2)) * 180) / Math.PI;
  t.true(Math.abs(elevation - sphere) < 0.25, `${elevation} and ${sphere}`);
});

test('a pass rises and sets where the elevation crosses the minimum', (t) => {
  const [pass, ...others] = findPasses(asked([0, 20, 40, 20, 0], [0, 4, 9, 5, 0]));
  t.deepEqual(others, []);
  t.like(pass, { aosMs: 0.5 * MINUTE, losMs: 3.5 * MINUTE, maxElevationDeg: 40, complete: true });
  t.deepEqual(pass?.intensity, { peak: 9, mean: 6 });
});

test('a pass that the window cuts, or that has unknown minutes beside it, is not complete', (t) => {
  const passes = findPasses(asked([20, 0, 20, Number.NaN, 20, 20], [1, 0, 2, 0, 3, 4]));
  t.deepEqual(
    passes.map(({ aosMs, losMs, complete }) => [aosMs / MINUTE, losMs / MINUTE, complete]),
    [
      [0, 0.5, false],
      [1.5, 3, false],
      [4, 6, false],
    ],
  );
});

test('a pass over a place in a band without data has no intensity, which is not an intensity of 0', (t) => {
  t.is(findPasses(asked([0, 20, 0], []))[0]?.intensity, undefined);
  t.deepEqual(findPasses(asked([0, 20, 0], [0, 0, 0]))[0]?.intensity, { peak: 0, mean: 0 });
});

test('clear is only what is counted, and 0: not a place that the centre of its cell does not stand for', (t) => {
  const kind = (count: number) => minuteOf(count).kind;
  t.deepEqual(Array.from(counted([30, 5, Number.NaN], [0, 0, 0]), kind), ['clear', 'out of view', 'no data']);
  t.deepEqual(Array.from(counted([30, 30], []), kind), ['no data', 'no data']);
  t.deepEqual(minuteOf(counted([9.9], [12])[0] ?? 0), { kind: 'counted', intensity: 12 });
  // A geostationary satellite at 10.1 degrees here, and at 9.9 at the centre, for most of a day.
  const here = Array.from({ length: 1_000 }, () => 10.1);
  const counts = counted(
    here,
    Array.from(here, () => 0),
    Array.from(here, () => 9.9),
  );
  t.true(counts.every((count) => kind(count) === 'not counted'));
  t.is(findPasses({ startMs: 0, counts, ...seen(here) })[0]?.intensity, undefined);
  t.is(kind(counted([30], [0], [10])[0] ?? 0), 'not counted', 'nor one that single precision does not decide');
});

test('the edges of a pass take the nearest counted minute', (t) => {
  const here = [5, 11, 12, 20, 20, 12, 11, 5];
  const centre = [5, 9, 9, 20, 20, 9, 9, 5];
  t.deepEqual([...counted(here, [0, 0, 0, 7, 3, 0, 0, 0], centre)], [-1, 7, 7, 7, 3, 3, 3, -1]);
  const [pass] = findPasses({ startMs: 0, counts: counted(here, [0, 0, 0, 7, 3, 0, 0, 0], centre), ...seen(here) });
  t.deepEqual(pass?.intensity, { peak: 7, mean: 5 });
  const grazing = counted([5, 11, 11, 5], [0, 0, 0, 0], [5, 9, 9, 5]);
  t.deepEqual([...grazing], [-1, NOT_COUNTED, NOT_COUNTED, -1], 'where no minute of it is counted, none is known');
});

test('a pass of an answer has the intensity of its counted minutes, not of those that the answer takes for 0', (t) => {
  const counts = Int32Array.of(-1, NOT_COUNTED, 4, 0, -1);
  const pass = {
    aosMs: 0.5 * MINUTE,
    losMs: 3.5 * MINUTE,
    maxElevationDeg: 20,
    maxElevationMs: 2 * MINUTE,
    intensity: { peak: 4, mean: 4 / 3 },
    complete: true,
  };
  t.deepEqual(measured(pass, 0, counts).intensity, { peak: 4, mean: 2 });
});

test('a minute is told by its count, called clear only where it is 0, and else why there is none', (t) => {
  t.deepEqual([7, 1, 0, OUT_OF_VIEW, NOT_COUNTED, UNKNOWN].map(minuteText), [
    '7 others',
    '1 other',
    'clear',
    'out of view',
    'not counted',
    'no data',
  ]);
});

test('where several minutes share a part, the highest count is shown; what is not counted is never taken for clear', (t) => {
  const week = Int32Array.of(OUT_OF_VIEW, 3, 9, 0, NOT_COUNTED, UNKNOWN, UNKNOWN, OUT_OF_VIEW, 0, OUT_OF_VIEW);
  t.deepEqual([...condensed(week, 5)], [3, 9, NOT_COUNTED, UNKNOWN, 0]);
  t.deepEqual([...condensed(week, 10)], [...week]);
  t.deepEqual([...condensed(new Int32Array(), 4)], []);
});

test('what is looked at closely is the pass of the minute or the next one, its day, or the week; of long passes the day', (t) => {
  const HOUR = 60 * MINUTE;
  const pass = (aosMs: number, losMs: number): Pass => ({
    aosMs,
    losMs,
    maxElevationDeg: 20,
    maxElevationMs: aosMs,
    intensity: undefined,
    complete: true,
  });
  const passes = [pass(HOUR, 2 * HOUR), pass(30 * HOUR, 31 * HOUR)];
  const week = { passes, timeMs: 2 * HOUR, startMs: 0, epochCount: 10_080 };
  t.is(closeUp({ ...week, zoom: undefined }).pass, passes[1]);
  t.deepEqual(closeUp({ ...week, zoom: undefined }).stretch, { fromMs: 29.92 * HOUR, toMs: 31.08 * HOUR });
  t.deepEqual(closeUp({ ...week, zoom: 'day' }).stretch, { fromMs: 0, toMs: 24 * HOUR });
  t.deepEqual(closeUp({ ...week, zoom: 'week' }).stretch, { fromMs: 0, toMs: 168 * HOUR });
  const long = { ...week, passes: [pass(0, 168 * HOUR)], timeMs: 50 * HOUR };
  t.deepEqual(closeUp({ ...long, zoom: undefined }).stretch, { fromMs: 48 * HOUR, toMs: 72 * HOUR });
  t.deepEqual(closeUp({ ...week, passes: [], zoom: 'pass' }).zoom, 'day');
});

test('the times of an axis are round, and no nearer than their texts are wide', (t) => {
  const texts = (toMs: number, widthPx: number) => timeTicks({ fromMs: 0, toMs }, widthPx).map(({ text }) => text);
  t.deepEqual(texts(5 * MINUTE, 400), ['Thu 1 Jan', '00:01', '00:02', '00:03', '00:04', '00:05']);
  t.deepEqual(texts(MINUTE, 400).slice(1, 3), ['00:00:10', '00:00:20']);
  t.deepEqual(texts(1440 * MINUTE, 400), ['Thu 1 Jan', '06:00', '12:00', '18:00', 'Fri 2 Jan']);
});
