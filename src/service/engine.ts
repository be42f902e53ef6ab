import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { createAnalysis } from '../compute/analysis.js';
import { createSeriesLoader } from '../compute/series/stored.js';
import { createPool } from '../compute/pool.js';
import type { Config } from '../config.js';
import { createOwnedCore, MAX_MEGABYTES } from '../core/instance.js';
import { publishedWindow } from '../db/analysis/windows.js';
import { createDoor } from '../fairness/door.js';
import type { Lifecycle } from './lifecycle.js';
import { loadDayWindow } from '../jobs/window/dayWindow.js';
import { createKnownErrorLaws } from '../memory/errorLaws.js';
import { loadStoredWindow } from '../memory/loadedWindow.js';
import { createLoadedWindows } from '../memory/loadedWindows.js';
import { createMapBlocks } from '../memory/mapBlocks.js';
import { createRingTables } from '../memory/ringTables.js';
import { createSeriesCache } from '../memory/seriesCache.js';
import { createSlots } from '../memory/slots.js';
import { TASK_SECONDS } from '../spec.js';

/** Number of slots, and so of questions, or parts of questions, that are computed at a time. */
const SLOTS = 48;
/** Number of map blocks, and so of questions about all cells that are computed at a time. */
const MAPS = 8;

/** Things that a request, or its question, may wait for. */
type Waited = 'request' | 'slot' | 'thread' | 'map';

/** Memory and threads of a server or command, and the objects that answer questions with them. */
export type Engine = Awaited<ReturnType<typeof startEngine>>;

/** Allocates the memory, starts the pool and reads the laws of error; `life` closes the pool at the end. */
export async function startEngine(config: Config, log: Logger, knex: Knex, life: Lifecycle) {
  const core = await createOwnedCore(Math.min(config.seriesCacheMegabytes + config.windowsMegabytes, MAX_MEGABYTES));
  const pool = await createPool(core, config.workers, {
    signal: life.stopping,
    taskSeconds: TASK_SECONDS,
    onEnd: (name, task, why) =>
      log.error({ task: { name, ...task }, why }, 'a computation was ended with its thread, which is replaced'),
  });
  life.resource(() => pool.close());
  life.stopping.throwIfAborted();
  let tell: (of: Waited, ms: number) => void = () => undefined;
  const waitedFor = (of: Waited) => (ms: number) => tell(of, ms);
  const door = createDoor({
    threads: config.workers,
    mostWaitMs: config.overloadWaitMs,
    waited: waitedFor('request'),
  });
  const slots = createSlots(core, SLOTS, { most: SLOTS / 2, waited: waitedFor('slot') });
  const seriesBytes = config.seriesCacheMegabytes * 2 ** 20;
  const series = createSeriesCache(core, seriesBytes, createSeriesLoader({ knex, pool, log }));
  const ringTables = createRingTables(core);
  const maps = createMapBlocks(core, ringTables, MAPS, { most: MAPS / 2, waited: waitedFor('map') });
  const windows = createLoadedWindows(
    series,
    async (id) => {
      const record = await publishedWindow(knex, id);
      return record && loadStoredWindow(knex, core, record);
    },
    (id, day) => loadDayWindow(knex, core, id, day),
  );
  const errorLaws = createKnownErrorLaws(knex);
  await errorLaws.refresh();
  const parts = { core, pool, slots, series, maps, windows, waitedForThread: waitedFor('thread') };
  return {
    ...parts,
    door,
    errorLaws,
    ringTables,
    /** Sets the function that is called with each wait in ms; it replaces the one set before. */
    onWait: (listener: typeof tell) => void (tell = listener),
    analysis: createAnalysis(parts),
  };
}
