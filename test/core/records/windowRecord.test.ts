import test from 'ava';
import { createOwnedCore, type OwnedCore } from '../../../src/core/instance.js';
import type { WindowSatellite } from '../../../src/core/records/windowOrder.js';
import { type WindowRecord, writeWindow } from '../../../src/core/records/windowRecord.js';
import { withScratch } from '../../../src/core/withScratch.js';
import { debugCore } from '../../helpers/kernels.js';
import { sampleSatellites, START_US } from '../../helpers/sky.js';

const EPOCHS = 30;
const core = await createOwnedCore(64, debugCore);
const sample = sampleSatellites(300);
const isDeep = ({ elements }: WindowSatellite): boolean => 1440 / elements.meanMotionRevPerDay >= 225;

function place(satellites: readonly WindowSatellite[], owned = core): WindowRecord {
  const window = writeWindow(owned, { startUs: START_US, epochCount: EPOCHS, satellites });
  if (window === undefined) throw new Error('no memory');
  return window;
}

/** First position of each satellite, in the order of the list from which the window was made. */
function firstPositions(window: WindowRecord): number[][] {
  return withScratch(
    core,
    (scratch) => {
      const out = scratch + core.layout.SCRATCH_BYTES;
      return [...window.indexOf].map((index) => {
        core.kernels.writeEphemeris(window.pointer, index, 0, 1, scratch, out);
        return [...new Float64Array(core.memory.buffer, out, 3)];
      });
    },
    core.layout.SCRATCH_BYTES + 24,
  );
}

test('a window is the same whatever the memory held before', (t) => {
  const window = place(sample.slice(0, 40));
  const before = core.bytes.slice(window.pointer, window.pointer + window.bytes);
  const positions = firstPositions(window);
  window.free();
  core.bytes.fill(0xa5, window.pointer, window.pointer + before.length);
  const again = place(sample.slice(0, 40));
  t.is(again.pointer, window.pointer);
  t.deepEqual(firstPositions(again), positions);
  again.free();
});

test('elements that cannot be propagated are reported, in the order of the plan', (t) => {
  const sound = sample[0] as WindowSatellite;
  const changes = [{}, { eccentricity: 1.2 }, {}, { meanMotionRevPerDay: 18 }, { eccentricity: -0.1 }];
  // The bands give the window the opposite order: later satellites of the list come earlier in it.
  const window = place(
    changes.map((change, i) => ({ ...sound, bands: 9 - i, elements: { ...sound.elements, ...change } })),
  );
  const [first, second, third, fourth, fifth] = window.initStatus;
  t.deepEqual([first, third], [0, 0]);
  // Vallado's codes: 1 mean elements, 6 decayed.
  t.deepEqual([second, fourth, fifth], [1, 6, 1]);
  window.free();
});

test('a window gives back all that it took', (t) => {
  const before = core.arena.freeBytes;
  const windows = [sample, sample.filter(isDeep), sample.filter((one) => !isDeep(one)), []].map((some) => place(some));
  t.true(core.arena.freeBytes < before);
  for (const window of windows) window.free();
  t.is(core.arena.freeBytes, before);
});

test('where the memory is too small there is no window, and nothing is taken', async (t) => {
  const small: OwnedCore = await createOwnedCore(1, debugCore);
  const many = Array.from({ length: 50 }, () => sample).flat();
  const before = small.arena.freeBytes;
  t.true(writeWindow(small, { startUs: START_US, epochCount: EPOCHS, satellites: many }) === undefined);
  t.is(small.arena.freeBytes, before);
  // Leaves enough memory for the satellites, but not for the scratch that writing them needs as well.
  const laid = place(sample.slice(0, 50), small);
  const bytes = Math.ceil(laid.bytes / 64) * 64;
  laid.free();
  const filler = small.arena.allocate(before - bytes) ?? 0;
  t.is(writeWindow(small, { startUs: START_US, epochCount: EPOCHS, satellites: sample.slice(0, 50) }), undefined);
  t.is(small.arena.freeBytes, bytes);
  small.arena.free(filler);
  place(sample.slice(0, 50), small).free();
});

test('scratch is lent for one call, also when it throws', async (t) => {
  const before = core.arena.freeBytes;
  t.is(
    withScratch(core, () => core.arena.freeBytes, 640),
    before - 640,
  );
  t.throws(() =>
    withScratch(core, () => {
      throw new Error('inside');
    }),
  );
  t.is(core.arena.freeBytes, before);
  t.throws(() => withScratch(core, (scratch) => scratch, 2 ** 30), {
    instanceOf: RangeError,
    message: /no 1073741824 bytes left/,
  });
});
