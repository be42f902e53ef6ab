import { randomUUID } from 'node:crypto';
import type { ExecutionContext } from 'ava';
import { type Analysis, createAnalysis } from '../../src/compute/analysis.js';
import type { CellsText } from '../../src/compute/map/cellsText.js';
import type { SatelliteQuery } from '../../src/compute/query.js';
import type { AnalysisParts } from '../../src/compute/questions.js';
import type { Pool } from '../../src/compute/pool.js';
import * as tasks from '../../src/compute/thread/tasks.js';
import type { CellsTask } from '../../src/compute/thread/cells.js';
import type { FillPartTask, FillTask } from '../../src/compute/thread/fill.js';
import { type Asker, createAbort } from '../../src/fairness/asker.js';
import type { OwnedCore } from '../../src/core/instance.js';
import { type FrozenSatellite, type LoadedWindow, loadWindow } from '../../src/memory/loadedWindow.js';
import { createRingTables } from '../../src/memory/ringTables.js';
import { createMapBlocks } from '../../src/memory/mapBlocks.js';
import { createSeriesCache, type SeriesLoader } from '../../src/memory/seriesCache.js';
import { createSlots } from '../../src/memory/slots.js';
import { createLoadedWindows } from '../../src/memory/loadedWindows.js';
import type { CellEntry } from './cellsJson.js';
import { SILENT, START_US } from './sky.js';

/** Pool that records its tasks, and lets a test run code before each task of some kinds. */
interface SpiedPool extends Pool {
  asked: FillTask[];
  before: (task: FillTask) => Promise<void>;
  beforeCells: (task: CellsTask) => Promise<void>;
  parts: FillPartTask[];
  beforePart: (task: FillPartTask) => Promise<void>;
}

function spyOn(pool: Pool): SpiedPool {
  const note = async (task: FillTask): Promise<void> => {
    spied.asked.push(task);
    await spied.before(task);
  };
  const spied: SpiedPool = {
    ...pool,
    get idle() {
      return pool.idle;
    },
    get waiting() {
      return pool.waiting;
    },
    asked: [],
    parts: [],
    beforePart: () => Promise.resolve(),
    before: () => Promise.resolve(),
    beforeCells: () => Promise.resolve(),
    async fill(task) {
      await note(task);
      return pool.fill(task);
    },
    async cells(task) {
      await spied.beforeCells(task);
      return pool.cells(task);
    },
    async station(task) {
      await note(task);
      return pool.station(task);
    },
    async fillPart(task) {
      spied.parts.push(task);
      await spied.beforePart(task);
      return pool.fillPart(task);
    },
  };
  return spied;
}

/**
 * Creates a pool without threads, which runs tasks in the caller's thread. It starts at once; for tests that do not
 * depend on threads.
 */
export function poolHere(core: OwnedCore): Pool {
  const run = ([name, task]: [string, unknown]) =>
    [name, async (asked: unknown) => (task as (core: OwnedCore, asked: unknown) => unknown)(core, asked)] as const;
  const done = () => Promise.resolve();
  const own = { threads: 1, idle: 1, waiting: 0, check: done, close: done };
  return { ...Object.fromEntries(Object.entries(tasks).map(run)), ...own } as unknown as Pool;
}

/** Asker who never leaves. */
export const anyone: Asker = { account: 1, signal: createAbort().signal };

export interface Bench extends AnalysisParts {
  analysis: Analysis;
  pool: SpiedPool;
}

/** Creates an analysis and all its parts anew over a core and a pool, without a window. */
export function bench(
  core: OwnedCore,
  pool: Pool,
  options: { slots?: number; maps?: number; cacheBytes?: number; loader?: SeriesLoader } = {},
): Bench {
  const { slots = 4, maps = 2, cacheBytes = 4 * 2 ** 20, loader = nothingStored } = options;
  const series = createSeriesCache(core, cacheBytes, loader);
  const parts = {
    core,
    pool: spyOn(pool),
    slots: createSlots(core, slots),
    series,
    maps: createMapBlocks(core, createRingTables(core), maps),
    windows: createLoadedWindows(series, noOlderWindows),
  };
  return { ...parts, analysis: createAnalysis(parts) };
}

/** Loader that finds no stored series. */
export const nothingStored: SeriesLoader = () => Promise.resolve();

/** Loader for windows that are not in memory, which finds none. */
export const noOlderWindows = (): Promise<undefined> => Promise.resolve(undefined);

type BenchOptions = NonNullable<Parameters<typeof bench>[2]>;

/**
 * Returns a function that runs a test body on a new bench with a window of the satellites. Afterwards every slot and
 * map block must be free again, and so must all memory if `settle` is given.
 *
 * @param settle runs before memory is measured: asks a question after which some memory stays allocated
 */
export function withWindows(
  core: OwnedCore,
  pool: Pool,
  satellites: readonly FrozenSatellite[],
  epochCount: number,
  settle?: (parts: Bench, window: LoadedWindow) => Promise<void>,
) {
  return async (
    t: ExecutionContext,
    body: (parts: Bench, window: LoadedWindow) => Promise<void>,
    options: BenchOptions = {},
  ): Promise<void> => {
    const parts = bench(core, pool, options);
    const window = load(core, satellites, { epochCount });
    parts.windows.publish(window);
    await settle?.(parts, window);
    const free = core.arena.freeBytes;
    await body(parts, window);
    t.deepEqual([parts.slots.free, parts.maps.free], [options.slots ?? 4, options.maps ?? 2]);
    if (settle !== undefined) t.is(core.arena.freeBytes, free);
  };
}

let lastId = 0;

/** Loads satellites as a window that starts at START_US, with a new id. */
export function load(
  core: OwnedCore,
  satellites: readonly FrozenSatellite[],
  { epochCount, nside = 64 }: { epochCount: number; nside?: number },
): LoadedWindow {
  const header = { id: ++lastId, identity: randomUUID(), startUs: START_US, epochCount, nside, minElevationDeg: 10 };
  return loadWindow(core, header, satellites);
}

/** Reads the whole of an answer's text, and releases its memory. */
export function readText(text: CellsText): string {
  const whole = text.wrap('', '').toString();
  text.release();
  return whole;
}

/** Intensities of a timeseries, minute by minute. */
export async function intensities(analysis: Analysis, query: Parameters<Analysis['timeseries']>[0]): Promise<number[]> {
  const entries = JSON.parse(readText(await analysis.timeseries(query, anyone))) as { intensity: number }[];
  return entries.map((entry) => entry.intensity);
}

/** Intensities of a cell at all epochs of the window. */
export async function cellValues(
  analysis: Analysis,
  query: Parameters<Analysis['cellSeries']>[0],
): Promise<Uint16Array> {
  const text = readText(await analysis.cellSeries(query, anyone));
  const entries = JSON.parse(text) as { epoch_index: number; value: number }[];
  if (entries.some((entry, epoch) => entry.epoch_index !== epoch)) throw new Error('epochs are out of order');
  return Uint16Array.from(entries, ({ value }) => value);
}

/**
 * Asks for a long text, which allocates the first text block. The block stays allocated, so later measurements of
 * memory do not count it.
 */
export async function makeTextBlock(analysis: Analysis, window: LoadedWindow): Promise<void> {
  await cellValues(analysis, { window, norad: SILENT, band: 'all', ipix: 0 });
}

/** Parsed entries of the list of cells, for the spans of a query. */
export async function cellEntries(analysis: Analysis, query: Parameters<Analysis['cells']>[0]): Promise<CellEntry[]> {
  const text = await analysis.cells(query, anyone);
  const entries = JSON.parse(readText(text)) as CellEntry[];
  if (entries.length !== text.entries) throw new Error(`${entries.length} where ${text.entries} are announced`);
  return entries;
}

/** Cells of an epoch, ascending, with their intensities. */
interface EpochCells {
  ipix: Uint32Array;
  value: Uint16Array;
}

/** Cells of one epoch with an intensity above 0. */
export async function epochCells(analysis: Analysis, query: SatelliteQuery & { epoch: number }): Promise<EpochCells> {
  const { epoch, ...rest } = query;
  const entries = await cellEntries(analysis, { ...rest, runId: 1, spans: [{ epoch, skip: 0, take: Infinity }] });
  return {
    ipix: Uint32Array.from(entries, ({ ipix }) => ipix),
    value: Uint16Array.from(entries, ({ value }) => value),
  };
}
