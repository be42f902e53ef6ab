import { type Analysis, type AnalysisParts, createAnalysis } from '../../src/compute/analysis.js';
import type { Pool } from '../../src/compute/pool.js';
import type { EpochTask, SeriesTask } from '../../src/compute/tasks.js';
import type { OwnedCore } from '../../src/core/instance.js';
import { type FrozenSatellite, type LoadedWindow, loadWindow } from '../../src/store/loadedWindow.js';
import { createRingTables } from '../../src/store/ringTables.js';
import { createMapBlocks } from '../../src/store/mapBlocks.js';
import { createSeriesCache } from '../../src/store/seriesCache.js';
import { createSlots } from '../../src/store/slots.js';
import { createWindowStore } from '../../src/store/windowStore.js';
import { START_US } from './sky.js';

/** A pool that notes what it is asked, and lets a test step in before each question of a place. */
interface SpiedPool extends Pool {
  asked: SeriesTask[];
  before: (task: SeriesTask) => Promise<void>;
  beforeEpoch: (task: EpochTask) => Promise<void>;
}

function spyOn(pool: Pool): SpiedPool {
  const note = async (task: SeriesTask): Promise<void> => {
    spied.asked.push(task);
    await spied.before(task);
  };
  const spied: SpiedPool = {
    ...pool,
    asked: [],
    before: () => Promise.resolve(),
    beforeEpoch: () => Promise.resolve(),
    async timeseries(task) {
      await note(task);
      return pool.timeseries(task);
    },
    async point(task) {
      await note(task);
      return pool.point(task);
    },
    async cellValues(task) {
      await note(task);
      return pool.cellValues(task);
    },
    async epochCells(task) {
      await spied.beforeEpoch(task);
      return pool.epochCells(task);
    },
  };
  return spied;
}

export interface Bench extends AnalysisParts {
  analysis: Analysis;
  pool: SpiedPool;
}

/** Everything that answers, freshly made over a core and a pool: no window yet. */
export function bench(
  core: OwnedCore,
  pool: Pool,
  options: { slots?: number; maps?: number; cacheBytes?: number } = {},
): Bench {
  const { slots = 4, maps = 2, cacheBytes = 4 * 2 ** 20 } = options;
  const series = createSeriesCache(core, cacheBytes);
  const parts = {
    core,
    pool: spyOn(pool),
    slots: createSlots(core, slots, 1000),
    series,
    maps: createMapBlocks(core, createRingTables(core), maps, 1000),
    windows: createWindowStore(series),
  };
  return { ...parts, analysis: createAnalysis(parts) };
}

let lastId = 0;

/** Loads satellites as a window of its own id, from START_US on. */
export function load(
  core: OwnedCore,
  satellites: readonly FrozenSatellite[],
  { epochCount, nside = 64 }: { epochCount: number; nside?: number },
): LoadedWindow {
  const header = { id: ++lastId, startUs: START_US, epochCount, nside, minElevationDeg: 10 };
  return loadWindow(core, header, satellites);
}

/** Intensities of a timeseries, minute by minute; its slot goes back. */
export async function intensities(analysis: Analysis, query: Parameters<Analysis['timeseries']>[0]): Promise<number[]> {
  const text = await analysis.timeseries(query);
  try {
    const entries = JSON.parse(text.wrap('', '').toString()) as { intensity: number }[];
    return entries.map((entry) => entry.intensity);
  } finally {
    text.release();
  }
}
