import test from 'ava';
import { createOwnedCore } from '../../src/core/instance.js';
import { UserError } from '../../src/errors.js';
import { loadWindow } from '../../src/store/loadedWindow.js';
import { createSeriesCache } from '../../src/store/seriesCache.js';
import { createWindowStore, type WindowStore } from '../../src/store/windowStore.js';
import { load } from '../helpers/analysis.js';
import { DECAYING, sampleSatellites, SILENT, START_US } from '../helpers/sky.js';

const core = await createOwnedCore(64);
const satellites = sampleSatellites(600);
const shape = { epochCount: 100 };

function store(): { windows: WindowStore; series: ReturnType<typeof createSeriesCache> } {
  const series = createSeriesCache(core, 2 ** 20);
  return { windows: createWindowStore(series), series };
}

test('the newest window answers; the one before stays, the one before that leaves', (t) => {
  const { windows } = store();
  t.is(windows.current(), undefined);
  const [a, b, c] = [load(core, satellites, shape), load(core, satellites, shape), load(core, satellites, shape)];
  windows.publish(a);
  t.is(windows.current(), a);
  windows.publish(b);
  t.is(windows.current(), b);
  t.is(windows.loaded(a.id), a);
  windows.publish(c);
  t.is(windows.current(), c);
  t.is(windows.loaded(b.id), b);
  t.is(windows.loaded(a.id), undefined);
});

test('a window that leaves gives back its memory and its series', (t) => {
  const { windows, series } = store();
  const before = core.arena.freeBytes;
  const [a, b] = [load(core, satellites, shape), load(core, satellites, shape)];
  const each = (before - core.arena.freeBytes) / 2;
  windows.publish(a);
  series.pin(a, 1).release();
  series.pin(a, 2).release();
  windows.publish(b);
  series.pin(b, 1).release();
  windows.publish(load(core, satellites, shape));
  t.is(core.arena.freeBytes, before - 2 * each);
  t.is(series.count, 1);
});

test('a held window stays until its last holder lets go of it, once each', (t) => {
  const { windows } = store();
  const [a, b, c] = [load(core, satellites, shape), load(core, satellites, shape), load(core, satellites, shape)];
  windows.publish(a);
  const first = windows.hold(a);
  const second = windows.hold(a);
  windows.publish(b);
  windows.publish(c);
  t.is(windows.loaded(a.id), a);
  first();
  first();
  t.is(windows.loaded(a.id), a);
  second();
  t.is(windows.loaded(a.id), undefined);
  t.notThrows(() => {
    second();
  });
  t.throws(() => windows.hold(a), { instanceOf: RangeError, message: `window ${a.id} is not in memory` });
});

test('a window in use leaves when a newer one comes after its last question', (t) => {
  const { windows } = store();
  const [a, b] = [load(core, satellites, shape), load(core, satellites, shape)];
  windows.publish(a);
  windows.publish(b);
  windows.hold(a)();
  t.is(windows.loaded(a.id), a);
  windows.publish(load(core, satellites, shape));
  t.is(windows.loaded(a.id), undefined);
  t.is(windows.loaded(b.id), b);
});

test('a loaded window knows its satellites by number and by place', (t) => {
  const window = load(core, satellites, shape);
  t.is(window.satelliteCount, satellites.length);
  t.is(window.startMs, START_US / 1000);
  t.is(window.satellite(4), undefined);
  t.is(window.satellite(SILENT)?.bands, 0);
  t.is(window.satellite(DECAYING)?.bands, 8);
  const numbers = window.numbersByIndex();
  t.deepEqual(
    numbers.map((norad) => window.satellite(norad)?.index),
    satellites.map((_, i) => i),
  );
  t.true(satellites.every(({ noradNumber }) => numbers[window.satellite(noradNumber)?.index ?? -1] === noradNumber));
  window.unload();
});

test('a window that does not fit says so and takes nothing', async (t) => {
  const small = await createOwnedCore(1);
  const header = { id: 77, startUs: START_US, epochCount: 10_080, nside: 64, minElevationDeg: 10 };
  const many = Array.from({ length: 100 }, () => satellites)
    .flat()
    .slice(0, 3000);
  const before = small.arena.freeBytes;
  for (let i = 0; i < 3; i++) {
    const error = t.throws(() => loadWindow(small, header, many), { instanceOf: UserError });
    t.regex(error?.message ?? '', /window 77 with 3000 satellites does not fit into memory/);
    t.is(small.arena.freeBytes, before);
  }
});
