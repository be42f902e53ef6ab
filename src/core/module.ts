import { unsharedProgram } from './program/unshared.js';
import { bytesOf } from './program/wasmSource.js';

/** A `WebAssembly.Module`: its own type needs the DOM's. */
export type WasmModule = object;

/** A `WebAssembly.Memory`: its own type needs the DOM's. */
export interface WasmMemory {
  /** Bytes of the memory: an ArrayBuffer, or a SharedArrayBuffer that other threads may hold too. */
  readonly buffer: ArrayBufferLike;
}

/** Exported kernels: pointers are byte offsets into the shared memory, angles radians, lengths kilometres. */
export interface Kernels {
  gmst82(tUs: number): number;
  /** HEALPix: nside a power of two from 1 to 8192, ipix one of its cells. */
  ang2pixNest(nside: number, lonRad: number, latRad: number): number;
  nest2ring(nside: number, ipix: number): number;
  ring2nest(nside: number, ipix: number): number;
  /** Writes longitude and latitude of a NESTED cell's centre to `out`: two f64. */
  pix2angNest(nside: number, ipix: number, out: number): void;
  /**
   * Batches of assembly/healpix: `ring` is 1 for RING numbers and 0 for NESTED ones, points are pairs of degrees. They
   * return the index of the first item that is not valid, or -1.
   */
  cellsOfPoints(nside: number, ring: number, points: number, count: number, out: number): number;
  centresOfCells(nside: number, ring: number, cells: number, count: number, out: number): number;
  renumberCells(nside: number, ring: number, toRing: number, cells: number, count: number, out: number): number;
  neighboursOfCells(nside: number, ring: number, cells: number, count: number, out: number): number;
  boundariesOfCells(nside: number, ring: number, step: number, cells: number, count: number, out: number): number;
  /** Writes ranges of NESTED cells, pairs of i32; returns their number, above `capacity` where they do not fit. */
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
  /** Writes the site of a NESTED cell's centre. */
  writeCellSite(site: number, nside: number, ipix: number): void;
  ringTableBytes(nside: number): number;
  fillRingTable(nside: number, rings: number): void;
  /** Bytes from a map's start to its entry of a NESTED cell. */
  cellOffset(rings: number, ipix: number): number;
  /** Writes the footprint of one position to `footprint`: FOOTPRINT_BYTES, and SITE_BYTES behind them. */
  writeFootprint(footprint: number, rings: number, position: number, sinMinElevation: number): void;
  /**
   * Writes runs of a ring's cells, pairs of i32 (first, last). `ring`: its record; `out`: 4 bytes per cell of the ring.
   */
  ringRuns(footprint: number, ring: number, out: number): number;
  /** Writes a footprint's RING numbers, i32 each, to `out` unless it is 0; returns how many. */
  footprintCells(footprint: number, out: number): number;
  positionsBytes(count: number): number;
  /** Writes minimum elevations; positions are NaN until epochPositions writes them. */
  openPositions(window: number, positions: number): void;
  /** Writes the positions of satellites [from, to), NaN where one fails; returns how many fail. */
  epochPositions(window: number, k: number, from: number, to: number, scratch: number, positions: number): number;
  /** Copies the positions of satellites; `indexes`: u32, `strideBytes` apart. */
  pickPositions(positions: number, indexes: number, strideBytes: number, count: number, out: number): void;
  /** Adds footprints to map `number` of a slice: FOOTPRINT_WORK_BYTES with its record. `around`: a satellite, or -1. */
  addFootprints(slice: number, number: number, positions: number, from: number, to: number, around: number): void;
  /** Makes the map of addFootprints by f64 alone. */
  addFootprintsExactly(rings: number, positions: number, from: number, to: number, map: number, scratch: number): void;
  clearMap(rings: number, map: number): void;
  sumRings(rings: number, map: number): void;
  /** Writes all cells of a map of sums, u16 each, by their NESTED numbers (1) or RING numbers (0). */
  writeCells(rings: number, map: number, nested: number, out: number): void;
  /** Reduces a map of sums, less `own`, to a satellite's footprint; `work`: room for the longest row. */
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
  /** Sums the groups of each band set. `plan`: a record of records/sweepRecord.ts. */
  sumGroups(plan: number): void;
  countCovered(plan: number): void;
  countAll(rings: number, positions: number, index: number, scratch: number): number;
  /** Bytes that a list of listCovered takes. */
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
  surveyFailures(window: number, index: number, step: number, scratch: number, out: number): void;
  writeEphemeris(window: number, index: number, from: number, to: number, scratch: number, out: number): number;
  coverEphemeris(site: number, sinMinElevation: number, positions: number, count: number, bitmap: number): number;
  coverTracked(window: number, index: number, site: number, from: number, to: number, slot: number): number;
  /** Writes the coverage at all epochs to the slot's `coverage`. */
  coverWindow(window: number, index: number, site: number, slot: number): void;
  /** Copies epochs [from, to) of the slot's `coverage` to its `covered`. */
  coverRange(window: number, from: number, to: number, slot: number): void;
  /** The slow twin of coverTracked. */
  coverAhead(window: number, index: number, site: number, from: number, to: number, slot: number): number;
  fillSeries(window: number, series: number, bands: number, slot: number): number;
  scanSeries(window: number, series: number, bands: number, slot: number): number;
  /** Returns the sum of the occupancies at an epoch, -1 where the series lacks some. */
  sumAt(window: number, series: number, bands: number, epoch: number): number;
  /** Steps of fillSeries that threads share: see assembly/series/fill.ts. */
  openFill(window: number, series: number, bands: number, slot: number): void;
  /** Counts a portion of a fill, and more until `endMs` of performance.now(). `work`: WORK_BYTES. */
  countFill(window: number, series: number, bands: number, slot: number, work: number, endMs: number): number;
  closeFill(window: number, series: number, bands: number, slot: number): void;
  /** Returns how many look records it wrote at LOOK_QUERY_LOOKS; 0 where the tracked satellite cannot be propagated. */
  lookAround(query: number): number;
  openEncounters(query: number): void;
  /**
   * Looks at one candidate, and at more until `endMs` of performance.now(). Returns how many encounter records it wrote
   * at ENCOUNTER_QUERY_ENCOUNTERS; below 0 where the slot was cancelled.
   */
  findEncounters(query: number, slot: number, endMs: number): number;
  /** Returns how many pass records it wrote at `query` + PASS_QUERY_PASSES; below 0 where the slot was cancelled. */
  findPasses(query: number, slot: number): number;
  /** `ranges`: epochs [from, to) as two u16, of which none is empty; returns the bytes that it wrote. */
  emitTimeseries(startUs: number, values: number, ranges: number, count: number, out: number): number;
  /**
   * Returns the bytes at `deflate` + DEFLATE_OUT, 0 where they do not fit; `deflate` gets the text's length and CRC-32.
   */
  deflateTimeseries(startUs: number, values: number, ranges: number, count: number, deflate: number): number;
  /**
   * Writes JSON text of the cells [skip, skip + take) of a list, each with a comma before; returns its bytes.
   * `firstId`: id of cell 0; `ends`: u32 each.
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
  /**
   * Deflates the entries of emitCells in `output`, less the first `skip` bytes; returns the bytes at CELL_DEFLATE_AT.
   */
  deflateCells(output: number, count: number, skip: number): number;
  /** Packs a satellite's footprint with its intensities: see assembly/emit/packedFootprint. Returns the bytes. */
  packFootprint(rings: number, positions: number, index: number, sum: number, scratch: number, out: number): number;
  /** Most bytes that packFootprint writes. */
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
  /** Returns 1 where SDP4 propagates these elements, else 0. */
  isDeepSpace(noKozaiRadPerMin: number, ecco: number, incloRad: number): number;
  /** Writes the record of `elements` (ELEMENTS_BYTES); returns 0 or the SGP4 error at the epoch. */
  sgp4Init(record: number, elements: number, scratch: number): number;
  /** Propagates a record in TEME; `out`: ORBIT_BYTES, the state in front. */
  sgp4Teme(record: number, tsinceMin: number, out: number): number;
  sgp4Fixed(record: number, instant: number, out: number): number;
  /** `times`: f64 each; `out`: INSTANT_BYTES each. Returns the index of the first time that is not finite, or -1. */
  writeInstants(times: number, count: number, turning: number, out: number): number;
  /** Propagates orbits as `query`, PROPAGATION_BYTES, says. */
  propagateOrbits(query: number): void;
  /**
   * Propagates two records of the same class; `velocity`: 1 or 0. Returns the status of `a`, and that of `b` times 256;
   * writes x, x, y, y, z, z to the front of the scratch, velocities behind.
   */
  fixedPair(a: number, b: number, atA: number, atB: number, velocity: number, scratch: number): number;
}

/**
 * Compiles the core, whose `WebAssembly.Module` can be handed to worker threads as it is. The program lies beside this
 * package's modules unless `source` says otherwise.
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

/** Makes an instance over the given memory; instances share nothing but the memory. */
export function instantiateCore(module: WasmModule, memory: WasmMemory): Kernels {
  const env = { memory, now: () => performance.now() };
  return new WebAssembly.Instance(module as WebAssembly.Module, { env }).exports as unknown as Kernels;
}
