import { unsharedProgram } from './program/unshared.js';
import { bytesOf } from './program/wasmSource.js';

/** A `WebAssembly.Module`: its own type needs the DOM's. */
export type WasmModule = object;

/** A `WebAssembly.Memory`: its own type needs the DOM's. */
export interface WasmMemory {
  /** Its bytes: an ArrayBuffer, or a SharedArrayBuffer that other threads may hold too. */
  readonly buffer: ArrayBufferLike;
}

/** Exported kernels: pointers are byte offsets into the shared memory, angles radians, lengths kilometres. */
export interface Kernels {
  gmst82(tUs: number): number;
  /** HEALPix: nside a power of two from 1 to 8192, ipix one of its cells. */
  ang2pixNest(nside: number, lonRad: number, latRad: number): number;
  nest2ring(nside: number, ipix: number): number;
  ring2nest(nside: number, ipix: number): number;
  /** Longitude and latitude of a NESTED cell's centre to `out`: two f64. */
  pix2angNest(nside: number, ipix: number, out: number): void;
  /**
   * Batches of assembly/healpix: `ring` is 1 for RING numbers and 0 for NESTED ones, points are pairs of degrees. They return
   * the index of the first item that is not valid, or -1.
   */
  cellsOfPoints(nside: number, ring: number, points: number, count: number, out: number): number;
  centresOfCells(nside: number, ring: number, cells: number, count: number, out: number): number;
  renumberCells(nside: number, ring: number, toRing: number, cells: number, count: number, out: number): number;
  neighboursOfCells(nside: number, ring: number, cells: number, count: number, out: number): number;
  boundariesOfCells(nside: number, ring: number, step: number, cells: number, count: number, out: number): number;
  /** Ranges of NESTED cells, pairs of i32: returns how many there are, more than `capacity` where they do not fit. */
  discRanges(
    order: number,
    lonDeg: number,
    latDeg: number,
    radiusDeg: number,
    inclusive: number,
    work: number,
    out: number,
    capacity: number,
  ): number;
  discWorkBytes(): number;
  writeSite(site: number, latRad: number, lonRad: number, heightKm: number): void;
  /** Site of the centre of a NESTED cell. */
  writeCellSite(site: number, nside: number, ipix: number): void;
  ringTableBytes(nside: number): number;
  fillRingTable(nside: number, rings: number): void;
  /** Bytes from a map's start to its entry of a NESTED cell. */
  cellOffset(rings: number, ipix: number): number;
  /** One position; `footprint`: FOOTPRINT_BYTES, and SITE_BYTES behind them. */
  writeFootprint(footprint: number, rings: number, position: number, sinMinElevation: number): void;
  /** `ring`: record of the ring table; out: pairs of i32 (first, last cell), 4 bytes per cell of the ring. */
  ringRuns(footprint: number, ring: number, out: number): number;
  /** RING numbers, i32 each, to `out` unless it is 0; returns how many. */
  footprintCells(footprint: number, out: number): number;
  positionsBytes(count: number): number;
  /** Positions are NaN before epochPositions. */
  openPositions(window: number, positions: number): void;
  /** Satellites [from, to), NaN where one fails; returns how many do. */
  epochPositions(window: number, k: number, from: number, to: number, scratch: number, positions: number): number;
  /** `indexes`: u32, `strideBytes` apart. */
  pickPositions(positions: number, indexes: number, strideBytes: number, count: number, out: number): void;
  /** `slice`: FOOTPRINT_WORK_BYTES, with its record (records/sweepRecord.ts); `number`: of the map; `around`: a satellite's number, or -1. */
  addFootprints(slice: number, number: number, positions: number, from: number, to: number, around: number): void;
  /** Map of addFootprints, by f64 alone. */
  addFootprintsExactly(rings: number, positions: number, from: number, to: number, map: number, scratch: number): void;
  clearMap(rings: number, map: number): void;
  sumRings(rings: number, map: number): void;
  /** All cells of a map of sums, u16 each, in the order of their NESTED numbers (1) or RING ones (0). */
  writeCells(rings: number, map: number, nested: number, out: number): void;
  /** Leaves a satellite's footprint in a map of sums, less `own`; `work`: the longest row. */
  keepCovered(
    rings: number,
    positions: number,
    index: number,
    map: number,
    own: number,
    scratch: number,
    work: number,
  ): void;
  sumWorkBytes(rings: number, groups: number, setCount: number): number;
  /** `plan`: a record of records/sweepRecord.ts. */
  sumGroups(plan: number): void;
  countCovered(plan: number): void;
  countAll(rings: number, positions: number, index: number, scratch: number): number;
  /** Bytes of a list of listCovered. */
  cellListBytes(nside: number): number;
  /** Returns how many cells it listed. */
  listCovered(rings: number, positions: number, index: number, sum: number, scratch: number, list: number): number;
  boundSatellites(window: number, from: number, to: number, scratch: number): void;
  /** Fits the ephemerides of satellites [from, to), so that counting by site finds them ready. */
  fitEphemerides(window: number, from: number, to: number, scratch: number): void;
  nearEphemerisBytes(): number;
  deepEphemerisBytes(epochs: number): number;
  tableBytes(epochs: number): number;
  fillInstants(window: number): void;
  keepWindowSteps(window: number, scratch: number): void;
  surveyFailures(window: number, from: number, to: number, step: number, scratch: number, out: number): void;
  writeEphemeris(window: number, index: number, from: number, to: number, scratch: number, out: number): number;
  coverEphemeris(site: number, sinMinElevation: number, positions: number, count: number, bitmap: number): number;
  coverTracked(window: number, index: number, site: number, from: number, to: number, slot: number): number;
  /** Coverage at all epochs, into the slot's `coverage`. */
  coverWindow(window: number, index: number, site: number, slot: number): void;
  /** Epochs [from, to) of the slot's `coverage`, into its `covered`. */
  coverRange(window: number, from: number, to: number, slot: number): void;
  /** The slow twin of coverTracked. */
  coverAhead(window: number, index: number, site: number, from: number, to: number, slot: number): number;
  fillSeries(window: number, series: number, bands: number, slot: number): number;
  scanSeries(window: number, series: number, bands: number, slot: number): number;
  /** Returns -1 where the series lacks something. */
  sumAt(window: number, series: number, bands: number, epoch: number): number;
  /** Steps of fillSeries that threads share: see assembly/series/fill.ts. */
  openFill(window: number, series: number, bands: number, slot: number): void;
  /** `work`: WORK_BYTES; `most`: portions. */
  countFill(window: number, series: number, bands: number, slot: number, work: number, most: number): number;
  closeFill(window: number, series: number, bands: number, slot: number): void;
  /** Returns how many look records it wrote at `query` + LOOK_QUERY_LOOKS, 0 where the tracked satellite cannot be propagated. */
  lookAround(query: number): number;
  openEncounters(query: number): void;
  /** Returns how many encounter records it wrote at `query` + ENCOUNTER_QUERY_ENCOUNTERS; below 0 where the slot was cancelled. */
  findEncounters(query: number, slot: number): number;
  /** Returns how many pass records it wrote at `query` + PASS_QUERY_PASSES; below 0 where the slot was cancelled. */
  findPasses(query: number, slot: number): number;
  /** `ranges`: epochs [from, to) as two u16, of which none is empty; returns the bytes that it wrote. */
  emitTimeseries(startUs: number, values: number, ranges: number, count: number, out: number): number;
  /** Returns the bytes that it wrote to `deflate` + DEFLATE_OUT, 0 where they do not fit; of the text, length and CRC-32 in `deflate`. */
  deflateTimeseries(startUs: number, values: number, ranges: number, count: number, deflate: number): number;
  /**
   * JSON text of the cells [skip, skip + take) of a list, each with a comma before; `firstId`: id of cell 0. `ends`:
   * u32 each. Returns the bytes.
   */
  emitCells(
    list: number,
    firstId: number,
    epoch: number,
    skip: number,
    take: number,
    ends: number,
    out: number,
  ): number;
  /** `output`: CELL_OUTPUT_BYTES, with entries of emitCells, but the first `skip` bytes; returns the bytes at CELL_DEFLATE_AT. */
  deflateCells(output: number, count: number, skip: number): number;
  /** Footprint of a satellite with its intensities: see assembly/emit/packedFootprint. Returns the bytes. */
  packFootprint(rings: number, positions: number, index: number, sum: number, scratch: number, out: number): number;
  /** Most bytes of packFootprint. */
  footprintBytes(rings: number, positions: number, index: number, scratch: number): number;
  emitCellSeries(startUs: number, values: number, from: number, to: number, out: number): number;
  /** Returns the bytes that it wrote to `deflate` + DEFLATE_OUT; 0 where they do not fit. */
  deflateCellSeries(values: number, from: number, to: number, text: number, deflate: number): number;
  /** Writes the tables of codes at CODES: once for a memory, before anything is coded. */
  fillCodes(): void;
  /** Writes the tables of CRC-32 at CRC_TABLES: once for a memory, before a text is deflated. */
  fillCrcTables(): void;
  crcTablesBytes(): number;
  /** Returns the bytes written to `out`, MAX_RUN_BYTES at most; rows x length up to MAX_RUN_NUMBERS. */
  encodeRows(numbers: number, strideBytes: number, rows: number, length: number, coding: number, out: number): number;
  /** Returns the bytes read, or a status below 0. */
  decodeRows(
    run: number,
    end: number,
    numbers: number,
    strideBytes: number,
    rows: number,
    length: number,
    coding: number,
  ): number;
  copyRows(from: number, to: number, rows: number, rowBytes: number, toStrideBytes: number): void;
  bitmapBytes(epochs: number): number;
  rowBytes(epochs: number): number;
  seriesBytes(groups: number, epochs: number): number;
  nearRecordBytes(): number;
  deepRecordBytes(): number;
  /** 1 or 0. */
  isDeepSpace(noKozaiRadPerMin: number, ecco: number, incloRad: number): number;
  /** `elements`: ELEMENTS_BYTES. */
  sgp4Init(record: number, elements: number, scratch: number): number;
  /** `out`: ORBIT_BYTES, the state in front. */
  sgp4Teme(record: number, tsinceMin: number, out: number): number;
  sgp4Fixed(record: number, instant: number, out: number): number;
  /** `times`: f64 each; `out`: INSTANT_BYTES each. Returns the index of the first time that is not finite, or -1. */
  writeInstants(times: number, count: number, turning: number, out: number): number;
  /** `query`: PROPAGATION_BYTES. */
  propagateOrbits(query: number): void;
  /**
   * Two records of the same class; velocity: 1 or 0. Returns the status of `a`, and that of `b` times 256; writes x, x,
   * y, y, z, z to the front of the scratch, velocities behind.
   */
  fixedPair(a: number, b: number, atA: number, atB: number, velocity: number, scratch: number): number;
}

/**
 * Compiled core: a `WebAssembly.Module` can be handed to worker threads as it is. It lies beside this package's modules
 * unless `source` says otherwise.
 *
 * @param shared whether it is for a shared memory; ignored where `source` is compiled already
 */
export async function compileCore(source?: unknown, shared = true): Promise<WasmModule> {
  // Bundlers know this form, and carry the file along.
  const given = (await source) ?? new URL('../../dist/core.wasm', import.meta.url);
  if (given instanceof WebAssembly.Module) return given;
  const bytes = await bytesOf(given);
  return WebAssembly.compile(shared ? bytes : unsharedProgram(bytes));
}

/** One instance over the given memory; instances share nothing but the memory. */
export function instantiateCore(module: WasmModule, memory: WasmMemory): Kernels {
  return new WebAssembly.Instance(module as WebAssembly.Module, { env: { memory } }).exports as unknown as Kernels;
}
