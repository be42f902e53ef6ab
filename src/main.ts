import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { type AnalysisWindow, createAnalysis } from './compute/analysis.js';
import { createPool } from './compute/pool.js';
import type { Config } from './config.js';
import { createOwnedCore } from './core/instance.js';
import { openDatabase } from './db/connect.js';
import { migrate } from './db/migrate.js';
import { UserError } from './errors.js';
import { createApp } from './http/app.js';
import { createServer } from './http/server.js';
import { type Demo, prepareDemo } from './jobs/demo.js';
import { surveyWindow } from './jobs/surveyWindow.js';
import { createWindowKeeper } from './jobs/windowKeeper.js';
import { createMapBlocks } from './store/mapBlocks.js';
import { createSeriesCache } from './store/seriesCache.js';
import { createSlots } from './store/slots.js';
import { createWindowStore } from './store/windowStore.js';

export interface Service {
  /** Where clients reach it, without the base path. */
  url: string;
  demo: Demo | undefined;
  /** The window that answers now, if there is one. */
  window(): AnalysisWindow | undefined;
  /** Lets requests under way end, then gives everything back: port, threads, database. */
  stop(): Promise<void>;
}

/** Windows, and the text of the answers under way: what the core's memory holds beside the series. */
const OTHER_MEGABYTES = 512;
const SLOTS = 48;
/** Computations of all cells at an epoch that go on at a time. */
const MAPS = 8;
const MAX_WAITING = 1024;
const DRAIN_MS = 10_000;
const DRAIN_STEP_MS = 100;
const DAY_MS = 86_400_000;

/**
 * Starts everything, in the order in which things need each other, and resolves when the newest window is loaded; what
 * was started is stopped again when a later step fails. A UserError where the settings, the database or the port are
 * the reason.
 */
export async function startService(config: Config, log: Logger, options: { demo: boolean }): Promise<Service> {
  const closing: (() => Promise<unknown> | void)[] = [];
  const stop = async (): Promise<void> => {
    const errors: unknown[] = [];
    for (const close of closing.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  };
  try {
    const database = await openDatabase({
      dataDir: config.dataDir,
      ...(config.databaseUrl !== undefined && { databaseUrl: config.databaseUrl }),
    });
    closing.push(() => database.close());
    const { knex } = database;
    await migrate(knex);

    const core = await createOwnedCore(config.seriesCacheMegabytes + OTHER_MEGABYTES);
    const slots = createSlots(core, SLOTS, MAX_WAITING);
    const series = createSeriesCache(core, config.seriesCacheMegabytes * 2 ** 20);
    const maps = createMapBlocks(core, MAPS, MAX_WAITING);
    const windows = createWindowStore(series);
    const pool = await createPool(core, config.workers);
    closing.push(() => pool.close());

    // Before the window is loaded: health checks get their answer, and a port that is taken stops us before the token
    // of the demo is another.
    const analysis = createAnalysis({ core, pool, slots, series, maps, windows });
    const server = createServer(createApp({ knex, analysis, log }), log);
    const address = await listen(server, config);
    closing.push(() => drain(server));

    const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
    const demo = options.demo ? await prepareDemo(knex, today) : undefined;

    const surveys = new Set<Promise<unknown>>();
    closing.push(() => Promise.all(surveys));
    const keeper = createWindowKeeper({
      knex,
      core,
      windows,
      log,
      nside: config.windowNside,
      minElevationDeg: config.windowMinElevationDeg,
      onLoad(window, record) {
        if (record.propagationFailures !== null) return;
        const survey = surveyWindow({ knex, pool, slots, windows }, window)
          .then((failures) => {
            log.info({ window: window.id, failing: failures.length }, 'analysis window surveyed');
          })
          .catch((error: unknown) => {
            log.error({ err: error, window: window.id }, 'the analysis window could not be surveyed');
          })
          .finally(() => surveys.delete(survey));
        surveys.add(survey);
      },
    });
    closing.push(() => keeper.stop());
    await keeper.check();
    keeper.start();
    return { url: config.publicUrl ?? address, demo, window: () => analysis.current(), stop };
  } catch (error) {
    // The first error is the one to tell.
    await stop().catch(() => undefined);
    throw error;
  }
}

async function listen(server: Server, { host, port }: Config): Promise<string> {
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new UserError(`port ${port} on ${host} is in use: set PORT to another one`);
    throw new UserError(`cannot listen on HOST=${host} PORT=${port}: ${message}`, { cause: error });
  }
  const { port: bound } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}

/** Lets requests under way end, for a while. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  // Kept-alive connections fall idle one by one.
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, DRAIN_STEP_MS);
  const timer = setTimeout(() => {
    server.closeAllConnections();
  }, DRAIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
}

/** Runs a job that needs the database only, brought up to date; `applied` names the migrations that it took. */
export async function withDatabase<T>(
  config: Config,
  job: (knex: Knex, applied: readonly string[]) => Promise<T>,
): Promise<T> {
  const database = await openDatabase({
    dataDir: config.dataDir,
    ...(config.databaseUrl !== undefined && { databaseUrl: config.databaseUrl }),
  });
  try {
    const applied = await migrate(database.knex);
    return await job(database.knex, applied);
  } finally {
    await database.close();
  }
}
