import test from 'ava';
import { elevationsDeg } from '../../src/web/place/elevation.js';
import { minuteOf } from '../../src/web/place/minute.js';
import { findPasses, nextPass } from '../../src/web/place/passes.js';
import { weekSeries } from '../../src/web/place/weekSeries.js';

const MINUTE = 60_000;
const asked = (elevations: number[], intensities: number[]) => ({
  startMs: 0,
  minElevationDeg: 10,
  elevationsDeg: Float32Array.from(elevations),
  intensities: Uint16Array.from(intensities),
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

test('the next pass is the first that begins later', (t) => {
  const passes = findPasses(asked([0, 20, 0, 20, 0], [0, 1, 0, 1, 0]));
  t.is(nextPass(passes, 0)?.aosMs, 0.5 * MINUTE);
  t.is(nextPass(passes, 0.5 * MINUTE)?.aosMs, 2.5 * MINUTE);
  t.is(nextPass(passes, 2.5 * MINUTE), undefined);
});

test('clear, out of view and no data are told apart', (t) => {
  t.deepEqual(minuteOf(30, 10, 0), { kind: 'clear' });
  t.deepEqual(minuteOf(5, 10, 0), { kind: 'out of view' });
  t.deepEqual(minuteOf(Number.NaN, 10, 0), { kind: 'no data' });
  t.deepEqual(minuteOf(30, 10, undefined), { kind: 'no data' });
  t.deepEqual(minuteOf(9.9, 10, 12), { kind: 'level', intensity: 12, level: 'moderate' });
});

test('the line of the chart is 0 where clear and broken out of view; what is unknown is a gap', (t) => {
  const elevations = Float32Array.of(30, 5, Number.NaN, Number.NaN, 30);
  const series = weekSeries({ startMs: 0, intensities: Uint16Array.of(0, 0, 0, 0, 7) }, elevations, 10);
  t.deepEqual(series.intensities, [0, null, null, null, 7]);
  t.deepEqual(series.gaps, [{ fromMs: 2 * MINUTE, toMs: 4 * MINUTE }]);
  t.deepEqual(series.seconds, [0, 60, 120, 180, 240]);
});
