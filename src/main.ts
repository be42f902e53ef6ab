import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { createAnalysis } from './compute/analysis.js';
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
import { createSeriesCache } from './store/seriesCache.js';
import { createSlots } from './store/slots.js';
import { createWindowStore } from './store/windowStore.js';

export interface Service {
  /** Where clients reach it, without the base path. */
  url: string;
  demo: Demo | undefined;
  stop(): Promise<void>;
}

/** Windows, and the text of the answers under way: what the core's memory holds beside the series. */
const OTHER_MEGABYTES = 128;
const SLOTS = 48;
const MAX_WAITING = 1024;
const DRAIN_MS = 10_000;
const DAY_MS = 86_400_000;

/** Starts everything, in the order in which things need each other; what was started is stopped again when a later step fails. */
export async function startService(config: Config, log: Logger, options: { demo: boolean }): Promise<Service> {
  const closing: (() => Promise<unknown> | void)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closing.splice(0).reverse()) await close();
  };
  try {
    const database = await openDatabase({
      dataDir: config.dataDir,
      ...(config.databaseUrl !== undefined && { databaseUrl: config.databaseUrl }),
    });
    closing.push(() => database.close());
    const { knex } = database;
    await migrate(knex);
    const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
    const demo = options.demo ? await prepareDemo(knex, today) : undefined;

    const core = await createOwnedCore(config.seriesCacheMegabytes + OTHER_MEGABYTES);
    const slots = createSlots(core, SLOTS, MAX_WAITING);
    const series = createSeriesCache(core, config.seriesCacheMegabytes * 2 ** 20);
    const windows = createWindowStore(series);
    const pool = await createPool(core, config.workers);
    closing.push(() => pool.close());

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
        const survey = surveyWindow({ knex, pool, slots }, window)
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
    await keeper.check();
    keeper.start();
    closing.push(() => keeper.stop());

    const analysis = createAnalysis({ core, pool, slots, series, windows });
    const server = createServer(createApp({ knex, analysis, log }), log);
    const address = await listen(server, config);
    closing.push(() => drain(server));
    return { url: config.publicUrl ?? address, demo, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function listen(server: Server, { host, port }: Config): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const inUse = error.code === 'EADDRINUSE';
      reject(inUse ? new UserError(`port ${port} on ${host} is in use: set PORT to another one`) : error);
    });
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}

/** Lets requests under way end, for a while. */
async function drain(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const timer = setTimeout(() => {
    server.closeAllConnections();
  }, DRAIN_MS);
  await closed;
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
