import { type Arena, createArena } from './arena.js';
import { compileCore, instantiateCore, type Kernels } from './module.js';
import { type Layout, readLayout } from './layout.js';

/** Kernels over one shared memory. Every thread has an instance of its own; the memory is common to all. */
export interface CoreInstance {
  readonly kernels: Kernels;
  readonly layout: Layout;
  readonly memory: WebAssembly.Memory;
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** The instance of the thread that owns the memory: the only one that hands out blocks of it. */
export interface OwnedCore extends CoreInstance {
  readonly module: WebAssembly.Module;
  readonly arena: Arena;
}

const PAGE_BYTES = 65_536;
const PAGES_PER_MEGABYTE = 16;
/** Room for the tables of codes and of CRC-32, beside the megabytes that the caller asks for. */
const TABLES_PAGES = 11;
/** wasm32 addresses no more. */
const MAX_MEGABYTES = 4096;

/**
 * A core with a memory of its own. The whole memory is reserved at once, so that no view of it ever goes stale; the
 * operating system backs only the pages that were written to. `compiled`: in place of the released kernels.
 */
export async function createOwnedCore(megabytes: number, compiled?: WebAssembly.Module): Promise<OwnedCore> {
  if (!Number.isInteger(megabytes) || megabytes < 1 || megabytes > MAX_MEGABYTES) {
    throw new RangeError(`memory of ${megabytes} MB: a whole number from 1 to ${MAX_MEGABYTES} is needed`);
  }
  const module = compiled ?? (await compileCore());
  const pages = Math.min(megabytes * PAGES_PER_MEGABYTE + TABLES_PAGES, MAX_MEGABYTES * PAGES_PER_MEGABYTE);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages, shared: true });
  const instance = attachCore(module, memory);
  const { kernels, layout } = instance;
  kernels.fillCodes();
  kernels.fillCrcTables();
  const arena = createArena(layout.CRC_TABLES + kernels.crcTablesBytes(), pages * PAGE_BYTES);
  return { ...instance, module, arena };
}

/** An instance over a memory that another thread owns. */
export function attachCore(module: WebAssembly.Module, memory: WebAssembly.Memory): CoreInstance {
  const exports = instantiateCore(module, memory);
  return {
    kernels: exports,
    layout: readLayout(exports),
    memory,
    bytes: new Uint8Array(memory.buffer),
    view: new DataView(memory.buffer),
  };
}
