import test from 'ava';
import { createOwnedCore } from '../../src/core/instance.js';
import { Overloaded, UserError } from '../../src/errors.js';
import { type LoadedWindow, loadWindow } from '../../src/memory/loadedWindow.js';
import { createSeriesCache } from '../../src/memory/seriesCache.js';
import { createLoadedWindows, type LoadedWindows } from '../../src/memory/loadedWindows.js';
import { load, noOlderWindows, nothingStored } from '../helpers/analysis.js';
import { sampleSatellites, START_US } from '../helpers/sky.js';

const core = await createOwnedCore(64);
const satellites = sampleSatellites(600);
const shape = { epochCount: 100 };

const open = (): LoadedWindow => load(core, satellites, shape);

/**
 * Creates loaded windows over a database that has the windows `stored`. `asked` lists the ids that were loaded from it.
 */
function store(stored: readonly LoadedWindow[] = []) {
  const series = createSeriesCache(core, 2 ** 20, nothingStored);
  const asked: number[] = [];
  const windows = createLoadedWindows(series, async (id) => {
    asked.push(id);
    await new Promise(setImmediate);
    return stored.find((window) => window.id === id);
  });
  return { windows, asked };
}

/** Creates loaded windows that can make any day. `made` lists the ids of the days that were made. */
function ofDays() {
  const made: number[] = [];
  const series = createSeriesCache(core, 2 ** 20, nothingStored);
  const windows = createLoadedWindows(series, noOlderWindows, async (id) => {
    made.push(id);
    await new Promise(setImmediate);
    return { ...open(), id };
  });
  return { windows, made };
}

/** Number of windows that stay in memory although no question uses them. */
const KEPT = 4;

function publishMore(windows: LoadedWindows, count: number): void {
  for (let i = 0; i < count; i++) windows.publish(open());
}

test('the newest window answers; those before it stay for a while, and then leave', (t) => {
  const { windows } = store();
  t.is(windows.current(), undefined);
  const published = Array.from({ length: KEPT + 2 }, open);
  published.forEach((window, i) => {
    windows.publish(window);
    t.is(windows.current(), window);
    published.forEach((other, j) => {
      t.is(windows.loaded(other.id), j <= i && i - j < KEPT ? other : undefined, `${j} of ${i}`);
    });
  });
});

test('a window is loaded once, however many ask for it at once, and does not become the current one', async (t) => {
  const [a, newest] = [open(), open()];
  const { windows, asked } = store([a]);
  windows.publish(newest);
  t.is(windows.loaded(a.id), undefined);
  t.deepEqual(await Promise.all([windows.bring(a.id), windows.bring(a.id), windows.bring(a.id)]), [a, a, a]);
  t.is(await windows.bring(a.id), a);
  t.deepEqual(asked, [a.id]);
  t.is(windows.loaded(a.id), a);
  t.is(windows.current(), newest);
  t.is(await windows.bring(newest.id), newest);
  t.deepEqual(asked, [a.id]);
});

test('of the older windows the one asked for least recently leaves; one that is held does not', async (t) => {
  const stored = Array.from({ length: 4 }, open);
  const [a, b, c, d] = stored as [LoadedWindow, LoadedWindow, LoadedWindow, LoadedWindow];
  const { windows } = store(stored);
  const inMemory = (): boolean[] => stored.map(({ id }) => windows.loaded(id) !== undefined);
  publishMore(windows, 2);
  await windows.bring(a.id);
  await windows.bring(b.id);
  await windows.bring(a.id);
  await windows.bring(c.id);
  t.deepEqual(inMemory(), [true, false, true, false]);
  const release = windows.hold(a);
  await windows.bring(d.id);
  await windows.bring(c.id);
  t.deepEqual(inMemory(), [true, false, true, true]);
  release();
  t.deepEqual(inMemory(), [false, false, true, true]);
});

test('a missing window is undefined, and one that cannot be loaded an error; both are asked for again', async (t) => {
  const { windows, asked } = store();
  t.deepEqual([await windows.bring(-1), await windows.bring(-1)], [undefined, undefined]);
  t.deepEqual(asked, [-1, -1]);

  const a = open();
  const faults = [new Error('the database is away'), new UserError('window 7 does not fit into memory')];
  const failing = createLoadedWindows(createSeriesCache(core, 2 ** 10, nothingStored), async () => {
    const fault = faults.shift();
    if (fault !== undefined) throw fault;
    return a;
  });
  const away = { message: 'the database is away' };
  await Promise.all([t.throwsAsync(failing.bring(a.id), away), t.throwsAsync(failing.bring(a.id), away)]);
  await t.throwsAsync(failing.bring(a.id), { instanceOf: Overloaded, message: 'window 7 does not fit into memory' });
  t.is(await failing.bring(a.id), a);
});

test('a window that does not fit says so and takes nothing', async (t) => {
  const small = await createOwnedCore(1);
  const header = { id: 77, identity: '', startUs: START_US, epochCount: 10_080, nside: 64, minElevationDeg: 10 };
  const many = Array.from({ length: 100 }, () => satellites)
    .flat()
    .slice(0, 3000);
  const before = small.arena.freeBytes;
  for (let i = 0; i < 3; i++) {
    const error = t.throws(() => loadWindow(small, header, many), { instanceOf: UserError });
    t.regex(error?.message ?? '', /window 77 with 3000 satellites does not fit into memory: .* give WINDOWS_MB/);
    t.is(small.arena.freeBytes, before);
  }
});

test('idle windows make room for a window that does not fit beside them; the current one and held ones stay', async (t) => {
  const [next, ...others] = Array.from({ length: 5 }, open) as [LoadedWindow, ...LoadedWindow[]];
  const [asked, held, before, current] = others as [LoadedWindow, LoadedWindow, LoadedWindow, LoadedWindow];
  const inMemory = (): boolean[] => others.map(({ id }) => windows.loaded(id) !== undefined);
  let fitsBeside = 0;
  const windows = createLoadedWindows(createSeriesCache(core, 2 ** 20, nothingStored), async (id) => {
    if (id !== next.id) return others.find((window) => window.id === id);
    if (inMemory().filter(Boolean).length > fitsBeside) throw new UserError('no room');
    return next;
  });
  for (const window of [before, current]) windows.publish(window);
  for (const { id } of [asked, held]) await windows.bring(id);
  const release = windows.hold(held);
  await t.throwsAsync(windows.load(next.id), { instanceOf: UserError, message: 'no room' });
  t.deepEqual(inMemory(), [false, true, false, true]);
  release();
  fitsBeside = 1;
  t.is(await windows.load(next.id), next);
  t.deepEqual(inMemory(), [false, false, false, true]);
});

test('windows of old runs are loaded one at a time, also after one that fails', async (t) => {
  const stored = [open(), open(), open()];
  let under = 0;
  let most = 0;
  const windows = createLoadedWindows(createSeriesCache(core, 2 ** 20, nothingStored), async (id) => {
    most = Math.max(most, ++under);
    await new Promise(setImmediate);
    under--;
    if (id === stored[0]?.id) throw new UserError('no room');
    return stored.find((window) => window.id === id);
  });
  const brought = await Promise.allSettled(stored.map(({ id }) => windows.bring(id)));
  t.deepEqual(
    brought.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled'],
  );
  t.is(most, 1);
});

test('the window of a day is made once for all who ask, has an id of its own, and leaves as older windows do', async (t) => {
  const { windows, made } = ofDays();
  publishMore(windows, 2);
  const day = (startMs: number) => ({ startMs, asOfMs: undefined, like: 1, revision: 1 });
  t.false(windows.isMade(day(0)));
  const [first, second] = await Promise.all([windows.takeDay(day(0)), windows.takeDay(day(0))]);
  t.is(first?.window, second?.window);
  t.deepEqual(made, [-1]);
  t.true(windows.isMade(day(0)));
  for (const startMs of [1, 2, 3]) (await windows.takeDay(day(startMs)))?.release();
  t.deepEqual(made, [-1, -2, -3, -4]);
  t.is(windows.loaded(-1), first?.window, 'it is held');
  t.deepEqual(
    [-2, -3, -4].map((id) => windows.loaded(id) !== undefined),
    [false, true, true],
  );
  first?.release();
  t.is(windows.loaded(-1), first?.window, 'the other one still holds it');
  second?.release();
  t.is(windows.loaded(-1), undefined);
  (await windows.takeDay(day(0)))?.release();
  t.is(made.at(-1), -5, 'made anew, it is another window');
  for (const other of [{ asOfMs: 5 }, { like: 2 }, { revision: 2 }]) t.false(windows.isMade({ ...day(0), ...other }));
});

test('one account has four days made at a time, so that others have theirs', async (t) => {
  const { windows } = ofDays();
  const take = (startMs: number, accountId: number) =>
    windows.takeDay({ startMs, asOfMs: undefined, like: 1, revision: 1, accountId });
  const asked = [0, 1, 2, 3, 4, 5, 6].map((day) => take(day, day < 6 ? 1 : 2));
  const told = await Promise.allSettled(asked);
  for (const result of told) if (result.status === 'fulfilled') result.value?.release();
  t.deepEqual(
    told.map(({ status }) => status === 'fulfilled'),
    [true, true, true, true, false, false, true],
  );
  const message = '4 windows of days are being made for this account';
  await t.throwsAsync(asked[5] as Promise<unknown>, { instanceOf: Overloaded, message });
  (await take(4, 1))?.release();
});

test('days beyond those that wait to be made are refused for now', async (t) => {
  const { windows } = ofDays();
  const asked = Array.from({ length: 10 }, (_unused, startMs) =>
    windows.takeDay({ startMs, asOfMs: undefined, like: 1, revision: 1 }),
  );
  const told = await Promise.allSettled(asked);
  for (const result of told) if (result.status === 'fulfilled') result.value?.release();
  t.is(told.filter(({ status }) => status === 'fulfilled').length, 8);
  await t.throwsAsync(asked[9] as Promise<unknown>, {
    instanceOf: Overloaded,
    message: '8 windows are being loaded',
  });
  (await windows.takeDay({ startMs: 9, asOfMs: undefined, like: 1, revision: 1 }))?.release();
});
