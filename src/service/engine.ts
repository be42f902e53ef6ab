import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { type Analysis, createAnalysis } from '../compute/analysis.js';
import { createSeriesLoader } from '../compute/loadSeries.js';
import { createPool } from '../compute/pool.js';
import type { AnalysisParts } from '../compute/questions.js';
import type { Config } from '../config.js';
import { createOwnedCore } from '../core/instance.js';
import { publishedWindow } from '../db/analysis/windows.js';
import { createSharing, type Sharing } from '../fairness/sharing.js';
import { createPoolTimes, type PoolTimes } from '../fairness/poolTimes.js';
import type { Lifecycle } from './lifecycle.js';
import { loadStoredWindow } from '../memory/loadStoredWindow.js';
import { createLoadedWindows } from '../memory/loadedWindows.js';
import { createMapBlocks } from '../memory/mapBlocks.js';
import { createRingTables, type RingTables } from '../memory/ringTables.js';
import { createSeriesCache } from '../memory/seriesCache.js';
import { createSlots } from '../memory/slots.js';
import { TASK_SECONDS } from '../spec.js';

/** Memory of the core beside the series: windows, and the text of the answers under way. */
const OTHER_MEGABYTES = 512;
const SLOTS = 48;
/** Computations of all cells at an epoch that go on at a time. */
const MAPS = 8;
/** How many questions of an account wait for a slot, and what one takes before that is known. */
const TERMS = { mostWaiting: 256, usualMs: 20 };
/** Whoever has a slot gets a map block. */
const PATIENT = { mostWaiting: Infinity, patienceMs: Infinity };

/** Memory and threads of a server, and what answers questions with them. */
export interface Engine extends AnalysisParts {
  analysis: Analysis;
  /** Who asks at present. */
  sharing: Sharing;
  ringTables: RingTables;
  times: PoolTimes;
}

/** Takes memory and starts the threads; `life` gives them back. */
export async function startEngine(config: Config, log: Logger, knex: Knex, life: Lifecycle): Promise<Engine> {
  const core = await createOwnedCore(config.seriesCacheMegabytes + OTHER_MEGABYTES);
  const pool = await createPool(core, config.workers, {
    signal: life.stopping,
    taskSeconds: TASK_SECONDS,
    // Where there are more, those that are left answer while another one starts.
    spares: config.workers === 1 ? 1 : 0,
    onEnd: (name, task, why) =>
      log.error({ task: { name, ...task }, why }, 'a computation was ended with its thread, which is replaced'),
  });
  life.resource(() => pool.close());
  life.stopping.throwIfAborted();
  const sharing = createSharing();
  const times = createPoolTimes();
  const slots = createSlots(core, SLOTS, {
    ...TERMS,
    ...sharing,
    admittedMs: config.overloadWaitMs,
    patienceMs: 5 * config.overloadWaitMs,
    watch: times.watch('slot'),
    // More of one account at a time would only share the threads.
    most: Math.min(SLOTS / 2, 2 * config.workers + 2),
    mostBeside: Math.max(1, Math.min(SLOTS / 4, Math.floor(config.workers / 2))),
  });
  const seriesBytes = config.seriesCacheMegabytes * 2 ** 20;
  const series = createSeriesCache(core, seriesBytes, createSeriesLoader({ knex, core, pool, log }));
  const ringTables = createRingTables(core);
  const maps = createMapBlocks(core, ringTables, MAPS, { ...PATIENT, most: MAPS / 2, watch: times.watch('map') });
  const windows = createLoadedWindows(series, async (id) => {
    const record = await publishedWindow(knex, id);
    return record && loadStoredWindow(knex, core, record);
  });
  const parts = { core, pool, slots, series, maps, windows, times };
  return { ...parts, sharing, ringTables, analysis: createAnalysis(parts) };
}
