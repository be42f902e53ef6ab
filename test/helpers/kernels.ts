import { readFile } from 'node:fs/promises';
import type { MeanElements } from '../../src/core/elements.js';
import { type Layout, readLayout } from '../../src/core/layout.js';
import { instantiateCore, type Kernels } from '../../src/core/module.js';
import { initRecord } from '../../src/core/records/satelliteRecord.js';

const PAGE = 65_536;

/** Kernels with assertions: one that fails throws a WebAssembly.RuntimeError. scripts/runTests.ts builds them. */
export const debugCore = await WebAssembly.compile(
  await readFile(new URL('../../dist/core.debug.wasm', import.meta.url)),
);

/** Instantiates the kernels over a new memory, with functions to allocate (never freed) and to read operands. */
export function kernels(
  megabytes = 16,
  module = debugCore,
): {
  core: Kernels;
  layout: Layout;
  memory: WebAssembly.Memory;
  alloc: (bytes: number) => number;
  f64: (pointer: number, length: number) => Float64Array;
  i32: (pointer: number, length: number) => Int32Array;
  /** Writes the record of a satellite; returns its status. */
  init: (record: number, elements: MeanElements) => number;
} {
  const pages = megabytes * 16;
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const core = instantiateCore(module, memory);
  const layout = readLayout(core);
  const view = new DataView(memory.buffer);
  let next = 16 * PAGE;
  const alloc = (bytes: number): number => {
    const pointer = next;
    next += Math.ceil(bytes / 64) * 64;
    if (next > memory.buffer.byteLength) throw new RangeError(`${bytes} bytes do not fit into ${megabytes} MB`);
    return pointer;
  };
  const scratch = alloc(layout.SCRATCH_BYTES + layout.ELEMENTS_BYTES);
  return {
    core,
    layout,
    memory,
    alloc,
    f64: (pointer, length) => new Float64Array(memory.buffer, pointer, length),
    i32: (pointer, length) => new Int32Array(memory.buffer, pointer, length),
    init: (record, elements) => initRecord({ kernels: core, layout, view }, record, elements, scratch),
  };
}
