/** The embeddable core: HEALPix cells, SGP4 and interference intensities without server or database. */
import { createArena } from './arena.js';
import { checkObject, optionsOf, unfit } from './arguments.js';
import { type CoreArrays, createCoreArrays } from './coreArrays.js';
import type { MeanElements } from './elements.js';
import type { Healpix, Scheme } from './healpix/api.js';
import { createStage, type Stage } from './healpix/batch.js';
import { createHealpix } from './healpix/grid.js';
import { attachInstance, createOwnedCore, type OwnedCore } from './instance.js';
import type { WasmMemory, WasmModule } from './module.js';
import type { Orbits } from './orbits/api.js';
import { createOrbits } from './orbits/orbits.js';
import { openWindow } from './window/openWindow.js';
import type { CoreWindow, CoreWindowOptions } from './window/api.js';

export type { ArrayOf, ArrayType, CoreArrays } from './coreArrays.js';
export type { MeanElements } from './elements.js';
export type { Cells, Healpix, Points, Scheme } from './healpix/api.js';
export type { WasmMemory, WasmModule } from './module.js';
export type { OccupancyOptions } from './window/occupancy.js';
export type {
  LookAngles,
  Orbits,
  Places,
  PropagateOptions,
  Satellites,
  Site,
  SitePass,
  States,
  Statuses,
  TimesUs,
} from './orbits/api.js';
export type { HorizonMask } from './horizonMask.js';
export { cellCount, cellResolutionDeg } from './healpix.js';
export type { CorePlace, CoreSatellite, CoreWindow, CoreWindowOptions, LatLon, PlaceWeek } from './window/api.js';
export { propagationError } from './status.js';

/**
 * HEALPix, orbits and windows over one WebAssembly memory. All calls are synchronous and run on the calling thread. An
 * argument out of range throws a RangeError with its name, its value and the allowed range. A misspelt option, an array
 * whose memory was transferred away and, as a rule, an argument of another type throw a TypeError.
 */
export interface Core extends CoreArrays {
  /** The compiled program: for `attachCore` in another thread, or for the option `wasm` of another core. */
  readonly module: WasmModule;
  /** The memory of the core. If it is shared, the cores that attach to it use it too. */
  readonly memory: WasmMemory;
  /** A HEALPix grid, NESTED by default. RangeError for an nside that is not a power of two from 1 to 8192. */
  healpix(nside: number, scheme?: Scheme): Healpix;
  /**
   * Prepares satellites for propagation. They take 384 bytes of the memory each, 1,344 in deep space (225 minutes and
   * more). RangeError that names the first element that is not a finite number, or when the memory is too small.
   */
  orbits(elements: readonly MeanElements[]): Orbits;
  /**
   * Opens a window: it tells which satellites cover which cell in which minute. A week takes about 1.5 kB of the memory
   * a satellite, 20 kB in deep space. RangeError that names the option out of range, with the index of the satellite,
   * or when the memory is too small.
   */
  openWindow(options: CoreWindowOptions): CoreWindow;
}

const DEFAULT_MEGABYTES = 256;
const LEAST_MEMORY_BYTES = 2 ** 21;
const LEAST_ROOM_BYTES = 2 ** 20;

/** Options of a core: its program and its memory. */
export interface CoreOptions {
  /**
   * The WebAssembly program: a `WebAssembly.Module`, its bytes, a `Response` or `Blob` with them, a `URL`, an address,
   * or in Node a path; or a promise of one of these. By default it is loaded from beside this package's modules.
   */
  wasm?: string | object;
  /** A shared `WebAssembly.Memory` of 2 MB at least that nothing else writes to; one is made by default. */
  memory?: WasmMemory;
  /**
   * Whether other threads can attach to the memory that is made. By default only if `wasm` is a Module compiled for a
   * shared memory, as copying ordinary arrays to and from a shared memory takes several times as long.
   */
  shared?: boolean;
  /** Size in megabytes of the memory that is made, for all windows and arrays together: 1 to 4096; 256 by default. */
  maxMegabytes?: number;
}

/**
 * Makes a core with a memory of its own. RangeError or TypeError for options out of range; Error if the program cannot
 * be loaded.
 */
export async function createCore(options: CoreOptions = {}): Promise<Core> {
  const known = optionsOf(options, ['wasm', 'memory', 'shared', 'maxMegabytes']);
  const { maxMegabytes = DEFAULT_MEGABYTES, wasm, ...memory } = known;
  if (typeof (known.shared ?? true) !== 'boolean') throw unfit('shared', known.shared, 'true or false');
  if (memory.memory !== undefined) checkMemory(memory.memory);
  return coreOf(await createOwnedCore(maxMegabytes, wasm, memory));
}

/**
 * Makes a core, in another thread, over the shared memory of an existing core. It is synchronous, as the program is
 * compiled already. The core allocates in `room` only; it reads and writes arrays anywhere in the memory in place,
 * whichever core has allocated them. RangeError or TypeError for arguments that do not fit.
 *
 * @param module `module` of the core that owns the memory, made by `createCore({ shared: true })`
 * @param memory its `memory`
 * @param room bytes that the owner has allocated for this thread alone, 1 MB or more: `core.allocate(Uint8Array, 2 **
 * 22)`
 */
export function attachCore(module: WasmModule, memory: WasmMemory, room: Uint8Array): Core {
  checkMemory(memory);
  if (!(room instanceof Uint8Array)) throw unfit('room', room, 'a Uint8Array');
  if (room.buffer.byteLength !== memory.buffer.byteLength || room.byteLength < LEAST_ROOM_BYTES) {
    throw new RangeError(
      `room of ${room.byteLength} bytes: ${LEAST_ROOM_BYTES} or more of the memory are needed, from the owner's allocate`,
    );
  }
  const arena = createArena(room.byteOffset, room.byteOffset + room.byteLength);
  return coreOf({ ...attachInstance(module, memory), module, arena, lent: new Map() });
}

function checkMemory(memory: WasmMemory): void {
  checkObject('memory', memory, 'a shared WebAssembly.Memory');
  const { buffer } = memory;
  const isShared = Object.prototype.toString.call(buffer) === '[object SharedArrayBuffer]';
  if (!isShared)
    throw new TypeError('memory: a shared WebAssembly.Memory is needed, as of createCore({ shared: true })');
  if (buffer.byteLength >= LEAST_MEMORY_BYTES) return;
  throw new RangeError(`memory of ${buffer.byteLength} bytes: ${LEAST_MEMORY_BYTES} or more are needed`);
}

function coreOf(core: OwnedCore): Core {
  let stage: Stage | undefined;
  return {
    module: core.module,
    memory: core.memory,
    healpix: (nside, scheme = 'nested') => createHealpix((stage ??= createStage(core)), nside, scheme),
    ...createCoreArrays(core),
    orbits: (elements) => createOrbits(core, elements),
    openWindow: (window) => openWindow(core, window),
  };
}
