import { mock } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { createPool } from '../../src/compute/pool.js';
import { createOwnedCore } from '../../src/core/instance.js';
import { cancelSlot } from '../../src/core/records/slotRecord.js';
import { threadEntry } from '../../src/core/threadEntry.js';
import { Unavailable } from '../../src/errors.js';
import { COMPUTATION_GRACE_SECONDS, COMPUTATION_SECONDS } from '../../src/spec.js';
import { anyone, bench, intensities, load } from '../helpers/analysis.js';
import { createSky, sampleSatellites } from '../helpers/sky.js';
import { until } from '../helpers/until.js';

const EPOCHS = 1500;
const core = await createOwnedCore(256);
const satellites = sampleSatellites(20);
/** Its threads never end when they are asked for one epoch. */
const ended: string[] = [];
const pool = await createPool(core, 2, {
  entry: threadEntry('../helpers/spinningWorker', import.meta.url),
  checkSeconds: 0.3,
  onEnd: (name) => void ended.push(name),
});
/** Seen from below it all the time. */
const steady = satellites.filter(({ bands, elements }) => bands !== 0 && elements.inclinationDeg < 1).slice(-1);
const below = createSky(steady, 1).below(0, 0) ?? { latDeg: NaN, lonDeg: NaN };
const place = { norad: steady[0]?.noradNumber ?? 0, ...below, band: 'all' } as const;
const week = { ...place, fromEpoch: 0, toEpoch: EPOCHS };

test.after.always(() => pool.close());

function answering() {
  const parts = bench(core, pool);
  parts.windows.publish(load(core, satellites, { epochCount: EPOCHS }));
  return { ...parts, window: parts.analysis.current()! };
}

/** How often a spinning thread has written to the memory of the slot. */
function writes(slot: number): number {
  return Atomics.load(new Int32Array(core.memory.buffer, slot + core.layout.SLOT_TEXT, 1), 0);
}

/** Waits until a thread writes to the memory of the slot. */
async function spinning(slot: number): Promise<void> {
  const before = writes(slot);
  await until(() => writes(slot) !== before, 'a thread that writes to the memory of the slot');
}

test.serial('a thread that goes on when it is cancelled is replaced, and nothing else notices', async (t) => {
  const sound = answering();
  const expected = await intensities(sound.analysis, { ...week, window: sound.window });
  t.true(Math.max(...expected) > 0);

  const { analysis, slots, window, pool: spied } = answering();
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const hung = t.throwsAsync<Unavailable>(analysis.point({ ...place, epoch: 5, window }, anyone));
    await until(() => spied.asked.length > 0, 'the question to reach the pool');
    const { slot } = spied.asked[0]!;
    await spinning(slot);
    mock.timers.tick(1000 * (COMPUTATION_SECONDS + COMPUTATION_GRACE_SECONDS) - 1);
    await spinning(slot);
    t.is(slots.free, 3);
    // The other thread answers meanwhile.
    t.is((await intensities(sound.analysis, { ...week, latDeg: 10, window: sound.window })).length, EPOCHS);

    mock.timers.tick(1);
    const error = await hung;
    const last = writes(slot);
    t.true(error instanceof Unavailable);
    t.is(error?.message, 'The computation did not end, and was ended with its thread after 35 s');
    t.is(error?.retryAfterSeconds, 5);
    t.is(slots.free, 4);
    for (let i = 0; i < 100; i++) await setImmediate();
    t.is(writes(slot), last, 'the thread was gone before its question was answered');
    t.deepEqual(ended, ['fill']);
    // What the thread left half filled is filled again.
    t.deepEqual(await intensities(analysis, { ...week, window }), expected);
  } finally {
    mock.timers.reset();
  }
});

test.serial('threads that all hang fail the check of the pool, until others have taken their places', async (t) => {
  const { analysis, slots, window, pool: spied } = answering();
  await t.notThrowsAsync(pool.check());
  const hung = [1, 2].map((epoch) =>
    t.throwsAsync(analysis.point({ ...place, latDeg: epoch, epoch, window }, anyone), { message: /abort/ }),
  );
  await until(() => pool.idle === 0, 'both threads to hang');
  let failure: unknown;
  await until(async () => {
    failure = await pool.check().catch((error: unknown) => error);
    return failure !== undefined;
  }, 'a check to fail');
  t.true(failure instanceof Unavailable);
  t.is((failure as Unavailable).message, 'None of 2 compute threads has answered within 0.3 s');

  for (const { slot } of spied.asked) pool.endSlot(slot);
  await Promise.all(hung);
  t.is(slots.free, 4);
  t.is((await intensities(analysis, { ...week, window })).length, EPOCHS);
  await t.notThrowsAsync(pool.check());
});

test.serial('a question that is cancelled before it begins computes nothing', async (t) => {
  const { analysis, window, pool: spied } = answering();
  spied.before = async ({ slot }) => cancelSlot(core, slot);
  await t.throwsAsync(intensities(analysis, { ...week, window }), { message: /given up/ });
  t.deepEqual([spied.asked.length, spied.parts.length], [1, 0]);
});
