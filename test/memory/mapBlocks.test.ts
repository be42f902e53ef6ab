import test from 'ava';
import { createOwnedCore } from '../../src/core/instance.js';
import { MemoryTooSmall, Overloaded } from '../../src/errors.js';
import { createRingTables } from '../../src/memory/ringTables.js';
import { createMapBlocks, type MapMemory } from '../../src/memory/mapBlocks.js';
import { anyone, load } from '../helpers/analysis.js';
import { sampleSatellites } from '../helpers/sky.js';

const core = await createOwnedCore(32);
const satellites = sampleSatellites(600);

test.serial(
  'blocks lie apart, each with room for positions, map, cells and their text, and share their ring table',
  async (t) => {
    const blocks = createMapBlocks(core, createRingTables(core), 2);
    const window = load(core, satellites, { epochCount: 10 });
    const held = [await blocks.acquire(window, anyone), await blocks.acquire(window, anyone)];
    const memories = held.map(({ memory }) => memory).sort((one, other) => one.positions - other.positions);
    const [a, b] = memories as [MapMemory, MapMemory];
    t.is(a.rings, b.rings);
    t.is(core.view.getUint32(a.rings + core.layout.RING_TABLE_NSIDE, true), 64);
    for (const block of memories) {
      t.true(block.work - block.positions >= core.kernels.positionsBytes(satellites.length));
      t.true(block.map - block.work >= core.layout.FOOTPRINT_WORK_BYTES);
      t.true(block.list - block.map >= block.mapBytes);
      t.true(block.output - block.list >= core.kernels.cellListBytes(64));
      for (const pointer of [block.positions, block.work, block.map, block.list, block.output]) t.is(pointer % 64, 0);
    }
    t.true(b.positions >= a.output + core.layout.CELL_OUTPUT_BYTES);
    held[0]?.release();
    held[0]?.release();
    t.is(blocks.free, 1);
    held[1]?.release();
    t.is(blocks.free, 2);
    window.unload();
  },
);

test.serial('where other work has the memory, the caller is told so and the turn comes back', async (t) => {
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

test.serial('where the memory is too small without other work, the caller is told how much is needed', async (t) => {
  const blocks = createMapBlocks(core, createRingTables(core), 2);
  const window = load(core, satellites, { epochCount: 10, nside: 256 });
  const rest = core.arena.allocate(core.arena.freeBytes - 2 ** 20) ?? 0;
  const error = await t.throwsAsync(blocks.acquire(window, anyone), { instanceOf: MemoryTooSmall });
  t.regex(error?.message ?? '', /small for a map of WINDOW_NSIDE=256: it takes 7\.\d MB; .* leave 0\.\d of/);
  t.is(blocks.free, 2);
  core.arena.free(rest);
  window.unload();
});
