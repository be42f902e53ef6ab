import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { createPool } from '../compute/pool.js';
import type { Config } from '../config.js';
import type { BlockQueue } from '../db/analysis/blockQueue.js';
import type { AnalysisWindowRecord } from '../db/analysis/windows.js';
import type { BackgroundFacts } from '../http/metrics.js';
import { createErrorKeeper } from '../jobs/errors/errorKeeper.js';
import { untilDone } from '../jobs/loop.js';
import { createRefresher } from '../jobs/import/refresher.js';
import { createThinner } from '../jobs/import/thinner.js';
import { createSweeper } from '../jobs/sweep/sweeper.js';
import { startOfDay } from '../jobs/window/windowOptions.js';
import { prepareWindow, surveyWindow } from '../jobs/window/surveyWindow.js';
import { createWindowKeeper } from '../jobs/window/windowKeeper.js';
import type { LoadedWindow } from '../memory/loadedWindow.js';
import { DAY_MS } from '../spec.js';
import type { Engine } from './engine.js';

/** Background work of a server: imports, thinning of past elsets, laws of error, the window of each day, sweeps. */
export type Upkeep = ReturnType<typeof createUpkeep>;

export interface UpkeepParts {
  knex: Knex;
  engine: Engine;
  /** Shares the sweeps with other processes; undefined if the database is embedded. */
  queue: BlockQueue | undefined;
  /** Aborted when the service stops. */
  stopping: AbortSignal;
}

/** Pauses in ms after a failure, before a window is prepared and surveyed again. */
const PREPARE_BACKOFF = { first: 2_000, most: 600_000 };

export function createUpkeep(config: Config, log: Logger, { knex, engine, queue, stopping: signal }: UpkeepParts) {
  const { core, pool, slots, ringTables, windows, errorLaws } = engine;
  const jobs = new Set<Promise<unknown>>();
  let windowTimes: ReturnType<BackgroundFacts['windowTimes']>;

  async function prepare(window: LoadedWindow, record: AnalysisWindowRecord): Promise<void> {
    await untilDone({
      job: async () => {
        // Another window has become the current one.
        if (windows.current()?.id !== window.id) return;
        const release = windows.hold(window);
        try {
          await prepareWindow({ pool, slots, signal }, window);
          log.info({ window: window.id }, 'analysis window prepared');
          if (record.propagationFailures !== null) return;
          const failures = await surveyWindow({ knex, pool, slots, signal }, window);
          log.info({ window: window.id, failing: failures.length }, 'analysis window surveyed');
        } finally {
          release();
        }
      },
      backoff: PREPARE_BACKOFF,
      signal,
      onFailure: (error, pauseMs) =>
        log.error(
          { err: error, window: window.id, retryInSeconds: pauseMs / 1000 },
          'the analysis window could not be prepared and surveyed',
        ),
    });
  }

  const keeper = createWindowKeeper({
    knex,
    core,
    windows,
    log,
    nside: config.windowNside,
    minElevationDeg: config.windowMinElevationDeg,
    onLoad(window, record) {
      const openedMs = record.createdAt.getTime();
      // A window that was opened for the next day answers until that day is over.
      const dueMs = startOfDay(Math.max(openedMs, record.startUs / 1000)).getTime() + DAY_MS;
      windowTimes = { openedMs, dueMs };
      const job = prepare(window, record).finally(() => jobs.delete(job));
      jobs.add(job);
    },
  });

  const hasSources = config.catalogueUrls.length + config.transmittersUrls.length > 0;
  const refresher = hasSources
    ? createRefresher({ knex, settings: config, log, now: () => new Date(), onChange: () => keeper.check() })
    : undefined;

  const thinner = createThinner({ knex, log, keepDays: config.elsetHistoryDays, now: () => new Date() });
  const errors = createErrorKeeper({ knex, laws: errorLaws, log, now: () => new Date() });

  const threads = Math.max(1, Math.floor(config.workers / 2));
  const startPool = () => createPool(core, threads, { background: true, signal });
  const sweeper = createSweeper({ knex, core, ringTables, windows, log, threads, queue, startPool });

  const loops = [keeper, ...(refresher === undefined ? [] : [refresher]), sweeper, thinner, errors];
  const facts: BackgroundFacts = {
    sweepProgress: () => sweeper.progress(),
    refreshAgeSeconds: () => refresher?.ageSeconds(),
    refreshFailures: () => refresher?.failures() ?? 0,
    windowTimes: () => windowTimes,
  };
  return {
    ...facts,
    /**
     * Loads the newest window, opening one first if it is due; from then on everything else goes on in the background.
     */
    async start(): Promise<void> {
      await keeper.check();
      signal.throwIfAborted();

      for (const loop of loops) loop.start();
    },
    /** Gives up imports, sweeps and fits under way; waits for a window that is being opened or loaded. */
    async stop(): Promise<void> {
      await Promise.all(loops.map((loop) => loop.stop()));
      await Promise.all(jobs);
    },
  };
}
