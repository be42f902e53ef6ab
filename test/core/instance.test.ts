import test from 'ava';
import { attachInstance, createOwnedCore } from '../../src/core/instance.js';
import { compileCore } from '../../src/core/module.js';

test('the module imports nothing but its memory', async (t) => {
  const module = await compileCore();
  t.deepEqual(WebAssembly.Module.imports(module), [{ module: 'env', name: 'memory', kind: 'memory' }]);
});

test('instances share the memory, and the host hands out nothing of what the module placed there', async (t) => {
  const core = await createOwnedCore(1);
  const other = attachInstance(core.module, core.memory);
  const pointer = core.arena.allocate(128) ?? 0;
  t.true(pointer >= core.layout.CRC_TABLES + core.kernels.crcTablesBytes());
  core.kernels.writeSite(pointer, 0.5, 1, 0);
  t.is(other.view.getFloat64(pointer, true), core.view.getFloat64(pointer, true));
  t.not(other.view.getFloat64(pointer, true), 0);
});

test('a memory that wasm cannot address is refused', async (t) => {
  for (const megabytes of [0, 1.5, 4097, Number.NaN]) {
    await t.throwsAsync(createOwnedCore(megabytes), { instanceOf: RangeError, message: /from 1 to 4096/ });
  }
});
