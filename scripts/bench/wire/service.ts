/**
 * The product in a process of its own, as `serve` composes it but without its background work, with a window and a demo
 * account; beside it, over the same database, what it is compared with.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { createLog } from '../../../src/cli/operations/log.js';
import { readConfig } from '../../../src/config.js';
import { newestPublishedWindow } from '../../../src/db/analysis/windows.js';
import { insertStation, listStations } from '../../../src/db/analysis/stations.js';
import { track } from '../../../src/db/analysis/tracked.js';
import { findUserByEmail } from '../../../src/db/accounts/accounts.js';
import { openDatabase } from '../../../src/db/connection/connect.js';
import { migrate } from '../../../src/db/migrations/migrate.js';
import { type Demo, prepareDemo } from '../../../src/jobs/demo.js';
import { importCatalogue } from '../../../src/jobs/import/importCatalogue.js';
import { importTransmitters } from '../../../src/jobs/import/importTransmitters.js';
import { openWindow } from '../../../src/jobs/window/openWindow.js';
import { prepareWindow } from '../../../src/jobs/window/surveyWindow.js';
import { createLifecycle } from '../../../src/service/lifecycle.js';
import { loadStoredWindow } from '../../../src/memory/loadStoredWindow.js';
import { startEngine } from '../../../src/service/engine.js';
import { openPorts } from '../../../src/service/ports.js';
import { createUpkeep } from '../../../src/service/upkeep.js';
import { DEFAULT_MIN_ELEVATION_DEG, DEFAULT_NSIDE } from '../../../src/spec.js';
import { serveParent } from './child.js';
import type { Intensities } from './entries.js';
import { cpuUs } from './figures.js';
import { createLayerProfile } from './layers.js';
import { completeRun } from './runIndex.js';
import { constantWeeks, dropRows, serveRows } from './peers.js';

/** What to start. */
export interface Options {
  /** URL of a Postgres server; without it the embedded database. */
  databaseUrl?: string | undefined;
  catalogue: string | undefined;
  transmitters: string | undefined;
  startMs: number;
  /** Catalogue numbers of satellites to track. */
  norads: readonly number[];
  /** Ground stations that the account has. */
  stations: number;
}

/** What listens now. */
export interface Started {
  url: string;
  /** Address of the application with weeks that are always the bytes of the first one. */
  constantUrl: string;
  token: string;
  /** Ids of the satellites of `norads`, in that order. */
  tracked: number[];
}

const life = createLifecycle(() => Promise.resolve());
const log = createLog('info', '/dev/null');
let database: Knex | undefined;

async function startService(options: Options): Promise<Started> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sidelobe-bench-'));
  life.resource(() => rmSync(dataDir, { recursive: true, force: true }));
  const config = readConfig({
    HOST: '127.0.0.1',
    PORT: '0',
    SIDELOBE_DATA_DIR: dataDir,
    DATABASE_URL: options.databaseUrl,
    RATE_LIMIT_INTERFERENCE_PER_MINUTE: '1000000',
    RATE_LIMIT_OTHER_PER_HOUR: '1000000',
  });
  const opened = await openDatabase(config);
  life.resource(() => opened.close());
  const { knex } = opened;
  database = knex;
  await migrate(knex);
  const demo = await fill(knex, options);
  const engine = await startEngine(config, log, knex, life);
  const record = await newestPublishedWindow(knex);
  if (record === undefined) throw new Error('the window was not published');
  const window = await loadStoredWindow(knex, engine.core, record);
  engine.windows.publish(window);
  await prepareWindow(engine, window);
  for (const norad of options.norads) await completeRun(knex, engine.analysis, window, norad);

  const upkeep = createUpkeep(config, log, { knex, engine, queue: undefined, stopping: life.stopping });
  const { address: url } = await openPorts(config, log, { database: opened, engine, upkeep }, life);
  const beside = { ...engine, analysis: constantWeeks(engine.analysis) };
  const { address: constantUrl } = await openPorts(config, log, { database: opened, engine: beside, upkeep }, life);
  const ids = new Map(demo.tracked.map(({ id, noradNumber }) => [noradNumber, id]));
  return { url, constantUrl, token: demo.token, tracked: options.norads.map((norad) => ids.get(norad) ?? 0) };
}

/** Brings catalogue, window and account into the database. */
async function fill(knex: Knex, { catalogue, transmitters, startMs, norads, stations }: Options): Promise<Demo> {
  const day = new Date(startMs);
  if (catalogue !== undefined) await importCatalogue(knex, catalogue);
  if (transmitters !== undefined) await importTransmitters(knex, transmitters);
  const { email } = await prepareDemo(knex, day);
  const user = await findUserByEmail(knex, email);
  if (user === undefined) throw new Error('there is no demo account');
  const { accountId, id: userId } = user;
  for (const norad of norads) await track(knex, accountId, norad, userId);
  for (let i = (await listStations(knex, accountId)).length; i < stations; i++) {
    const latitudeDeg = (180 / Math.PI) * Math.asin(1 - (2 * i + 1) / stations);
    await insertStation(knex, { accountId, name: `${i}`, latitudeDeg, longitudeDeg: (137.5 * i) % 180 });
  }
  const options = { nside: DEFAULT_NSIDE, minElevationDeg: DEFAULT_MIN_ELEVATION_DEG, uniformElevation: false };
  await openWindow(knex, { start: day, ...options });
  // The demo lists what the account tracks.
  return prepareDemo(knex, day);
}

/** Starts the peer whose weeks come from a table; returns its URL. */
async function startRows(intensities: Intensities): Promise<string> {
  const knex = database;
  if (knex === undefined) throw new Error('the service is not started');
  life.resource(() => dropRows(knex));
  const { server, url } = await serveRows(knex, intensities);
  life.serving(async () => {
    server.close().closeAllConnections();
  });
  return url;
}

const profile = createLayerProfile();
const served = { start: startService, startRows, cpuUs, startProfile: profile.start, stopProfile: profile.stop };
export type Service = typeof served;

serveParent(served, () => life.stop());
