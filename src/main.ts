import type { Logger } from 'pino';
import type { AnalysisWindow } from './compute/query.js';
import type { Config } from './config.js';
import { openDatabase } from './db/connection/connect.js';
import { migrate } from './db/migrations/migrate.js';
import { type Demo, prepareDemo } from './jobs/demo.js';
import { startOfDay } from './jobs/window/windowOptions.js';
import { createLifecycle, type Lifecycle } from './service/lifecycle.js';
import { startEngine } from './service/engine.js';
import { openPorts } from './service/ports.js';
import { createLoggedQueue } from './service/batch.js';
import { createUpkeep } from './service/upkeep.js';

export interface Service {
  /** URL under which clients reach the service, without the base path. */
  url: string;
  /** Address of /metrics; undefined without METRICS_PORT. */
  metricsUrl: string | undefined;
  demo: Demo | undefined;
  /** The window that answers now, if there is one. */
  window(): AnalysisWindow | undefined;
  /** Rejects when the embedded database has ended by itself: then the service can only be stopped. */
  readonly lost: Promise<never>;
  /** Closes the ports, lets requests under way end for up to DRAIN_MS, then closes the threads and the database. */
  stop(): Promise<void>;
}

/**
 * Starts all parts of the service, each after the parts that it needs; resolves when the newest window, if any, is
 * loaded. When a step fails, or the signal is aborted, all parts that were started are stopped again.
 *
 * @throws UserError if the settings, the database or a port are the reason
 */
export async function startService(
  config: Config,
  log: Logger,
  { demo, signal }: { demo: boolean; signal?: AbortSignal },
): Promise<Service> {
  const life = createLifecycle(() => starting);
  const starting = startParts(config, log, demo, life);
  // Errors of this stop are ignored: the caller gets the error of `starting` or, later, that of its own `stop`.
  const stop = (): void => void life.stop().catch(() => undefined);
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    return { ...(await starting), stop: life.stop };
  } catch (error) {
    // The caller gets the error of the start, not an error of the stop.
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

  await database.share().catch((error: unknown) => {
    log.warn({ err: error }, 'commands cannot reach the embedded database while this process runs');
  });

  const engine = await startEngine(config, log, knex, life);
  const queue = database.kind === 'postgres' ? createLoggedQueue(knex, log) : undefined;
  life.resource(() => queue?.close());
  const upkeep = createUpkeep(config, log, { knex, engine, queue, stopping });
  life.background(() => upkeep.stop());

  // Ports open before the window is loaded: health checks get their answer, and a port that is in use ends the start
  // before prepareDemo replaces the token of the demo.
  const { address, metricsUrl } = await openPorts(config, log, { database, engine, upkeep }, life);
  stopping.throwIfAborted();
  const demo = withDemo ? await prepareDemo(knex, startOfDay(Date.now())) : undefined;
  if (demo?.bundled === false) log.info('the imported catalogue stays: the bundled one is not loaded');
  stopping.throwIfAborted();
  await upkeep.start();
  return {
    url: config.publicUrl ?? address,
    metricsUrl,
    demo,
    window: () => engine.analysis.current(),
    lost: database.lost,
  };
}
