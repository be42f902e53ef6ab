import test from 'ava';
import { createPool } from '../../../src/compute/pool.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { STATUS } from '../../../src/core/status.js';
import { anyone, bench, intensities, load } from '../../helpers/analysis.js';
import { sampleSatellites } from '../../helpers/sky.js';

const EPOCHS = 3000;
const core = await createOwnedCore(512);
const pool = await createPool(core, 2);
const satellites = sampleSatellites(2);
/** Catalogue number of a satellite that is always in view from Berlin. */
const STEADY =
  sampleSatellites().findLast(({ bands, elements }) => bands !== 0 && elements.inclinationDeg < 1)?.noradNumber ?? 0;
const QUERY = { norad: STEADY, latDeg: 52.52, lonDeg: 13.405, band: 'all', fromEpoch: 0, toEpoch: EPOCHS } as const;

test.after.always(() => pool.close());

/** Pool of two threads that reports only one, so that fills are not divided between threads. */
const alonePool = { ...pool, threads: 1, waiting: 0, idle: 0 };

test.serial('a large fill is shared by the threads, and gives the numbers of one thread', async (t) => {
  const alone = bench(core, alonePool);
  const together = bench(core, pool);
  for (const parts of [alone, together]) parts.windows.publish(load(core, satellites, { epochCount: EPOCHS }));
  const expected = await intensities(alone.analysis, { ...QUERY, window: alone.analysis.current()! });
  t.is(new Set(alone.pool.parts.map(({ work }) => work)).size, 1);
  t.deepEqual(await intensities(together.analysis, { ...QUERY, window: together.analysis.current()! }), expected);
  t.true(Math.max(...expected) > 5);
  t.is(new Set(together.pool.parts.map(({ work }) => work)).size, 2);
  t.is(together.pool.asked.length, 1, 'the rest is done here');
  t.is(together.slots.free, 4);
});

test.serial('all threads work on the first of several places, and one on each other', async (t) => {
  const { analysis, windows, pool: spied } = bench(core, pool);
  windows.publish(load(core, satellites, { epochCount: EPOCHS }));
  const places = [52, 40].map((latDeg) => ({ latDeg, lonDeg: 13, heightKm: 0 }));
  const works: number[] = [];
  // The second time all counts of the first place are in memory.
  for (const asked of [places.slice(0, 1), places]) {
    spied.parts.length = 0;
    const answers = analysis.stations({ ...QUERY, window: analysis.current()!, places: asked }, anyone);
    for await (const { text } of answers) text.release();
    works.push(new Set(spied.parts.map(({ work }) => work)).size);
  }
  t.deepEqual(works, [2, 1]);
});

test.serial('a long fill lets a question of another account in between', async (t) => {
  let idleTurns = 0;
  const slow: typeof alonePool = {
    ...alonePool,
    fillPart: (task) => (idleTurns-- > 0 ? Promise.resolve({ status: STATUS.needsFill }) : pool.fillPart(task)),
  };
  const { analysis, windows, pool: spied } = bench(core, slow);
  windows.publish(load(core, satellites, { epochCount: EPOCHS }));
  const window = analysis.current()!;
  const minute = { ...QUERY, latDeg: -30, fromEpoch: 7, toEpoch: 8, window };
  idleTurns = 3;
  let asked: Promise<unknown> | undefined;
  const order: string[] = [];
  spied.beforePart = async () => {
    order.push('portion');
    asked ??= analysis.timeseries(minute, { ...anyone, account: 2 });
    // Gives the question of the other account time to come to its turn.
    for (let i = 0; i < 20; i++) await new Promise(setImmediate);
  };
  spied.before = async ({ from, to }) => {
    if (to - from === 1) order.push('minute');
  };
  await intensities(analysis, { ...QUERY, window });
  await asked;
  t.deepEqual(order.slice(0, 3), ['portion', 'minute', 'portion']);
});
