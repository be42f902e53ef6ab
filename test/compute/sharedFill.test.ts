import test from 'ava';
import { createPool } from '../../src/compute/pool.js';
import { createOwnedCore } from '../../src/core/instance.js';
import { cancelSlot } from '../../src/core/slotRecord.js';
import { prepareWindow } from '../../src/jobs/prepareWindow.js';
import { bench, intensities, load } from '../helpers/analysis.js';
import { sampleSatellites } from '../helpers/sky.js';

const EPOCHS = 3000;
const core = await createOwnedCore(512);
const pool = await createPool(core, 2);
const satellites = sampleSatellites(2);
/** Seen from Berlin all the time. */
const STEADY =
  sampleSatellites().findLast(({ bands, elements }) => bands !== 0 && elements.inclinationDeg < 1)?.noradNumber ?? 0;
const QUERY = { norad: STEADY, latDeg: 52.52, lonDeg: 13.405, band: 'all', fromEpoch: 0, toEpoch: EPOCHS } as const;

test.after.always(() => pool.close());

test.serial('a large fill is shared by the threads that are idle, and gives what one thread gives', async (t) => {
  const alone = bench(core, { ...pool, idle: 1, waiting: 0 });
  const together = bench(core, pool);
  for (const parts of [alone, together]) parts.windows.publish(load(core, satellites, { epochCount: EPOCHS }));
  const expected = await intensities(alone.analysis, { ...QUERY, window: alone.analysis.current()! });
  t.is(alone.pool.fills.length, 0);
  t.deepEqual(await intensities(together.analysis, { ...QUERY, window: together.analysis.current()! }), expected);
  t.true(Math.max(...expected) > 5);
  const stages = together.pool.fills.map(({ stage }) => stage);
  t.deepEqual(stages.slice(0, 3), ['open', 'count', 'count']);
  t.deepEqual(
    together.pool.asked.map(({ stage }) => stage),
    ['look', 'close'],
  );
  t.is(together.slots.free, 4);
});

test.serial('a helper leaves when another question waits for a thread', async (t) => {
  const { analysis, windows, pool: spied } = bench(core, pool);
  windows.publish(load(core, satellites, { epochCount: EPOCHS }));
  const window = analysis.current()!;
  Object.defineProperty(spied, 'waiting', { get: () => (spied.fills.length >= 3 ? 1 : 0) });
  await intensities(analysis, { ...QUERY, window });
  t.is(spied.fills.filter(({ stage }) => stage === 'count').length, 2);
});

test.serial('a shared fill that is cancelled publishes nothing, and can be done again', async (t) => {
  const { analysis, windows, pool: spied, slots } = bench(core, pool);
  windows.publish(load(core, satellites, { epochCount: EPOCHS }));
  const window = analysis.current()!;
  spied.beforeFill = async ({ stage, slot }) => {
    if (stage === 'count') cancelSlot(core, slot);
  };
  await t.throwsAsync(intensities(analysis, { ...QUERY, window }), { message: /given up/ });
  spied.beforeFill = () => Promise.resolve();
  spied.asked.length = 0;
  const values = await intensities(analysis, { ...QUERY, window });
  t.is(spied.asked.at(-1)?.stage, 'close');
  t.true(Math.max(...values) > 5);
  t.is(slots.free, 4);
});

test.serial('a helper that breaks fails the question when no thread works for it any more', async (t) => {
  const { analysis, windows, pool: spied, slots } = bench(core, pool);
  windows.publish(load(core, satellites, { epochCount: EPOCHS }));
  const window = analysis.current()!;
  let counts = 0;
  spied.beforeFill = async ({ stage }) => {
    if (stage === 'count' && ++counts === 2) throw new Error('a thread is gone');
  };
  await t.throwsAsync(intensities(analysis, { ...QUERY, window }), { message: 'a thread is gone' });
  t.is(pool.idle, 2);
  t.is(slots.free, 4);
});

test.serial('a window that was prepared gives what one gives that was not, and no memory is kept', async (t) => {
  const plain = bench(core, pool);
  const ready = bench(core, pool);
  for (const parts of [plain, ready]) parts.windows.publish(load(core, satellites, { epochCount: EPOCHS }));
  const free = core.arena.freeBytes;
  await prepareWindow(ready, ready.windows.current()!);
  t.is(core.arena.freeBytes, free);
  t.is(ready.slots.free, 4);
  t.deepEqual(
    await intensities(ready.analysis, { ...QUERY, window: ready.analysis.current()! }),
    await intensities(plain.analysis, { ...QUERY, window: plain.analysis.current()! }),
  );
});
