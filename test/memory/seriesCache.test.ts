import test from 'ava';
import fc from 'fast-check';
import { createOwnedCore } from '../../src/core/instance.js';
import { seriesBytes } from '../../src/core/records/seriesRecord.js';
import { MemoryTooSmall, Overloaded } from '../../src/errors.js';
import type { LoadedWindow } from '../../src/memory/loadedWindow.js';
import { createSeriesCache, type SeriesCache } from '../../src/memory/seriesCache.js';
import { anyone, load, nothingStored } from '../helpers/analysis.js';
import { sampleSatellites } from '../helpers/sky.js';
import { until } from '../helpers/until.js';

const EPOCHS = 100;
const core = await createOwnedCore(64);
const satellites = sampleSatellites(600);
const window = load(core, satellites, { epochCount: EPOCHS });
const SIZE = seriesBytes(core, { groupCount: window.record.groupCount, epochCount: EPOCHS });

/** Pins and releases the series of each cell, in this order; returns their addresses. */
async function use(cache: SeriesCache, cells: readonly number[], of: LoadedWindow = window): Promise<number[]> {
  const pointers: number[] = [];
  for (const ipix of cells) {
    const pinned = await cache.pin(of, ipix);
    pinned.release();
    pointers.push(pinned.pointer);
  }
  return pointers;
}

/** Marks a series as filled in. */
function mark(pointer: number): void {
  core.bytes.fill(0xff, filledAt(pointer), filledAt(pointer) + 8);
}

function isMarked(pointer: number): boolean {
  const bytes = window.record.groupCount * core.kernels.bitmapBytes(EPOCHS);
  return core.bytes.subarray(filledAt(pointer), filledAt(pointer) + bytes).some((byte) => byte !== 0);
}

function filledAt(pointer: number): number {
  return core.view.getUint32(pointer + core.layout.SERIES_FILLED, true);
}

test('the least recently used series makes room, and the one that replaces it begins empty', async (t) => {
  const cache = createSeriesCache(core, 3 * SIZE, nothingStored);
  const [one, two, three] = await use(cache, [1, 2, 3]);
  for (const pointer of [one, two, three]) mark(pointer ?? 0);
  await use(cache, [1]);
  const [four] = await use(cache, [4]);
  t.is(four, two);
  t.false(isMarked(four ?? 0));
  t.deepEqual([cache.count, cache.bytes], [3, 3 * SIZE]);
  t.deepEqual(await use(cache, [1, 3]), [one, three]);
  t.true(isMarked(one ?? 0) && isMarked(three ?? 0));
  t.false(isMarked((await use(cache, [2]))[0] ?? 0));
});

test('of one place more than there is room for, most are found in the next round, and the newer half always', async (t) => {
  const cache = createSeriesCache(core, 20 * SIZE, nothingStored);
  const cells = Array.from({ length: 21 }, (_none, ipix) => ipix);
  for (let round = 0; round < 10; round++) {
    await use(cache, cells);
    for (const ipix of cells.slice(11)) t.not(cache.find(window, ipix), undefined);
  }
  t.true(cache.made < 105, `${cache.made} of 210 were made`);
});

test('a held series stays, however long ago it was used', async (t) => {
  const cache = createSeriesCache(core, 2 * SIZE, nothingStored);
  const held = await cache.pin(window, 1);
  const twice = await cache.pin(window, 1);
  mark(held.pointer);
  await use(cache, [2, 3, 4]);
  held.release();
  held.release();
  await use(cache, [5, 6]);
  t.true(isMarked(held.pointer));
  t.is((await cache.pin(window, 1)).pointer, held.pointer);
  twice.release();
});

test('while all series are held a further cell is refused', async (t) => {
  const cache = createSeriesCache(core, 2 * SIZE, nothingStored);
  const first = await cache.pin(window, 1);
  await cache.pin(window, 2);
  const error = await t.throwsAsync<Overloaded>(cache.pin(window, 3), { instanceOf: Overloaded });
  t.is(error?.retryAfterSeconds, 1);
  t.deepEqual([cache.count, cache.bytes], [2, 2 * SIZE]);
  first.release();
  t.is((await cache.pin(window, 3)).pointer, first.pointer);
});

test('all of a window’s series are dropped but the held ones', async (t) => {
  const cache = createSeriesCache(core, 10 * SIZE, nothingStored);
  const other = load(core, satellites, { epochCount: EPOCHS });
  await use(cache, [1, 2, 3]);
  const held = await cache.pin(window, 2);
  const [kept] = await use(cache, [1], other);
  cache.drop(window.id);
  t.deepEqual([cache.count, cache.bytes], [2, 2 * SIZE]);
  t.is((await cache.pin(window, 2)).pointer, held.pointer);
  t.deepEqual(await use(cache, [1], other), [kept]);
});

test('fills of a series run one at a time, in the order in which they were asked for', async (t) => {
  const cache = createSeriesCache(core, 2 * SIZE, nothingStored);
  const pinned = [await cache.pin(window, 1), await cache.pin(window, 1), await cache.pin(window, 1)];
  const events: string[] = [];
  const ends: (() => void)[] = [];
  const fills = pinned.map((series, i) =>
    series.fill(anyone.signal, async () => {
      events.push(`${i} starts`);
      await new Promise<void>((resolve) => ends.push(resolve));
      events.push(`${i} ends`);
      if (i === 1) throw new Error('it broke');
      return i;
    }),
  );
  const settled = Promise.allSettled(fills);
  for (let i = 0; i < 3; i++) {
    await until(() => ends.length > 0, `fill ${i} to start`);
    t.is(ends.length, 1);
    ends.pop()?.();
  }
  t.deepEqual(
    (await settled).map((result) => (result.status === 'fulfilled' ? result.value : 'rejected')),
    [0, 'rejected', 2],
  );
  t.deepEqual(events, ['0 starts', '0 ends', '1 starts', '1 ends', '2 starts', '2 ends']);
});

test('a fill whose asker goes while it waits does not begin', async (t) => {
  const cache = createSeriesCache(core, 2 * SIZE, nothingStored);
  const { fill } = await cache.pin(window, 1);
  const gone = new AbortController();
  const first = fill(anyone.signal, async () => gone.abort(new Error('gone')));
  await t.throwsAsync(
    fill(gone.signal, () => Promise.reject(new Error('never'))),
    { message: 'gone' },
  );
  await first;
  t.is(await fill(anyone.signal, () => Promise.resolve('done')), 'done');
});

test('a stored series is loaded once each time that its cell comes into memory', async (t) => {
  const loads: string[] = [];
  const cache = createSeriesCache(core, 2 * SIZE, async (of, ipix, pointer) => {
    loads.push(`${of.id}:${ipix}`);
    t.false(isMarked(pointer));
    await new Promise(setImmediate);
    mark(pointer);
  });
  const pinned = await cache.pin(window, 1);
  t.true(isMarked(pinned.pointer));
  pinned.release();
  await use(cache, [1, 1, 2, 1]);
  t.deepEqual(loads, [`${window.id}:1`, `${window.id}:2`]);
  await use(cache, [3, 2]);
  t.deepEqual(loads.slice(2), [`${window.id}:3`, `${window.id}:2`]);
});

test('a load that fails fails all that wait for it, and the next question tries again', async (t) => {
  let loads = 0;
  let isAway = true;
  const cache = createSeriesCache(core, SIZE, async (_window, _ipix, pointer) => {
    loads++;
    await new Promise(setImmediate);
    if (isAway) throw new Error('the database is away');
    mark(pointer);
  });
  const away = { message: 'the database is away' };
  await Promise.all([1, 2, 3].map(() => t.throwsAsync(cache.pin(window, 5), away)));
  t.is(loads, 1);
  t.deepEqual([cache.count, cache.bytes], [0, 0]);
  await t.throwsAsync(cache.pin(window, 5), away);
  isAway = false;
  const pinned = await cache.pin(window, 5);
  t.true(isMarked(pinned.pointer));
  t.is(loads, 3);
});

test('a cache that is smaller than one series says which setting is too small', async (t) => {
  const cache = createSeriesCache(core, SIZE - 64, nothingStored);
  const error = await t.throwsAsync(cache.pin(window, 1), { instanceOf: MemoryTooSmall });
  t.regex(error?.message ?? '', /^SERIES_CACHE_MB=\d+ is too small: a cell series of this window takes \d+ MB$/);
});

test('series of windows of different sizes never overlap, and those held stay where they are', async (t) => {
  const windows = [60, 61, 62].map((count) => load(core, satellites.slice(0, count - 30), { epochCount: 3 * count }));
  const step = fc.record({ of: fc.nat({ max: 2 }), ipix: fc.nat({ max: 5 }), keep: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const cache = createSeriesCache(core, 6 * SIZE, nothingStored);
      const held: { pointer: number; bytes: number; release(): void }[] = [];
      for (const { of, ipix, keep } of steps) {
        const at = windows[of] as LoadedWindow;
        const bytes = seriesBytes(core, { groupCount: at.record.groupCount, epochCount: at.epochCount });
        let pinned;
        try {
          pinned = await cache.pin(at, ipix);
        } catch (error) {
          t.true(error instanceof Overloaded);
          held.shift()?.release();
          continue;
        }
        for (const other of held) {
          const apart = pinned.pointer + bytes <= other.pointer || other.pointer + other.bytes <= pinned.pointer;
          t.true(apart || pinned.pointer === other.pointer);
        }
        if (keep) held.push({ ...pinned, bytes });
        else pinned.release();
        t.true(cache.bytes <= 6 * SIZE);
      }
      for (const series of held) series.release();
      for (const { id } of windows) cache.drop(id);
      t.deepEqual([cache.count, cache.bytes], [0, 0]);
    }),
    { numRuns: 30 },
  );
});
