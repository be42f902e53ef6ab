import { type Arena, createArena } from './arena.js';
import { checkWhole } from './arguments.js';
import { compileCore, instantiateCore, type Kernels, type WasmMemory, type WasmModule } from './module.js';
import { type Layout, readLayout } from './layout.js';
import { takesShared } from './program/unshared.js';

/**
 * An instance of the WebAssembly module, and the memory that it works in. A shared memory has an instance in each
 * thread.
 */
export interface CoreInstance {
  readonly kernels: Kernels;
  readonly layout: Layout;
  readonly memory: WasmMemory;
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

/** An instance that can allocate: its arena is the memory or, for an attached core, a part of it. */
export interface OwnedCore extends CoreInstance {
  readonly module: WasmModule;
  readonly arena: Arena;
  /** Bytes of each array that was allocated for the caller and is not freed yet, by its pointer. */
  readonly lent: Map<number, number>;
}

const PAGES_PER_MEGABYTE = 16;
/** Most memory that wasm32 can address. */
export const MAX_MEGABYTES = 4096;

interface MemoryOptions {
  /** Memory to use: a shared one that nothing else uses. If absent, a memory is made, and `shared` tells its kind. */
  memory?: WasmMemory | undefined;
  /** Whether the memory that is made is shared. By default it is of the kind that the program is compiled for. */
  shared?: boolean | undefined;
}

/**
 * Makes a core that owns its memory, by default a shared one. The whole memory is reserved at once: it never grows, so
 * typed arrays over it stay valid. The operating system backs only the pages that were written to.
 *
 * @param wasm see `compileCore`
 * @throws the errors of `compileCore`, TypeError if the program is compiled for another kind of memory, RangeError if
 *   `megabytes` of a new memory are no whole number from 1 to 4096
 */
export async function createOwnedCore(
  megabytes: number,
  wasm?: unknown,
  { memory: given, shared }: MemoryOptions = { shared: true },
): Promise<OwnedCore> {
  const wanted = given === undefined ? shared : true;
  const module = await compileCore(wasm, wanted ?? false);
  const takes = takesShared(module);
  if ((wanted ?? takes) !== takes) {
    throw new TypeError(`wasm: the module is compiled for a memory that is ${takes ? '' : 'not '}shared`);
  }
  const memory = given ?? reserve(megabytes, takes);
  const instance = attachInstance(module, memory);
  const arena = createArena(instance.layout.HEAP_BASE, memory.buffer.byteLength);
  return { ...instance, module, arena, lent: new Map() };
}

function reserve(megabytes: number, shared: boolean): WasmMemory {
  checkWhole('maxMegabytes', megabytes, 1, MAX_MEGABYTES);
  const pages = megabytes * PAGES_PER_MEGABYTE;
  return new WebAssembly.Memory({ initial: pages, maximum: pages, shared });
}

/** Makes an instance of a compiled module over an existing memory. */
export function attachInstance(module: WasmModule, memory: WasmMemory): CoreInstance {
  const exports = instantiateCore(module, memory);
  return {
    kernels: exports,
    layout: readLayout(exports),
    memory,
    bytes: new Uint8Array(memory.buffer),
    view: new DataView(memory.buffer),
  };
}
