import type { Logger } from 'pino';
import { readBuildVersion } from '../settings/buildVersion.js';
import { createCountRun } from '../compute/countRun.js';
import type { Config } from '../config.js';
import type { CallCounts } from '../db/accounts/rateLimits.js';
import type { Database } from '../db/connection/connect.js';
import { countConnections } from '../db/connection/connections.js';
import { createKnown } from '../db/known.js';
import { createApp } from '../http/app.js';
import { createDraining } from '../http/draining.js';
import { createLimits } from '../http/limits/limits.js';
import { createMetrics, createMetricsServer, type Metrics } from '../http/metrics.js';
import { createServer } from '../http/server.js';
import { describe } from '../http/routes/documents.js';
import type { Lifecycle } from '../lifecycle.js';
import { listen } from '../listening.js';
import { createCatalogueIndex } from '../memory/catalogueIndex.js';
import { createDirectories } from '../memory/directories.js';
import { createRunIndexes } from '../memory/runIndexes.js';
import type { Engine } from './engine.js';
import type { Upkeep } from './upkeep.js';

/**
 * Addresses of the open ports, `http://host:port`; that of the metrics with its path, undefined without METRICS_PORT.
 */
export interface Addresses {
  address: string;
  metricsUrl: string | undefined;
}

export interface PortParts {
  database: Database;
  counts: CallCounts;
  engine: Engine;
  upkeep: Upkeep;
}

/**
 * Opens the port of the API and the page, and the port of the metrics where one is set; `life` lets their requests end.
 *
 * @throws UserError where a port cannot be had
 */
export async function openPorts(config: Config, log: Logger, parts: PortParts, life: Lifecycle): Promise<Addresses> {
  const { database, counts, engine } = parts;
  const { knex } = database;
  const metrics = config.metricsPort === undefined ? undefined : measure(parts);
  const draining = createDraining(config.drainMs);
  const runIndexes = createRunIndexes({ knex, count: createCountRun(engine.analysis), log });
  life.background(() => runIndexes.stop());
  const app = createApp(
    {
      knex,
      known: createKnown(database),
      analysis: engine.analysis,
      sharing: engine.sharing,
      catalogue: createCatalogueIndex(knex),
      directories: createDirectories(knex),
      runIndexes,
      log,
      limits: createLimits(counts, config),
      draining,
      build: readBuildVersion(),
      settings: config,
    },
    metrics,
  );
  describe(config.publicUrl);
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
  return { address, metricsUrl };
}

function measure({ database, engine, upkeep }: PortParts): Metrics {
  const { pool, slots, series, analysis, times } = engine;
  return createMetrics(
    {
      poolWaiting: () => pool.waiting,
      freeSlots: () => slots.free,
      series: () => series,
      connections: () => countConnections(database.knex),
      window: () => analysis.current()?.id,
      windowTimes: () => upkeep.windowTimes(),
      sweepProgress: () => upkeep.sweepProgress(),
      refreshAgeSeconds: () => upkeep.refreshAgeSeconds(),
      refreshFailures: () => upkeep.refreshFailures(),
    },
    times,
  );
}
