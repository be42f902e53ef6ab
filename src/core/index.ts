/** The embeddable core: HEALPix cells, SGP4 and interference intensities without server or database. */
import { DEFAULT_MIN_ELEVATION_DEG, DEFAULT_NSIDE, EPOCH_MS, MIN_ELEVATION_RANGE_DEG, WINDOW_EPOCHS } from '../spec.js';
import { createArena } from './arena.js';
import { type CoreArrays, createCoreArrays } from './coreArrays.js';
import { checkElements, type MeanElements } from './elements.js';
import type { CellForms, CellsOf, Healpix, Scheme } from './healpix/api.js';
import { createStage, type Stage } from './healpix/batch.js';
import { createHealpix } from './healpix/healpix.js';
import { createMocs } from './healpix/moc.js';
import type { Mocs } from './healpix/mocApi.js';
import { cellCentre, cellOf } from './healpix.js';
import { attachInstance, createOwnedCore, type OwnedCore } from './instance.js';
import type { WasmMemory, WasmModule } from './module.js';
import type { Orbits } from './orbits/api.js';
import { createOrbits } from './orbits/orbits.js';
import { seriesBytes, writeSeries } from './records/seriesRecord.js';
import { writeSlot } from './records/slotRecord.js';
import type { WindowSatellite } from './records/windowOrder.js';
import { type WindowRecord, writeWindow } from './records/windowRecord.js';
import { withScratch } from './withScratch.js';

export type { ArrayOf, ArrayType, CoreArrays } from './coreArrays.js';
export type { MeanElements } from './elements.js';
export type {
  Cell,
  CellArray,
  CellForms,
  Cells,
  CellsOf,
  FormOf,
  Healpix,
  Interpolation,
  Numbers,
  PointsAs,
  Scheme,
} from './healpix/api.js';
export type { Moc, Mocs } from './healpix/mocApi.js';
export type { WasmMemory, WasmModule } from './module.js';
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
export { cellCount, cellResolutionDeg } from './healpix.js';
export { propagationError } from './status.js';

/** Geodetic degrees on WGS84, longitude east. */
export interface LatLon {
  latDeg: number;
  lonDeg: number;
}

export interface CoreSatellite {
  /** Their epoch at most ten years from the window's start. */
  elements: MeanElements;
  /** Downlink bands as a mask: satellites interfere where they share a bit. All of them by default. */
  bands?: number;
  /** 0 to below 90; 10 by default. */
  minElevationDeg?: number;
}

export interface CoreWindowOptions {
  /** A whole UTC minute. */
  start: Date;
  /** Minutes, 1 to 10,080 (the default, a week). */
  epochCount?: number;
  /** A power of two from 1 to 8192; 64 by default. */
  nside?: number;
  satellites: readonly CoreSatellite[];
}

/** One satellite over one place; one entry per minute from the window's start. */
export interface PlaceWeek {
  ipix: number;
  /** 1 where the satellite stands at or above its minimum elevation, seen from the cell's centre. */
  covered: Uint8Array;
  /** How many others do so too and share a band with it; 0 where it is not covered. */
  intensity: Uint16Array;
}

export interface CoreWindow {
  readonly epochCount: number;
  readonly nside: number;
  /** Earth-fixed x, y, z in km, minute by minute; NaN where the satellite cannot be propagated. */
  ephemeris(satellite: number): Float64Array;
  /** @param satellite index into the window's satellites; @param bands only these (default: any that it transmits in) */
  week(satellite: number, place: LatLon, bands?: number): PlaceWeek;
  /** Gives its memory back; the window cannot be used afterwards. May be called more than once. */
  close(): void;
}

export interface Core extends CoreArrays {
  /** The compiled program, for `attachCore` in another thread. */
  readonly module: WasmModule;
  /** The shared memory of the core and of all that attach to it. */
  readonly memory: WasmMemory;
  /**
   * A HEALPix grid: nside a power of two to 2^29, NESTED unless `scheme` is 'ring'. Its cells are numbers of Int32Array to
   * nside 8192, of Float64Array to 2^24, of BigUint64Array above. RangeError for an nside out of range.
   */
  healpix<N extends number>(nside: N, scheme?: Scheme): Healpix<CellsOf<N>>;
  /** @param cells the arrays that it takes and gives, for an nside that is known only later; RangeError where they do not reach */
  healpix<F extends keyof CellForms>(nside: number, scheme: Scheme, cells: F): Healpix<CellForms[F]>;
  /** Multi-order coverage maps: made of numbers, JSON or FITS. */
  readonly mocs: Mocs;
  /**
   * Satellites to propagate. RangeError that names the first element that is no finite number, or when the memory is too small: some 500
   * bytes each, 1,500 in deep space (225 minutes and more).
   */
  orbits(elements: readonly MeanElements[]): Orbits;
  /** NESTED cells of places. RangeError for an nside, latitude or longitude out of range. */
  cellsOf(nside: number, places: readonly LatLon[]): Int32Array;
  /** Centre of a NESTED cell, longitude 0 to below 360. */
  centreOf(nside: number, ipix: number): LatLon;
  /** RangeError for options out of range, or when the memory is too small for the window. */
  openWindow(options: CoreWindowOptions): CoreWindow;
}

const DEFAULT_MEGABYTES = 256;
const LEAST_MEMORY_BYTES = 2 ** 21;
const LEAST_ROOM_BYTES = 2 ** 20;
const ALL_BANDS = 0xffff_ffff;
/** SDP4 steps from the epoch in half-days: after a slip in the unit it would go on for ever. */
const MAX_AGE_DAYS = 3653;
const US_PER_DAY = 86_400e6;

export interface CoreOptions {
  /**
   * The program, where it is not to be loaded from beside this package's modules: a `WebAssembly.Module`, its bytes, a
   * `Response` or `Blob` with them, a `URL`, an address, or in Node a path; or a promise of one.
   */
  wasm?: string | object;
  /** A shared `WebAssembly.Memory` of 2 MB at least that nothing else writes to; one is made by default. */
  memory?: WasmMemory;
  /** Size of the memory that is made, for all windows and arrays together, 1 to 4096; 256 by default. */
  memoryMegabytes?: number;
}

/** Core with a memory of its own. RangeError or TypeError for options that cannot be; Error where the program cannot be loaded. */
export async function createCore(options: CoreOptions = {}): Promise<Core> {
  const { wasm, memory, memoryMegabytes = DEFAULT_MEGABYTES } = options;
  if (memory !== undefined) checkMemory(memory);
  return coreOf(await createOwnedCore(memoryMegabytes, wasm, memory));
}

/**
 * Core of another thread over the memory of one that exists. Synchronous: the program is compiled already. Whatever it
 * allocates lies in `room`; arrays of the memory, whoever allocated them, are used where they lie.
 *
 * @param module `module` of the core that owns the memory
 * @param memory its `memory`
 * @param room bytes that it has allocated for this thread alone, 1 MB or more: `core.allocate(Uint8Array, 2 ** 22)`
 */
export function attachCore(module: WasmModule, memory: WasmMemory, room: Uint8Array): Core {
  checkMemory(memory);
  if (room.buffer.byteLength !== memory.buffer.byteLength || room.byteLength < LEAST_ROOM_BYTES) {
    throw new RangeError(
      `room of ${room.byteLength} bytes: ${LEAST_ROOM_BYTES} or more of the memory are needed, from the owner's allocate`,
    );
  }
  const arena = createArena(room.byteOffset, room.byteOffset + room.byteLength);
  return coreOf({ ...attachInstance(module, memory), module, arena });
}

function checkMemory({ buffer }: WasmMemory): void {
  const isShared = Object.prototype.toString.call(buffer) === '[object SharedArrayBuffer]';
  if (!isShared) throw new TypeError('memory: a shared WebAssembly.Memory is needed ({ shared: true })');
  if (buffer.byteLength >= LEAST_MEMORY_BYTES) return;
  throw new RangeError(`memory of ${buffer.byteLength} bytes: ${LEAST_MEMORY_BYTES} or more are needed`);
}

function coreOf(core: OwnedCore): Core {
  let made: Stage | undefined;
  const stage = (): Stage => (made ??= createStage(core));
  return {
    module: core.module,
    memory: core.memory,
    healpix: (nside: number, scheme: Scheme = 'nested', form?: keyof CellForms) => {
      return createHealpix<never>(stage(), nside, scheme, form);
    },
    mocs: createMocs(stage),
    ...createCoreArrays(core),
    orbits: (elements) => createOrbits(core, elements),
    cellsOf: (nside, places) =>
      Int32Array.from(places, ({ latDeg, lonDeg }) => cellOf(core.kernels, nside, latDeg, lonDeg)),
    centreOf: (nside, ipix) =>
      withScratch(core, (scratch) => cellCentre(core.kernels, core.view, scratch, nside, ipix)),
    openWindow: (window) => openWindow(core, window),
  };
}

function openWindow(core: OwnedCore, options: CoreWindowOptions): CoreWindow {
  const { start, epochCount = WINDOW_EPOCHS, nside = DEFAULT_NSIDE, satellites } = options;
  if (!(start.getTime() % EPOCH_MS === 0)) throw new RangeError(`start ${String(start)}: a whole UTC minute is needed`);
  if (!Number.isInteger(epochCount) || epochCount < 1 || epochCount > WINDOW_EPOCHS) {
    throw new RangeError(`epochCount ${epochCount}: a whole number from 1 to ${WINDOW_EPOCHS} is needed`);
  }
  cellOf(core.kernels, nside, 0, 0);
  const startUs = start.getTime() * 1000;
  const plan = satellites.map((satellite, i) => planned(satellite, startUs, `satellites[${i}]`));
  const record = writeWindow(core, { startUs, epochCount, satellites: plan });
  if (record === undefined) throw new RangeError(`${plan.length} satellites do not fit into the core's memory`);
  let open = true;
  const find = (satellite: number): { index: number; own: number } => {
    // Its memory may belong to another window by now.
    if (!open) throw new Error('the window is closed');
    const index = record.indexOf[satellite];
    const own = plan[satellite]?.bands;
    if (index !== undefined && own !== undefined) return { index, own };
    throw new RangeError(`satellite ${satellite}: the window has ${plan.length}, numbered from 0`);
  };
  return {
    epochCount,
    nside,
    ephemeris: (satellite) => ephemerisOf(core, record, find(satellite).index, epochCount),
    week: (satellite, place, bands = ALL_BANDS) => {
      const { index, own } = find(satellite);
      return week(core, record, { index, bands: (bands & own) >>> 0, epochCount, nside }, place);
    },
    close: () => {
      if (open) record.free();
      open = false;
    },
  };
}

/** A satellite as the window takes it, at `where` among the options. @throws RangeError */
function planned(satellite: CoreSatellite, startUs: number, where: string): WindowSatellite {
  const { elements, bands = ALL_BANDS, minElevationDeg = DEFAULT_MIN_ELEVATION_DEG } = satellite;
  const { low, below } = MIN_ELEVATION_RANGE_DEG;
  if (!(minElevationDeg >= low && minElevationDeg < below)) {
    throw new RangeError(`${where}.minElevationDeg ${minElevationDeg}: ${low} to below ${below} is needed`);
  }
  checkElements(elements, `${where}.elements`);
  if (!(Math.abs(elements.epochUs - startUs) <= MAX_AGE_DAYS * US_PER_DAY)) {
    throw new RangeError(
      `${where}.elements.epochUs ${elements.epochUs}: at most ${MAX_AGE_DAYS} days from the start, ${startUs}, is needed`,
    );
  }
  return { elements, bands: bands >>> 0, minElevationDeg };
}

function ephemerisOf(core: OwnedCore, window: WindowRecord, index: number, epochCount: number): Float64Array {
  const { kernels, layout, memory } = core;
  return withScratch(
    core,
    (scratch) => {
      const out = scratch + layout.SCRATCH_BYTES;
      kernels.writeEphemeris(window.pointer, index, 0, epochCount, scratch, out);
      return new Float64Array(memory.buffer, out, 3 * epochCount).slice();
    },
    layout.SCRATCH_BYTES + 24 * epochCount,
  );
}

function week(
  core: OwnedCore,
  window: WindowRecord,
  query: { index: number; bands: number; epochCount: number; nside: number },
  place: LatLon,
): PlaceWeek {
  const { kernels, layout, memory } = core;
  const { index, bands, epochCount, nside } = query;
  const ipix = cellOf(kernels, nside, place.latDeg, place.lonDeg);
  const shape = { groupCount: window.groupCount, epochCount };
  return withScratch(
    core,
    (slot) => {
      const series = slot + layout.SLOT_TEXT;
      writeSlot(core, slot);
      writeSeries(core, series, shape, { nside, ipix });
      kernels.coverTracked(window.pointer, index, series + layout.SERIES_SITE, 0, epochCount, slot);
      const bits = new Uint8Array(memory.buffer, slot + layout.SLOT_COVERED, kernels.bitmapBytes(epochCount));
      const covered = Uint8Array.from({ length: epochCount }, (_, k) => ((bits[k >> 3] as number) >> (k & 7)) & 1);
      if (bands === 0) return { ipix, covered, intensity: new Uint16Array(epochCount) };
      kernels.fillSeries(window.pointer, series, bands, slot);
      kernels.scanSeries(window.pointer, series, bands, slot);
      const intensity = new Uint16Array(memory.buffer, slot + layout.SLOT_VALUES, epochCount).slice();
      return { ipix, covered, intensity };
    },
    layout.SLOT_TEXT + seriesBytes(core, shape.groupCount, epochCount),
  );
}
