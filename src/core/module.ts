import { unsharedProgram } from './program/unshared.js';
import { bytesOf } from './program/wasmSource.js';

/** A `WebAssembly.Module`. Its own type is not used: programs would need the DOM's types. */
export type WasmModule = object;

/** A `WebAssembly.Memory`. Its own type is not used: programs would need the DOM's types. */
export interface WasmMemory {
  /** Bytes of the memory: an ArrayBuffer, or a SharedArrayBuffer that other threads may hold too. */
  readonly buffer: ArrayBufferLike;
}

/**
 * Functions that the WebAssembly module exports; assembly/index.ts tells where each is documented in full. Pointers are
 * byte offsets into the memory; angles are radians and lengths kilometres, unless a name says otherwise.
 */
export interface Kernels {
  gmst82(tUs: number): number;
  /**
   * NESTED number of the cell of a point. In all HEALPix kernels `nside` is a power of two from 1 to 8192, and `ipix`
   * one of its cells.
   */
  ang2pixNest(nside: number, lonRad: number, latRad: number): number;
  nest2ring(nside: number, ipix: number): number;
  ring2nest(nside: number, ipix: number): number;
  /** Writes longitude and latitude of a NESTED cell's centre to `out`: two f64. */
  pix2angNest(nside: number, ipix: number, out: number): void;
  /**
   * Writes the cells (i32) of `count` points: longitude and latitude in degrees, two f64 each. For this kernel and the
   * next four, `ring` is 1 for RING numbers and 0 for NESTED ones; each returns the index of the first item that is not
   * valid, or -1.
   */
  cellsOfPoints(nside: number, ring: number, points: number, count: number, out: number): number;
  centresOfCells(nside: number, ring: number, cells: number, count: number, out: number): number;
  renumberCells(nside: number, ring: number, toRing: number, cells: number, count: number, out: number): number;
  neighboursOfCells(nside: number, ring: number, cells: number, count: number, out: number): number;
  boundariesOfCells(nside: number, ring: number, step: number, cells: number, count: number, out: number): number;
  /**
   * Writes the cells in a disc as ranges of NESTED numbers: [from, to), two i32 each. Returns the number of ranges,
   * which is above `capacity` if they do not fit.
   */
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
  /** Bytes from the start of a map to its entry of a NESTED cell. */
  cellOffset(rings: number, ipix: number): number;
  /**
   * Writes the footprint of a satellite at a position. `footprint`: FOOTPRINT_BYTES for the record, and SITE_BYTES of
   * scratch behind them.
   */
  writeFootprint(footprint: number, rings: number, position: number, sinMinElevation: number): void;
  /**
   * Writes the cells of a ring that a footprint covers as runs of neighbours: pairs of i32, first and last. Returns the
   * number of runs. `ring`: record of the ring; `out`: 4 bytes for each cell of the ring.
   */
  ringRuns(footprint: number, ring: number, out: number): number;
  /** Writes the RING numbers (i32) of a footprint's cells to `out`, unless `out` is 0; returns the number of cells. */
  footprintCells(footprint: number, out: number): number;
  positionsBytes(count: number): number;
  /**
   * Prepares the positions of a window's satellites: writes the minimum elevations, and positions of NaN until
   * epochPositions writes them.
   */
  openPositions(window: number, positions: number): void;
  /**
   * Writes the positions of satellites [from, to) at epoch k, NaN for a satellite that fails: cannot be propagated, or
   * is below 90 km. Returns the number of these.
   */
  epochPositions(window: number, k: number, from: number, to: number, scratch: number, positions: number): number;
  /**
   * Copies positions and minimum elevations of `count` satellites to `out`. `indexes`: those of the satellites, u32,
   * `strideBytes` apart.
   */
  pickPositions(positions: number, indexes: number, strideBytes: number, count: number, out: number): void;
  /**
   * Adds the footprints of satellites [from, to) to map `number` of a slice, for nside 256 at most. `slice`: its
   * record, of FOOTPRINT_WORK_BYTES. `around`: -1, or a satellite in whose footprint alone the map must be right.
   */
  addFootprints(slice: number, number: number, positions: number, from: number, to: number, around: number): void;
  /** Adds the footprints of satellites [from, to) to a map, as addFootprints does, by f64 alone and at any nside. */
  addFootprintsExactly(rings: number, positions: number, from: number, to: number, map: number, scratch: number): void;
  clearMap(rings: number, map: number): void;
  sumRings(rings: number, map: number): void;
  /**
   * Writes the counts of all cells of a map of sums to `out`, u16 each, in the order of NESTED numbers (`nested` is 1)
   * or of RING numbers (0).
   */
  writeCells(rings: number, map: number, nested: number, out: number): void;
  /**
   * Reduces a map of sums to the footprint of satellite `index`: subtracts `own` (1 if the map counts that satellite,
   * else 0) from the counts of its cells, and sets all other counts to 0. `work`: room for the longest row.
   */
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
  /** Sums the groups' maps for each band set. `plan`: pointer to a sweep plan (assembly/records/byEpoch/sweep.ts). */
  sumGroups(plan: number): void;
  countCovered(plan: number): void;
  /** Returns the number of cells in the footprint of satellite `index`. */
  countAll(rings: number, positions: number, index: number, scratch: number): number;
  /** Size in bytes of the cell list that listCovered writes. */
  cellListBytes(nside: number): number;
  /** Lists the cells of a footprint whose sum is above 1, with that sum less 1; returns their number. */
  listCovered(rings: number, positions: number, index: number, sum: number, scratch: number, list: number): number;
  boundSatellites(window: number, from: number, to: number, scratch: number): void;
  /** Fits the ephemerides of satellites [from, to), so that counting by site finds them ready. */
  fitEphemerides(window: number, from: number, to: number, scratch: number): void;
  nearEphemerisBytes(): number;
  deepEphemerisBytes(epochs: number): number;
  tableBytes(epochs: number): number;
  fillInstants(window: number): void;
  keepWindowSteps(window: number, scratch: number): void;
  /**
   * Writes two i32 to `out`: the first epoch at which the satellite cannot be propagated or is below 90 km, or -1, and
   * the number of such epochs.
   */
  surveyFailures(window: number, index: number, step: number, scratch: number, out: number): void;
  /** Writes x, y, z at epochs [from, to), NaN if the satellite fails or is below 90 km; returns how many have NaN. */
  writeEphemeris(window: number, index: number, from: number, to: number, scratch: number, out: number): number;
  coverEphemeris(site: number, sinMinElevation: number, positions: number, count: number, bitmap: number): number;
  /** Sets the slot's `covered` to the coverage at epochs [from, to); returns the number of covered epochs. */
  coverTracked(window: number, index: number, site: number, from: number, to: number, slot: number): number;
  /** Writes the coverage at all epochs to the slot's `coverage` and `covered`. */
  coverWindow(window: number, index: number, site: number, slot: number): void;
  /** Sets the slot's `covered` to its `coverage` at epochs [from, to), and to 0 at all others. */
  coverRange(window: number, from: number, to: number, slot: number): void;
  /** The slow twin of coverTracked. */
  coverAhead(window: number, index: number, site: number, from: number, to: number, slot: number): number;
  fillSeries(window: number, series: number, bands: number, slot: number): number;
  /** Writes intensities to the slot's `values`, by its `covered`; returns `needsFill` if the series lacks counts. */
  scanSeries(window: number, series: number, bands: number, slot: number): number;
  /** Returns the sum of the occupancies at an epoch, or -1 if the series lacks one of them. */
  sumAt(window: number, series: number, bands: number, epoch: number): number;
  /** Starts a fill that threads share: each of them calls countFill; at the end, one thread calls closeFill. */
  openFill(window: number, series: number, bands: number, slot: number): void;
  /**
   * Counts portions of a fill, at least one, until performance.now() reaches `endMs`; returns a status: `needsFill` if
   * some may be left. `work`: pointer to WORK_BYTES that this thread alone uses.
   */
  countFill(window: number, series: number, bands: number, slot: number, work: number, endMs: number): number;
  closeFill(window: number, series: number, bands: number, slot: number): void;
  /**
   * Writes look records at `query` + LOOK_QUERY_LOOKS, and returns their number; 0 if the tracked satellite cannot be
   * propagated or is below 90 km.
   */
  lookAround(query: number): number;
  openEncounters(query: number): void;
  openRange(query: number, range: number): void;
  /**
   * Searches one candidate, and more until performance.now() reaches `endMs`. Writes encounter records at `query` +
   * ENCOUNTER_QUERY_ENCOUNTERS and returns their number, or a number below 0 if the slot was cancelled.
   */
  findEncounters(query: number, slot: number, endMs: number): number;
  /** Writes pass records at `query` + PASS_QUERY_PASSES; returns their number, below 0 if the slot was cancelled. */
  findPasses(query: number, slot: number): number;
  /**
   * Writes a time series as JSON; returns the number of bytes. `ranges`: `count` ranges of epochs [from, to), two u16
   * each, none of them empty.
   */
  emitTimeseries(startUs: number, values: number, ranges: number, count: number, out: number): number;
  /**
   * Writes the cells [skip, skip + take) of a list as JSON text, each with a comma before it; returns the number of
   * bytes. `firstId`: id of cell 0.
   */
  emitCells(list: number, firstId: number, epoch: number, skip: number, take: number, out: number): number;
  /**
   * Writes a satellite's footprint with its intensities in the form of assembly/emit/packedFootprint.ts; returns the
   * number of bytes.
   */
  packFootprint(rings: number, positions: number, index: number, sum: number, scratch: number, out: number): number;
  /** Most bytes that packFootprint writes. */
  footprintBytes(rings: number, positions: number, index: number, scratch: number): number;
  emitCellSeries(startUs: number, values: number, from: number, to: number, out: number): number;
  bitmapBytes(epochs: number): number;
  rowBytes(epochs: number): number;
  seriesBytes(groups: number, epochs: number): number;
  nearRecordBytes(): number;
  deepRecordBytes(): number;
  /** Returns 1 if SDP4 propagates these elements, else 0. */
  isDeepSpace(noKozaiRadPerMin: number, ecco: number, incloRad: number): number;
  /** Writes the record of `elements` (ELEMENTS_BYTES); returns 0 or the SGP4 error at the epoch. */
  sgp4Init(record: number, elements: number, scratch: number): number;
  /** Propagates a satellite to TEME. `out`: ORBIT_BYTES; the position and velocity come first. */
  sgp4Teme(record: number, tsinceMin: number, out: number): number;
  sgp4Fixed(record: number, instant: number, out: number): number;
  /**
   * Writes an instant (INSTANT_BYTES) to `out` for each of `count` times (f64, microseconds since 1970, UTC): with its
   * sidereal time if `turning` is 1; if it is 0, with the angle 0, for TEME. Returns the index of the first time that
   * is not finite, or -1.
   */
  writeInstants(times: number, count: number, turning: number, out: number): number;
  /** Propagates orbits. `query`: pointer to a record of PROPAGATION_BYTES (assembly/records/orbits/propagation.ts). */
  propagateOrbits(query: number): void;
  /**
   * Propagates two satellites, both near-earth or both deep-space. Writes x of a, x of b, y of a, y of b, z of a, z of
   * b to the front of the scratch and, if `velocity` is 1, the velocities in the same order behind them; 0 leaves them
   * out. Returns the status of `a` plus 256 times that of `b`.
   */
  fixedPair(a: number, b: number, atA: number, atB: number, velocity: number, scratch: number): number;
}

/**
 * Compiles the core's program, by default the one that lies beside this package's modules. The `WebAssembly.Module` can
 * be posted to worker threads.
 *
 * @param shared whether the program is for a shared memory; ignored if `source` is compiled already
 * @throws the errors of `bytesOf` and `unsharedProgram`, CompileError for a damaged program
 */
export async function compileCore(source?: unknown, shared = true): Promise<WasmModule> {
  // Bundlers recognise `new URL(..., import.meta.url)`, and add the file to what they write.
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
