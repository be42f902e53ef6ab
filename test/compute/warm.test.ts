import { mock } from 'node:test';
import test, { type ExecutionContext } from 'ava';
import { createPool } from '../../src/compute/pool.js';
import { createOwnedCore } from '../../src/core/instance.js';
import { seriesBytes } from '../../src/core/records/seriesRecord.js';
import type { LoadedWindow } from '../../src/memory/loadedWindow.js';
import { anyone, type Bench, bench, intensities, load } from '../helpers/analysis.js';
import { sampleSatellites } from '../helpers/sky.js';

const EPOCHS = 1500;
const core = await createOwnedCore(256);
const pool = await createPool(core, 2);
const satellites = sampleSatellites(40);
const audible = satellites.filter(({ bands }) => bands !== 0);
/** Seen from Berlin all the time. */
const STEADY = audible.findLast(({ elements }) => elements.inclinationDeg < 1)?.noradNumber ?? 0;
const ISS = 25_544;
const BERLIN = { latDeg: 52.52, lonDeg: 13.405 };
const ELSEWHERE = { latDeg: 0, lonDeg: -60 };
const whole = { band: 'all', fromEpoch: 0, toEpoch: EPOCHS } as const;
const never = new AbortController().signal;

test.after.always(() => pool.close());

type Body = (parts: Bench, now: LoadedWindow, next: LoadedWindow) => Promise<void>;

/** Runs the body with a window that answers and one that is to answer next. */
async function changing(t: ExecutionContext, options: Parameters<typeof bench>[2], body: Body): Promise<void> {
  const parts = bench(core, pool, options);
  const [now, next] = [load(core, satellites, { epochCount: EPOCHS }), load(core, satellites, { epochCount: EPOCHS })];
  parts.windows.publish(now);
  parts.windows.admit(next);
  await body(parts, now, next);
  t.is(parts.slots.free, 4);
}

test.serial('the first questions after a change of the window need no fill where the places were in use', async (t) => {
  await changing(t, {}, async ({ analysis, windows, pool: spied }, now, next) => {
    const week = { norad: ISS, ...BERLIN, ...whole };
    const point = { norad: STEADY, ...ELSEWHERE, band: 'C', epoch: 7 } as const;
    await intensities(analysis, { ...week, window: now });
    await analysis.point({ ...point, window: now }, anyone);
    t.is(await analysis.warm(next, never), 2);
    t.is(windows.current(), now);
    windows.publish(next);

    spied.asked.length = 0;
    const values = await intensities(analysis, { ...week, window: next });
    const value = await analysis.point({ ...point, epoch: 1400, window: next }, anyone);
    t.is(spied.asked.length, 0);

    const cold = bench(core, pool);
    const window = load(core, satellites, { epochCount: EPOCHS });
    cold.windows.publish(window);
    t.deepEqual(values, await intensities(cold.analysis, { ...week, window }));
    t.deepEqual(value, await cold.analysis.point({ ...point, epoch: 1400, window }, anyone));
  });
});

test.serial('what was asked more than an hour ago is not warmed', async (t) => {
  const start = performance.now();
  const clock = mock.method(performance, 'now', () => start);
  try {
    await changing(t, {}, async ({ analysis }, now, next) => {
      await intensities(analysis, { norad: STEADY, ...ELSEWHERE, ...whole, window: now });
      clock.mock.mockImplementation(() => start + 1000);
      await intensities(analysis, { norad: STEADY, ...BERLIN, ...whole, window: now });
      clock.mock.mockImplementation(() => start + 3_600_500);
      t.is(await analysis.warm(next, never), 1);
    });
  } finally {
    clock.mock.restore();
  }
});

test.serial('the places asked about last are warmed, in half of the cache', async (t) => {
  const size = seriesBytes(core, load(core, satellites, { epochCount: EPOCHS }).record.groupCount, EPOCHS);
  await changing(t, { cacheBytes: 6 * size }, async ({ analysis, series, pool: spied }, now, next) => {
    const places = [0, 20, 40, 60, 80].map((lonDeg) => ({ latDeg: 10, lonDeg }));
    for (const place of places) await intensities(analysis, { norad: STEADY, ...place, ...whole, window: now });
    t.is(await analysis.warm(next, never), 3);
    t.true(series.bytes <= series.maxBytes);
    for (const [place, tasks] of [
      [places[4], 0],
      [places[3], 0],
      [places[2], 0],
      [places[1], 1],
    ] as const) {
      spied.asked.length = 0;
      await intensities(analysis, { norad: STEADY, ...(place ?? BERLIN), ...whole, window: now });
      t.is(spied.asked.length, tasks, 'what answers now keeps its half');
    }
  });
});

test.serial(
  'warming ends at once when it is told to, and what it has not come to is computed as it is asked',
  async (t) => {
    await changing(t, {}, async ({ analysis, windows, pool: spied }, now, next) => {
      const queries = [BERLIN, ELSEWHERE].map((place) => ({ norad: STEADY, ...place, ...whole }));
      for (const query of queries) await intensities(analysis, { ...query, window: now });
      const stopping = new AbortController();
      spied.asked.length = 0;
      spied.before = async () => stopping.abort();
      t.is(await analysis.warm(next, stopping.signal), 0);
      t.is(spied.asked.length, 1);
      spied.before = () => Promise.resolve();
      windows.publish(next);
      for (const query of queries) t.is((await intensities(analysis, { ...query, window: next })).length, EPOCHS);
    });
  },
);

test.serial('a satellite that the next window has not is left out, and so is all where cells differ', async (t) => {
  const parts = bench(core, pool);
  const now = load(core, satellites, { epochCount: EPOCHS });
  parts.windows.publish(now);
  for (const norad of [ISS, STEADY]) await intensities(parts.analysis, { norad, ...BERLIN, ...whole, window: now });
  const without = load(
    core,
    satellites.filter(({ noradNumber }) => noradNumber !== ISS),
    { epochCount: EPOCHS },
  );
  parts.windows.admit(without);
  t.is(await parts.analysis.warm(without, never), 1);
  const coarse = load(core, satellites, { epochCount: EPOCHS, nside: 32 });
  parts.windows.admit(coarse);
  t.is(await parts.analysis.warm(coarse, never), 0);
});

test.serial('nothing is warmed where no window answers yet', async (t) => {
  const parts = bench(core, pool);
  const next = load(core, satellites, { epochCount: EPOCHS });
  parts.windows.admit(next);
  t.is(await parts.analysis.warm(next, never), 0);
});
