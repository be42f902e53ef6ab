import { mock } from 'node:test';
import test from 'ava';
import { createOwnedCore } from '../../src/core/instance.js';
import { Overloaded, WindowGone } from '../../src/errors.js';
import { COMPUTATION_SECONDS } from '../../src/spec.js';
import { anyone, bench, intensities, load, makeTextBlock, poolHere, withWindows } from '../helpers/analysis.js';
import { sampleSatellites } from '../helpers/sky.js';
import { until } from '../helpers/until.js';

const EPOCHS = 1500;
const core = await createOwnedCore(256);
const pool = poolHere(core);
const satellites = sampleSatellites();
const audible = satellites.filter(({ bands }) => bands !== 0);
const whole = { band: 'all', fromEpoch: 0, toEpoch: EPOCHS } as const;
/** Catalogue number of a satellite that is always in view from Berlin. */
const STEADY = audible.findLast(({ elements }) => elements.inclinationDeg < 1)?.noradNumber ?? 0;
const BERLIN = { latDeg: 52.52, lonDeg: 13.405 };

const withBench = withWindows(core, pool, satellites, EPOCHS);

/** Intensities of each query, asked one after the other and each in a new window, so that nothing is shared. */
async function oneByOne(
  queries: readonly { norad: number; latDeg: number; lonDeg: number }[],
): Promise<readonly number[][]> {
  const answers: number[][] = [];
  for (const query of queries) {
    const { analysis, windows } = reference;
    windows.publish(load(core, satellites, { epochCount: EPOCHS }));
    const window = analysis.current();
    if (window === undefined) throw new Error('no window');
    answers.push(await intensities(analysis, { ...query, ...whole, window }));
  }
  return answers;
}

const reference = bench(core, pool);

test.serial('numbers that one question filled in answer the next one without computing', async (t) => {
  await withBench(t, async ({ analysis, pool: spied }, window) => {
    const query = { window, norad: STEADY, ...BERLIN, band: 'all' } as const;
    const first = await intensities(analysis, { ...query, fromEpoch: 100, toEpoch: 300 });
    t.is(spied.asked.length, 1, 'one task marks what is covered, and fills in what is missing');
    t.deepEqual(await intensities(analysis, { ...query, fromEpoch: 100, toEpoch: 300 }), first);
    t.deepEqual(await intensities(analysis, { ...query, fromEpoch: 150, toEpoch: 160 }), first.slice(50, 60));
    t.is((await analysis.point({ ...query, epoch: 299 }, anyone)).intensity, first[199] ?? -1);
    t.is(spied.asked.length, 1, 'what is in memory is looked at in this thread');
    for (const epoch of [99, 300]) {
      await analysis.point({ ...query, epoch }, anyone);
      t.is(spied.asked.at(-1)?.from, epoch);
    }
    t.deepEqual(
      spied.asked.map(({ isCovered }) => isCovered),
      [false, true, true],
      'what is covered is marked once',
    );
  });
});

test.serial(
  'when some of many askers go away, the others get their answers, and the series is loaded once',
  async (t) => {
    let loads = 0;
    const loader = async (): Promise<void> => void loads++;
    await withBench(
      t,
      async ({ analysis, pool: spied, slots }, window) => {
        const query = { norad: STEADY, ...BERLIN };
        const [expected] = await oneByOne([query]);
        const leaving = Array.from({ length: 20 }, () => new AbortController());
        spied.before = async () => {
          if (leaving.every(({ signal }) => signal.aborted)) return;
          // All 30 questions must have a slot before the 20 askers leave: then the other 10 wait for the same fill.
          await until(() => slots.free === 0, 'all 30 to have a slot');
          for (const one of leaving) one.abort(new Error('gone'));
        };
        const left = leaving.map(({ signal }) =>
          analysis.timeseries({ window, ...query, ...whole }, { account: 1, signal }),
        );
        const stayed = Array.from({ length: 10 }, () => intensities(analysis, { window, ...query, ...whole }));
        for (const { status } of await Promise.allSettled(left)) t.is(status, 'rejected');
        for (const answer of await Promise.all(stayed)) t.deepEqual(answer, expected);
        t.is(loads, 1);
      },
      { loader, slots: 30 },
    );
  },
);

test.serial('a computation that takes too long is given up, and a later question gets its answer', async (t) => {
  const query = { norad: STEADY, ...BERLIN };
  const [expected] = await oneByOne([query]);
  await withBench(t, async ({ analysis, pool: spied, slots }, window) => {
    // A first question fills some groups of the series, which stay filled.
    const first = await intensities(analysis, { window, ...query, ...whole, band: 'C' });
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      spied.before = async () => mock.timers.tick(COMPUTATION_SECONDS * 1000);
      const error = await t.throwsAsync<Overloaded>(intensities(analysis, { window, ...query, ...whole }), {
        instanceOf: Overloaded,
      });
      t.regex(error?.message ?? '', /given up after 30 s/);
      t.is(error?.retryAfterSeconds, 5);
      t.is(slots.free, 4);
      t.deepEqual(await intensities(analysis, { window, ...query, ...whole, band: 'C' }), first);
      spied.before = async () => mock.timers.tick(COMPUTATION_SECONDS * 1000 - 1);
      t.deepEqual(await intensities(analysis, { window, ...query, ...whole }), expected);
    } finally {
      mock.timers.reset();
    }
  });
});

test.serial('a window leaves only when its last question is answered, and gives back all that it took', async (t) => {
  const query = { norad: STEADY, ...BERLIN };
  const [expected] = await oneByOne([query]);
  await withBench(t, async ({ analysis, windows, series, pool: spied }, first) => {
    let reached: () => void = () => undefined;
    let proceed: () => void = () => undefined;
    const atFill = new Promise<void>((resolve) => (reached = resolve));
    const gate = new Promise<void>((resolve) => (proceed = resolve));
    spied.before = async () => {
      reached();
      await gate;
    };
    await makeTextBlock(analysis, first);
    const before = core.arena.freeBytes;
    load(core, satellites, { epochCount: EPOCHS }).unload();
    t.is(core.arena.freeBytes, before);
    const answer = intensities(analysis, { window: first, ...query, ...whole });
    await atFill;
    const newer = [1, 2, 3, 4].map(() => load(core, satellites, { epochCount: EPOCHS }));
    for (const window of newer) windows.publish(window);
    t.is(windows.loaded(first.id), first);
    const held = core.arena.freeBytes;
    proceed();
    t.deepEqual(await answer, expected);
    t.is(windows.loaded(first.id), undefined);
    t.is(series.count, 0);
    t.is(core.arena.freeBytes - held, (before - held) / newer.length);
    const error = await t.throwsAsync<WindowGone>(intensities(analysis, { window: first, ...query, ...whole }), {
      instanceOf: WindowGone,
    });
    t.regex(error.message, new RegExp(`window ${first.id} has been replaced`));
  });
});
