import test from 'ava';
import { createOwnedCore } from '../../src/core/instance.js';
import { MemoryTooSmall, Overloaded } from '../../src/errors.js';
import { createRingTables } from '../../src/memory/ringTables.js';
import { createMapBlocks } from '../../src/memory/mapBlocks.js';
import { anyone, load } from '../helpers/analysis.js';
import { sampleSatellites } from '../helpers/sky.js';

const core = await createOwnedCore(32);
const satellites = sampleSatellites(600);

test('where other work has the memory, the caller is told so and the turn comes back', async (t) => {
  const blocks = createMapBlocks(core, createRingTables(core), 2);
  const window = load(core, satellites, { epochCount: 10, nside: 256 });
  (await blocks.acquire(window, anyone)).release();
  const rest = core.arena.allocate(core.arena.freeBytes - 10 * 2 ** 20) ?? 0;
  const other = await blocks.acquire(window, anyone);
  const error = await t.throwsAsync(blocks.acquire(window, anyone), { instanceOf: Overloaded });
  t.regex(error?.message ?? '', /no room for a map of WINDOW_NSIDE=256/);
  t.is(blocks.free, 1);
  other.release();
  (await blocks.acquire(window, anyone)).release();
  t.is(blocks.free, 2);
  core.arena.free(rest);
  window.unload();
});

test('where the memory is too small without other work, the caller is told how much is needed', async (t) => {
  const blocks = createMapBlocks(core, createRingTables(core), 2);
  const window = load(core, satellites, { epochCount: 10, nside: 256 });
  const rest = core.arena.allocate(core.arena.freeBytes - 2 ** 20) ?? 0;
  const error = await t.throwsAsync(blocks.acquire(window, anyone), { instanceOf: MemoryTooSmall });
  t.regex(error?.message ?? '', /small for a map of WINDOW_NSIDE=256: it takes 5\.\d MB; .* leave 0\.\d of/);
  t.is(blocks.free, 2);
  core.arena.free(rest);
  window.unload();
});
