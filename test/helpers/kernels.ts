import { compileCore, instantiateCore, type Kernels } from '../../src/core/module.js';

const PAGE = 65_536;
const module = await compileCore();

/** The raw kernels over a memory of their own, with a bump allocator for the test's operands. */
export function kernels(megabytes = 16): {
  core: Kernels;
  memory: WebAssembly.Memory;
  alloc: (bytes: number) => number;
  f64: (pointer: number, length: number) => Float64Array;
  i32: (pointer: number, length: number) => Int32Array;
} {
  const pages = megabytes * 16;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  let next = 16 * PAGE;
  return {
    core: instantiateCore(module, memory),
    memory,
    alloc: (bytes) => {
      const pointer = next;
      next += Math.ceil(bytes / 64) * 64;
      if (next > memory.buffer.byteLength) throw new RangeError(`${bytes} bytes do not fit into ${megabytes} MB`);
      return pointer;
    },
    f64: (pointer, length) => new Float64Array(memory.buffer, pointer, length),
    i32: (pointer, length) => new Int32Array(memory.buffer, pointer, length),
  };
}
