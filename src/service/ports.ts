import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { readBuildVersion } from '../settings/buildVersion.js';
import { createCountRun } from '../compute/analysis.js';
import type { Config } from '../config.js';
import type { Database } from '../db/connection/connect.js';
import { countConnections } from '../db/connection/connections.js';
import { createKnown } from '../db/known.js';
import { UserError } from '../errors.js';
import { createApp } from '../http/app.js';
import { createDraining } from '../http/draining.js';
import { createLimits } from '../http/limits.js';
import { createMetrics, createMetricsServer } from '../http/metrics.js';
import { createNetworks } from '../http/networks.js';
import { createServer } from '../http/server.js';
import { describe } from '../http/routes/documents.js';
import type { Lifecycle } from './lifecycle.js';
import { createCatalogueIndex } from '../memory/catalogueIndex.js';
import { createRunIndexes } from '../memory/runIndexes.js';
import type { Engine } from './engine.js';
import type { Upkeep } from './upkeep.js';

/**
 * Addresses of the open ports, as `http://host:port`. `metricsUrl` has the path of the metrics too; it is undefined
 * without METRICS_PORT.
 */
export interface Addresses {
  address: string;
  metricsUrl: string | undefined;
}

export interface PortParts {
  database: Database;
  engine: Engine;
  upkeep: Upkeep;
}

/**
 * Opens the port of the API and the page, and the port of the metrics if one is set; `life` lets their requests end
 * at a stop.
 *
 * @throws UserError if a port cannot be had
 */
export async function openPorts(
  config: Config,
  log: Logger,
  { database, engine, upkeep }: PortParts,
  life: Lifecycle,
): Promise<Addresses> {
  const { knex } = database;
  const connections = (): ReturnType<typeof countConnections> => countConnections(knex);
  const metrics = config.metricsPort === undefined ? undefined : createMetrics({ ...engine, upkeep, connections });
  if (metrics !== undefined) engine.onWait(metrics.waited);
  const draining = createDraining(config.drainMs);
  const runIndexes = createRunIndexes({ knex, count: createCountRun(engine.analysis), log });
  life.background(() => runIndexes.stop());
  const app = createApp(
    {
      knex,
      known: createKnown(knex),
      analysis: engine.analysis,
      door: engine.door,
      catalogue: createCatalogueIndex(knex),
      runIndexes,
      errorLaws: engine.errorLaws,
      log,
      limits: createLimits(database, config),
      draining,
      build: readBuildVersion(),
      settings: config,
    },
    metrics,
  );
  describe(config.publicUrl);
  const server = createServer(app, { log, networks: createNetworks(config.trustProxy) });
  draining.watch(server);
  // Registered before a port opens: if the second port is taken, the stop that follows closes the first one.
  life.serving(async () => {
    const cut = await draining.drain();
    if (cut > 0) log.warn({ connections: cut }, 'stopping: answers were cut that had not been read in time');
  });
  const address = await listen(server, config.host, config.port, 'PORT');
  let metricsUrl: string | undefined;
  if (metrics !== undefined && config.metricsPort !== undefined) {
    const metricsServer = createMetricsServer(metrics, log);
    draining.watch(metricsServer);
    metricsUrl = `${await listen(metricsServer, config.metricsHost, config.metricsPort, 'METRICS_PORT')}/metrics`;
  }
  return { address, metricsUrl };
}

/**
 * Most connections that the kernel completes before the server accepts them; beyond, clients wait for whole seconds.
 * Linux takes net.core.somaxconn if that is less.
 */
const BACKLOG = 4_096;

/**
 * Begins to accept connections; returns the address as `http://host:port`.
 *
 * @param setting variable that sets the port, for the error
 * @throws UserError if the port cannot be had
 */
async function listen(server: Server, host: string, port: number, setting: string): Promise<string> {
  server.listen(port, host, BACKLOG);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') throw new UserError(`port ${port} on ${host} is in use: set ${setting} to another one`);
    throw new UserError(`cannot listen on ${setting.replace('PORT', 'HOST')}=${host} ${setting}=${port}: ${message}`, {
      cause: error,
    });
  }
  const { port: bound } = server.address() as AddressInfo;
  return `http://${host.includes(':') ? `[${host}]` : host}:${bound}`;
}
