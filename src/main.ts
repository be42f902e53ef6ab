import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { createAnalysis } from './compute/analysis.js';
import type { AnalysisWindow } from './compute/query.js';
import { createSeriesLoader } from './compute/loadSeries.js';
import { createPool, type Pool } from './compute/pool.js';
import type { Config } from './config.js';
import { createOwnedCore } from './core/instance.js';
import { type BlockQueue, createBlockQueue } from './db/analysis/blockQueue.js';
import { openDatabase } from './db/connection/connect.js';
import { migrate } from './db/migrations/migrate.js';
import { publishedWindow } from './db/analysis/windows.js';
import { UserError } from './errors.js';
import { createApp } from './http/app.js';
import { readBuildVersion } from './buildVersion.js';
import { createLimits } from './http/limits/limits.js';
import { createMetrics, createMetricsServer } from './http/metrics.js';
import { createDraining } from './http/draining.js';
import { listen } from './listening.js';
import { createServer } from './http/server.js';
import { type Demo, prepareDemo } from './jobs/demo.js';
import { helpSweeps } from './jobs/sweep/helpSweeps.js';
import type { PrecomputeParts } from './jobs/precompute.js';
import { createRefresher, type Refresher } from './jobs/import/refresher.js';
import { prepareWindow } from './jobs/window/prepareWindow.js';
import { startOfDay } from './jobs/window/startOfDay.js';
import { surveyWindow } from './jobs/window/surveyWindow.js';
import { createSweeper, type Sweeper } from './jobs/sweep/sweeper.js';
import { createWindowKeeper } from './jobs/window/windowKeeper.js';
import { createCatalogueIndex } from './memory/catalogueIndex.js';
import { createLifecycle, type Lifecycle } from './lifecycle.js';
import { createMapBlocks } from './memory/mapBlocks.js';
import { createRingTables } from './memory/ringTables.js';
import { createSeriesCache } from './memory/seriesCache.js';
import { createSlots } from './memory/slots.js';
import { loadStoredWindow } from './memory/loadStoredWindow.js';
import { createLoadedWindows } from './memory/loadedWindows.js';

export interface Service {
  /** Where clients reach it, without the base path. */
  url: string;
  /** Of /metrics, where METRICS_PORT is set. */
  metricsUrl: string | undefined;
  demo: Demo | undefined;
  /** The window that answers now, if there is one. */
  window(): AnalysisWindow | undefined;
  /** Lets requests under way end, then gives everything back: port, threads, database. */
  stop(): Promise<void>;
}

/** Windows, and the text of the answers under way: what the core's memory holds beside the series. */
const OTHER_MEGABYTES = 512;
/** One window and, for each thread, maps and the occupancies of a block of epochs: only what is used is taken. */
const BATCH_MEGABYTES = 4096;
const SLOTS = 48;
/** Computations of all cells at an epoch that go on at a time. */
const MAPS = 8;
/** For the turn of a question, which an account has few of at a time: more would only share the threads. */
const PATIENCE = { mostWaiting: 256, patienceMs: 4000 };
const COUNTS_ALONE = 'until then this process counts alone';

/**
 * Starts everything, in the order in which things need each other, and resolves when the newest window is loaded; what
 * was started is stopped again when a later step fails, or the signal says so. A UserError where the settings, the
 * database or the port are the reason.
 */
export async function startService(
  config: Config,
  log: Logger,
  { demo, signal }: { demo: boolean; signal?: AbortSignal },
): Promise<Service> {
  const life = createLifecycle(() => starting);
  const starting = startParts(config, log, demo, life);
  // Whoever asked to stop is told of what goes wrong by the call below.
  const stop = (): void => void life.stop().catch(() => undefined);
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return { ...(await starting), stop: life.stop };
  } catch (error) {
    // The first error is the one to tell.
    await life.stop().catch(() => undefined);
    throw error;
  }
}

async function startParts(
  config: Config,
  log: Logger,
  withDemo: boolean,
  life: Lifecycle,
): Promise<Omit<Service, 'stop'>> {
  const { stopping } = life;
  const database = await openDatabase(config);
  life.resource(() => database.close());
  life.impatience(() => database.refuse());
  const { knex } = database;
  await migrate(knex);
  stopping.throwIfAborted();

  const core = await createOwnedCore(config.seriesCacheMegabytes + OTHER_MEGABYTES);
  const pool = await createPool(core, config.workers, {
    signal: stopping,
    onEnd: (name, task) => log.error({ task: { name, ...task } }, 'a computation did not end: its thread is replaced'),
  });
  life.resource(() => pool.close());
  stopping.throwIfAborted();
  const slots = createSlots(core, SLOTS, { ...PATIENCE, most: Math.min(SLOTS / 2, 2 * config.workers + 2) });
  const seriesBytes = config.seriesCacheMegabytes * 2 ** 20;
  const series = createSeriesCache(core, seriesBytes, createSeriesLoader({ knex, core, pool, log }));
  const ringTables = createRingTables(core);
  const maps = createMapBlocks(core, ringTables, MAPS, { ...PATIENCE, most: MAPS / 2 });
  const windows = createLoadedWindows(series, async (id) => {
    const record = await publishedWindow(knex, id);
    return record && loadStoredWindow(knex, core, record);
  });

  // Before the window is loaded: health checks get their answer, and a port that is taken stops us before the token
  // of the demo is another.
  const analysis = createAnalysis({ core, pool, slots, series, maps, windows });
  const limits = createLimits(knex, config);
  const build = readBuildVersion();
  let sweeper: Sweeper | undefined;
  let refresher: Refresher | undefined;
  const metrics =
    config.metricsPort === undefined
      ? undefined
      : createMetrics({
          poolWaiting: () => pool.waiting,
          freeSlots: () => slots.free,
          series: () => series,
          window: () => analysis.current()?.id,
          sweepProgress: () => sweeper?.progress(),
          refreshAgeSeconds: () => refresher?.ageSeconds(),
        });
  const catalogue = createCatalogueIndex(knex);
  const draining = createDraining();
  const app = createApp({ knex, analysis, catalogue, log, limits, draining, build, settings: config }, metrics);
  const server = createServer(app, log);
  draining.watch(server);
  const address = await listen(server, config.host, config.port, 'PORT');
  let metricsUrl: string | undefined;
  if (metrics !== undefined && config.metricsPort !== undefined) {
    const metricsServer = createMetricsServer(metrics, log);
    draining.watch(metricsServer);
    metricsUrl = `${await listen(metricsServer, config.metricsHost, config.metricsPort, 'METRICS_PORT')}/metrics`;
  }
  life.serving(async () => {
    const cut = await draining.drain();
    if (cut > 0) log.warn({ connections: cut }, 'stopping: answers were cut that had not been read in time');
  });
  stopping.throwIfAborted();

  const demo = withDemo ? await prepareDemo(knex, startOfDay(Date.now())) : undefined;

  stopping.throwIfAborted();

  const jobs = new Set<Promise<unknown>>();
  life.background(() => Promise.all(jobs));
  const keeper = createWindowKeeper({
    knex,
    core,
    windows,
    log,
    nside: config.windowNside,
    minElevationDeg: config.windowMinElevationDeg,
    onLoad(window, record) {
      const release = windows.hold(window);
      const job = prepareWindow({ pool, slots, signal: stopping }, window)
        .then(async () => {
          log.info({ window: window.id }, 'analysis window prepared');
          if (record.propagationFailures !== null) return;
          const failures = await surveyWindow({ knex, pool, slots, signal: stopping }, window);
          log.info({ window: window.id, failing: failures.length }, 'analysis window surveyed');
        })
        .catch((error: unknown) => {
          if (stopping.aborted) return;
          log.error({ err: error, window: window.id }, 'the analysis window could not be prepared and surveyed');
        })
        .finally(() => {
          release();
          jobs.delete(job);
        });
      jobs.add(job);
    },
  });
  life.background(() => keeper.stop());
  await keeper.check();
  stopping.throwIfAborted();
  keeper.start();

  if (config.catalogueUrls.length + config.transmittersUrls.length > 0) {
    const refreshing = createRefresher({
      knex,
      settings: config,
      log,
      now: () => new Date(),
      onChange: () => keeper.check(),
    });
    refresher = refreshing;
    life.background(() => refreshing.stop());
    refreshing.start();
  }

  const threads = Math.max(1, Math.floor(config.workers / 2));
  const startPool = (): Promise<Pool> => createPool(core, threads, { background: true, signal: stopping });
  const queue = database.kind === 'postgres' ? loggedQueue(knex, log) : undefined;
  life.resource(() => queue?.close());
  const started = createSweeper({ knex, core, ringTables, windows, log, threads, queue, startPool });
  sweeper = started;
  life.background(() => started.stop());
  started.start();
  return { url: config.publicUrl ?? address, metricsUrl, demo, window: () => analysis.current() };
}

/** Runs a job that needs the database only, brought up to date; `applied` names the migrations that it took. */
export async function withDatabase<T>(
  config: Config,
  job: (knex: Knex, applied: readonly string[]) => Promise<T>,
): Promise<T> {
  const database = await openDatabase(config);
  try {
    const applied = await migrate(database.knex);
    return await job(database.knex, applied);
  } finally {
    await database.close();
  }
}

/**
 * Runs a job that needs the database and all threads; on a Postgres server, other processes share in its sweeps, or `warn`
 * is told why they cannot.
 */
export async function withCompute<T>(
  config: Config,
  warn: (message: string) => void,
  job: (parts: PrecomputeParts) => Promise<T>,
): Promise<T> {
  return withThreads(config, async (parts) => {
    if (config.databaseUrl === undefined) return job(parts);
    // What goes wrong with old jobs, the next process that looks after them meets again.
    const queue = createBlockQueue(
      parts.knex,
      () => undefined,
      (denied) => warn(`${denied} ${COUNTS_ALONE}`),
    );
    try {
      return await job({ ...parts, queue });
    } finally {
      await queue.close();
    }
  });
}

/** Helps with the sweeps of other processes until the signal says so. A UserError on the embedded database. */
export async function runWorker(config: Config, log: Logger, signal: AbortSignal): Promise<void> {
  if (config.databaseUrl === undefined) {
    throw new UserError('DATABASE_URL is not set: workers share the database of a Postgres server, postgres://…');
  }
  await withThreads(config, async (parts) => {
    const queue = loggedQueue(parts.knex, log);
    log.info({ threads: parts.threads }, 'waiting for sweeps');
    try {
      await helpSweeps({ ...parts, queue, log, signal });
    } finally {
      await queue.close();
    }
  });
}

function loggedQueue(knex: Knex, log: Logger): BlockQueue {
  return createBlockQueue(
    knex,
    (error) => log.warn({ err: error }, 'the job queue could not be looked after'),
    (denied) => log.warn(`${denied} ${COUNTS_ALONE}`),
  );
}

async function withThreads<T>(config: Config, job: (parts: PrecomputeParts) => Promise<T>): Promise<T> {
  return withDatabase(config, async (knex) => {
    const core = await createOwnedCore(BATCH_MEGABYTES);
    const threads = config.workers;
    const pool = await createPool(core, threads);
    try {
      const ringTables = createRingTables(core);
      return await job({
        knex,
        core,
        pool,
        threads,
        ringTables,
        slots: createSlots(core, threads, { most: threads, mostWaiting: 0, patienceMs: Infinity }),
      });
    } finally {
      await pool.close();
    }
  });
}
