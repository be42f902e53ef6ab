import test from 'ava';
import { attachCore, createCore } from '../../src/core/index.js';

const core = await createCore({ maxMegabytes: 4 });

test('an attached core keeps to its room, and works on arrays of the other', (t) => {
  const room = core.allocate(Uint8Array, 2 ** 20);
  const other = attachCore(core.module, core.memory, room);
  const points = core.allocate(Float64Array, 2);
  points.set([13.405, 52.52]);
  const cells = other.allocate(Int32Array, 1);
  t.true(cells.byteOffset >= room.byteOffset && cells.byteOffset < room.byteOffset + room.byteLength);
  other.healpix(64).lonLat2pix(points, cells);
  t.is(cells[0], core.healpix(64).lonLat2pix(13.405, 52.52));
  t.throws(() => other.allocate(Uint8Array, 2 ** 20), { instanceOf: RangeError, message: /no room for 1048576/ });
  core.free(points);
  core.free(room);
});

test('a memory or a room that cannot be is refused', async (t) => {
  const unshared = { buffer: new ArrayBuffer(2 ** 22) };
  const small = new WebAssembly.Memory({ initial: 16, maximum: 16, shared: true });
  await t.throwsAsync(createCore({ memory: unshared }), {
    instanceOf: TypeError,
    message: /a shared WebAssembly.Memory/,
  });
  await t.throwsAsync(createCore({ memory: small }), {
    instanceOf: RangeError,
    message: 'memory of 1048576 bytes: 2097152 or more are needed',
  });
  const room = core.allocate(Uint8Array, 2 ** 20 - 1);
  t.throws(() => attachCore(core.module, core.memory, room), {
    instanceOf: RangeError,
    message: /^room of 1048575 bytes/,
  });
  t.throws(() => attachCore(core.module, core.memory, new Uint8Array(2 ** 20)), { instanceOf: RangeError });
  core.free(room);
});
