import test from 'ava';
import { createOwnedCore } from '../../src/core/instance.js';
import { createTextBlocks } from '../../src/memory/textBlocks.js';

const BYTES = 600_000;

test('there are so many blocks at a time, and one that was given back serves again, once', async (t) => {
  const core = await createOwnedCore(4);
  const blocks = createTextBlocks(core, 2, BYTES);
  const first = blocks.acquire();
  const second = blocks.acquire();
  t.is(first?.bytes.length, BYTES);
  t.true(Math.abs((second?.pointer ?? 0) - (first?.pointer ?? 0)) >= BYTES);
  t.is(blocks.acquire(), undefined);
  first?.release();
  first?.release();
  t.is(blocks.acquire()?.pointer, first?.pointer);
  t.is(blocks.acquire(), undefined, 'it was given back only once');
});

test('a block is what the kernels see at its pointer', async (t) => {
  const core = await createOwnedCore(4);
  const block = createTextBlocks(core, 1, BYTES).acquire();
  core.bytes[(block?.pointer ?? 0) + BYTES - 1] = 7;
  t.is(block?.bytes.at(-1), 7);
});

test('where the core’s memory has no room there are fewer blocks', async (t) => {
  const core = await createOwnedCore(1);
  const blocks = createTextBlocks(core, 4, BYTES);
  t.truthy(blocks.acquire());
  t.is(blocks.acquire(), undefined);
});
