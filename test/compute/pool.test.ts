import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import test from 'ava';
import { createPool } from '../../src/compute/pool.js';
import { createOwnedCore } from '../../src/core/instance.js';
import { threadEntry } from '../../src/core/program/threadEntry.js';
import { Overloaded, Unavailable } from '../../src/errors.js';
import { anyone, bench, intensities, load } from '../helpers/analysis.js';
import { FAULT_EPOCHS, GATE } from './faults.js';
import { createSky, sampleSatellites } from '../helpers/sky.js';
import { until } from '../helpers/until.js';

const EPOCHS = 1500;
const TASK_SECONDS = 3;
const core = await createOwnedCore(256);
const satellites = sampleSatellites(20);
const ended: [name: string, why: string][] = [];
const faultyPool = (taskSeconds: number) =>
  createPool(core, 2, {
    entry: threadEntry('./faultyWorker', import.meta.url),
    checkSeconds: 0.3,
    taskSeconds,
    heapMegabytes: 48,
    onEnd: (name, _task, why) => void ended.push([name, why]),
  });
const pool = await faultyPool(TASK_SECONDS);
/** A geostationary satellite, which is always in view from the place below it. */
const steady = satellites.filter(({ bands, elements }) => bands !== 0 && elements.inclinationDeg < 1).slice(-1);
const below = createSky(steady, 1).below(0, 0) ?? { latDeg: NaN, lonDeg: NaN };
const place = { norad: steady[0]?.noradNumber ?? 0, ...below, band: 'all' } as const;
const week = { ...place, fromEpoch: 0, toEpoch: EPOCHS };

const STOPPING = ['Unavailable', 'The service is stopping'];
const messageOf = (error: unknown) => (error instanceof Error ? [error.constructor.name, error.message] : error);

test.after.always(() => pool.close());
test.beforeEach(() => void ended.splice(0));

function answering(threads = pool) {
  const parts = bench(core, threads);
  parts.windows.publish(load(core, satellites, { epochCount: EPOCHS }));
  return { ...parts, window: parts.analysis.current()! };
}

/** Number of times that the thread with the fault `spin` has written to the slot's memory. */
function writes(slot: number): number {
  return Atomics.load(new Int32Array(core.memory.buffer, slot + core.layout.SLOT_TEXT, 1), 0);
}

/** Waits until a thread with the fault `spin` writes to the slot's memory. */
async function spinning(slot: number): Promise<void> {
  const before = writes(slot);
  await until(() => writes(slot) !== before, 'a thread that writes to the memory of the slot');
}

test.serial('a thread that goes on with one task is replaced, and nothing else notices', async (t) => {
  const sound = answering();
  const expected = await intensities(sound.analysis, { ...week, window: sound.window });
  t.true(Math.max(...expected) > 0);

  const { analysis, slots, window, pool: spied } = answering();
  const hung = t.throwsAsync<Unavailable>(analysis.point({ ...place, epoch: FAULT_EPOCHS.spin, window }, anyone));
  await until(() => spied.asked.length > 0, 'the question to reach the pool');
  const { slot } = spied.asked[0]!;
  await spinning(slot);
  t.is(slots.free, 3);
  // Meanwhile the other thread answers.
  t.is((await intensities(sound.analysis, { ...week, latDeg: 10, window: sound.window })).length, EPOCHS);

  const error = await hung;
  const last = writes(slot);
  t.true(error instanceof Unavailable);
  t.is(error?.message, `The computation was ended with its thread: it did not end within ${TASK_SECONDS} s`);
  t.is(error?.retryAfterSeconds, 2);
  t.is(slots.free, 4);
  for (let i = 0; i < 100; i++) await setImmediate();
  t.is(writes(slot), last, 'the thread was gone before its question was answered');
  t.deepEqual(ended, [['fill', `it did not end within ${TASK_SECONDS} s`]]);
  // The thread left the series half filled; another thread fills it again.
  t.deepEqual(await intensities(analysis, { ...week, window }), expected);
});

test.serial('while all threads hang the check of the pool fails, until they are replaced', async (t) => {
  const { analysis, slots, window } = answering();
  const passes = (): Promise<boolean> =>
    pool.check().then(
      () => true,
      () => false,
    );
  await until(passes, 'a check to pass');
  const hung = [1, 2].map((latDeg) =>
    t.throwsAsync(analysis.point({ ...place, latDeg, epoch: FAULT_EPOCHS.spin, window }, anyone), {
      instanceOf: Unavailable,
    }),
  );
  await until(() => pool.idle === 0, 'both threads to hang');
  let failure: unknown;
  await until(async () => {
    failure = await pool.check().catch((error: unknown) => error);
    return failure !== undefined;
  }, 'a check to fail');
  t.true(failure instanceof Unavailable);
  t.is((failure as Unavailable).message, 'None of 2 compute threads has answered within 0.3 s');

  await Promise.all(hung);
  t.is(slots.free, 4);
  // The first week of a new thread may take longer than the limit on a machine that does much else.
  const isAnswered = (): Promise<boolean> =>
    intensities(analysis, { ...week, window }).then(
      ({ length }) => length === EPOCHS,
      () => false,
    );
  await until(isAnswered, 'a week to be answered');
  await until(passes, 'a check to pass again');
});

test.serial('when the pool closes, tasks that threads have taken end, and tasks that wait fail', async (t) => {
  const closing = await createPool(core, 1);
  const { slots, windows } = answering(closing);
  const slot = await slots.acquire(anyone);
  const task = { window: windows.current()!.record.pointer, slot: slot.pointer, satellite: 0, from: 0, to: EPOCHS };
  const settled = Promise.allSettled([1, 2, 3].map(() => closing.track(task)));
  await closing.close();
  const [first, ...others] = await settled;
  t.is(first?.status, 'fulfilled');
  for (const { reason } of others as PromiseRejectedResult[]) t.deepEqual(messageOf(reason), STOPPING);
  t.deepEqual(await closing.track(task).catch(messageOf), STOPPING);
});

test.serial('a task that does not end is ended with its pool', async (t) => {
  const closing = await faultyPool(600);
  const { analysis, window, pool: spied } = answering(closing);
  const hung = analysis.point({ ...place, epoch: FAULT_EPOCHS.spin, window }, anyone).catch(messageOf);
  await until(() => spied.asked.length > 0, 'the question to reach the pool');
  const { slot } = spied.asked[0]!;
  await spinning(slot);
  await closing.close();
  const last = writes(slot);
  t.deepEqual(await hung, STOPPING);
  for (let i = 0; i < 100; i++) await setImmediate();
  t.is(writes(slot), last, 'the thread is gone');
});

test.serial('threads that cannot load the core keep the pool from starting', async (t) => {
  // Valid WebAssembly module, but not the core.
  const module = await WebAssembly.compile(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
  // Without `any` AVA takes an error from another thread for no Error, as only its prototype makes it one.
  const expected = { any: true as const, instanceOf: Error, message: /the core does not export WINDOW_BYTES/ };
  await t.throwsAsync(createPool({ ...core, module }, 1), expected);
});

test.serial('while a thread is being replaced, the other one answers all questions', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'sidelobe-gate-'));
  const gate = join(directory, 'gate');
  const gated = await createPool(core, 2, { entry: threadEntry('./faultyWorker', import.meta.url) });
  try {
    const { analysis, window } = answering(gated);
    process.env[GATE] = gate;
    await t.throwsAsync(analysis.point({ ...place, epoch: FAULT_EPOCHS.exit, window }, anyone), {
      instanceOf: Unavailable,
    });
    const asked = [1, 2, 3, 4, 5, 6].map((latDeg) => intensities(analysis, { ...week, latDeg, window }));
    t.true((await Promise.all(asked)).every(({ length }) => length === EPOCHS));
    t.false(existsSync(gate), 'the other thread had not started');
    writeFileSync(gate, '');
    const both = Promise.all([1, 2].map((latDeg) => analysis.point({ ...place, latDeg, epoch: 7, window }, anyone)));
    await t.notThrowsAsync(both);
  } finally {
    delete process.env[GATE];
    writeFileSync(gate, '');
    await gated.close();
    rmSync(directory, { recursive: true });
  }
});

/** Pool with a long time-out, as on a busy machine it may take more than a few seconds to fill a heap. */
const patient = await faultyPool(120);
test.after.always(() => patient.close());

for (const [fault, instanceOf, message, why] of [
  ['exit', Unavailable, /ended with its thread/, 'it exited with code: 3'],
  ['heap', Unavailable, /ended with its thread/, 'it ran out of memory'],
  ['memory', Overloaded, /no room for a computation/, undefined],
  ['trap', Error, /out of bounds/, undefined],
] as const) {
  test.serial(`a thread's ${fault} fails its own question, and no other`, async (t) => {
    const { analysis, slots, window } = answering(patient);
    const others = [20, 30, 40, 50].map((latDeg) => intensities(analysis, { ...week, latDeg, window }));
    const fate = t.throwsAsync(analysis.point({ ...place, epoch: FAULT_EPOCHS[fault], window }, anyone), {
      instanceOf: instanceOf as typeof Error,
      message,
    });
    t.true((await Promise.all(others)).every(({ length }) => length === EPOCHS));
    await fate;
    t.deepEqual(ended, why === undefined ? [] : [['fill', why]]);
    t.is(slots.free, 4);
    t.is((await intensities(analysis, { ...week, window })).length, EPOCHS);
    await until(() => patient.idle === 2, 'both threads to be free');
  });
}
