import test from 'ava';
import { createPool } from '../../src/compute/pool.js';
import { Unavailable } from '../../src/errors.js';
import type { SurveyTask } from '../../src/compute/thread/ephemeris.js';
import { createOwnedCore } from '../../src/core/instance.js';
import { createSlots } from '../../src/memory/slots.js';
import { anyone, load } from '../helpers/analysis.js';
import { createSky, DECAYING, sampleSatellites } from '../helpers/sky.js';

const EPOCHS = 1500;
const core = await createOwnedCore(64);
const satellites = sampleSatellites(600);
const window = load(core, satellites, { epochCount: EPOCHS });
const slots = createSlots(core, 3);

/** A module that is sound but not the core. */
const EMPTY_MODULE = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);

async function survey(): Promise<SurveyTask> {
  const { pointer } = await slots.acquire(anyone);
  return { window: window.record.pointer, slot: pointer, from: 0, to: satellites.length, step: 60 };
}

test.serial('its threads answer, and work in the memory of the thread that started them', async (t) => {
  const pool = await createPool(core, 2);
  try {
    const task = await survey();
    const found = await pool.survey(task);
    const place = satellites.findIndex(({ noradNumber }) => noradNumber === DECAYING);
    const sky = createSky(satellites.slice(place, place + 1), EPOCHS);
    const lost = Array.from({ length: EPOCHS }, (_, k) => k).filter((k) => sky.below(0, k) === undefined);
    const index = window.satellite(DECAYING)?.index ?? -1;
    t.deepEqual(found, [{ index, firstEpoch: lost[0] ?? -1, epochs: lost.length }]);
    t.is(core.view.getUint32(task.slot + core.layout.SLOT_TEXT + 8 * index + 4, true), lost.length);

    const broken = { ...task, window: core.memory.buffer.byteLength - 8 };
    await t.throwsAsync(pool.survey(broken), { message: /out of bounds/ });
    t.deepEqual(await Promise.all([pool.survey(task), pool.survey(await survey())]), [found, found]);
  } finally {
    await pool.close();
  }
});

test.serial('what waits for a thread when the pool closes is told so, as what passes', async (t) => {
  const pool = await createPool(core, 1);
  const task = { ...(await survey()), step: 1 };
  const waiting = [pool.survey(task), pool.survey(task)];
  const last = pool.survey(task);
  const ended = Promise.allSettled([...waiting, last]);
  await pool.close();
  await ended;
  await t.throwsAsync(last, { instanceOf: Unavailable, message: 'The service is stopping' });
});

test.serial('threads that cannot load the core keep the pool from starting', async (t) => {
  const module = await WebAssembly.compile(EMPTY_MODULE);
  // An error that crossed threads is one by its prototype only.
  const expected = { any: true as const, instanceOf: Error, message: /the core does not export WINDOW_BYTES/ };
  await t.throwsAsync(createPool({ ...core, module }, 1), expected);
});
