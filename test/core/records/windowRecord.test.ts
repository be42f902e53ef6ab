import test from 'ava';
import { createOwnedCore, type OwnedCore } from '../../../src/core/instance.js';
import type { WindowSatellite } from '../../../src/core/records/windowOrder.js';
import { type WindowRecord, writeWindow } from '../../../src/core/records/windowRecord.js';
import { withScratch } from '../../../src/core/parts.js';
import { f64, placeWindow } from '../../helpers/memory.js';
import { debugCore } from '../../helpers/kernels.js';
import { sampleSatellites, START_US } from '../../helpers/sky.js';

const EPOCHS = 30;
const core = await createOwnedCore(64, debugCore);
const sample = sampleSatellites(300);

const place = (satellites: readonly WindowSatellite[]): WindowRecord =>
  placeWindow(core, { startUs: START_US, epochCount: EPOCHS, satellites });

/** First position of each satellite, in the order of the list from which the window was made. */
function firstPositions(window: WindowRecord): number[][] {
  return withScratch(core, core.layout.SCRATCH_BYTES + 24, (scratch) => {
    const out = scratch + core.layout.SCRATCH_BYTES;
    return [...window.indexOf].map((index) => {
      core.kernels.writeEphemeris(window.pointer, index, 0, 1, scratch, out);
      return [...f64(core, out, 3)];
    });
  });
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

test('where the memory is too small there is no window, and nothing is taken', async (t) => {
  const small: OwnedCore = await createOwnedCore(1, debugCore);
  const many = Array.from({ length: 50 }, () => sample).flat();
  const before = small.arena.freeBytes;
  t.true(writeWindow(small, { startUs: START_US, epochCount: EPOCHS, satellites: many }) === undefined);
  t.is(small.arena.freeBytes, before);
});
