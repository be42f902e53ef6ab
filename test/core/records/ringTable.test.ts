import test from 'ava';
import { createOwnedCore } from '../../../src/core/instance.js';
import { writeRingTable } from '../../../src/core/records/ringTable.js';
import { debugCore } from '../../helpers/kernels.js';

test('a ring table gives its memory back', async (t) => {
  const core = await createOwnedCore(1, debugCore);
  const { freeBytes } = core.arena;
  const rings = writeRingTable(core, 64);
  t.is(freeBytes - core.arena.freeBytes, core.kernels.ringTableBytes(64));
  t.true((rings?.mapBytes ?? 0) >= 2 * 12 * 64 * 64);
  rings?.free();
  t.is(core.arena.freeBytes, freeBytes);
});

test('there is none where the memory has no room for it', async (t) => {
  t.is(writeRingTable(await createOwnedCore(1, debugCore), 8192), undefined);
});

test('it says which nsides and cells there are', async (t) => {
  const core = await createOwnedCore(1, debugCore);
  for (const nside of [0, 3, -1, 1.5, 16_384, Number.NaN]) {
    t.throws(() => writeRingTable(core, nside), {
      instanceOf: RangeError,
      message: `nside ${nside} is not a power of two from 1 to 8192`,
    });
  }
  const rings = writeRingTable(core, 32);
  for (const ipix of [-1, 12_288, 0.5]) {
    t.throws(() => rings?.offsetOf(ipix), {
      instanceOf: RangeError,
      message: `ipix ${ipix} is not a whole number from 0 to 12287, the cells of nside 32`,
    });
  }
});
