import { readFile } from 'node:fs/promises';

/** Exported kernels: pointers are byte offsets into the shared memory, angles radians, lengths kilometres. */
export interface Kernels {
  gmst82(tUs: number): number;
}

/** The compiled core: a `WebAssembly.Module` can be handed to worker threads as it is. */
export async function compileCore(): Promise<WebAssembly.Module> {
  const file = new URL('../../dist/core.wasm', import.meta.url);
  return WebAssembly.compile(await readFile(file));
}

/** One instance over the given memory; instances share nothing but the memory. */
export function instantiateCore(module: WebAssembly.Module, memory: WebAssembly.Memory): Kernels {
  return new WebAssembly.Instance(module, { env: { memory } }).exports as unknown as Kernels;
}
