import test from 'ava';
import { attachCore, createCore } from '../../src/core/index.js';

const core = await createCore({ maxMegabytes: 4, shared: true });

test('an attached core stays within its part of the memory, and works on arrays of the other core', (t) => {
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

test('a core keeps its memory to itself unless it is to be shared, and answers alike', async (t) => {
  const own = await createCore({ maxMegabytes: 4 });
  t.true(own.memory.buffer instanceof ArrayBuffer);
  t.true(core.memory.buffer instanceof SharedArrayBuffer);
  const points = Float64Array.from({ length: 20_000 }, (_, i) => (i % 2 === 0 ? i / 7 : 90 * Math.sin(i)));
  t.deepEqual(own.healpix(64).lonLat2pix(points), core.healpix(64).lonLat2pix(points));
  t.throws(() => attachCore(own.module, own.memory, own.allocate(Uint8Array, 2 ** 20)), {
    instanceOf: TypeError,
    message: /shared WebAssembly.Memory is needed, as of createCore\(\{ shared: true \}\)/,
  });
});

test('a compiled module is for one kind of memory, and says which', async (t) => {
  const own = await createCore({ maxMegabytes: 4 });
  const again = await createCore({ maxMegabytes: 4, wasm: own.module });
  t.true(again.memory.buffer instanceof ArrayBuffer);
  const shared = await createCore({ maxMegabytes: 4, wasm: core.module });
  t.true(shared.memory.buffer instanceof SharedArrayBuffer);
  const wrong = [
    { wasm: own.module, shared: true, message: 'wasm: the module is compiled for a memory that is not shared' },
    { wasm: core.module, shared: false, message: 'wasm: the module is compiled for a memory that is shared' },
  ];
  for (const { message, ...options } of wrong) {
    await t.throwsAsync(createCore({ maxMegabytes: 4, ...options }), { instanceOf: TypeError, message });
  }
  const other = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0);
  await t.throwsAsync(createCore({ wasm: other }), { message: /asks for no shared memory/ });
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
  for (const maxMegabytes of [0, 1.5, 4097, Number.NaN]) {
    await t.throwsAsync(createCore({ maxMegabytes }), { instanceOf: RangeError, message: /from 1 to 4096/ });
  }
  const message = 'shared "x": true or false is needed';
  await t.throwsAsync(createCore({ shared: 'x' as never }), { instanceOf: TypeError, message });
  const room = core.allocate(Uint8Array, 2 ** 20 - 1);
  t.throws(() => attachCore(core.module, core.memory, room), {
    instanceOf: RangeError,
    message: /^room of 1048575 bytes/,
  });
  t.throws(() => attachCore(core.module, core.memory, new Uint8Array(2 ** 20)), { instanceOf: RangeError });
  t.throws(() => attachCore(core.module, core.memory, {} as never), { message: 'room Object: a Uint8Array is needed' });
  core.free(room);
});
