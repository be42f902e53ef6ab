import { readFile } from 'node:fs/promises';

/** Kernels with assertions: one that fails throws a WebAssembly.RuntimeError. scripts/runTests.ts builds them. */
export const debugCore = await WebAssembly.compile(
  await readFile(new URL('../../dist/core.debug.wasm', import.meta.url)),
);
