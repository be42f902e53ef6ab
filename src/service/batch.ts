import type { Knex } from 'knex';
import { type Logger, pino } from 'pino';
import type { Analysis } from '../compute/analysis.js';
import type { AnalysisWindow } from '../compute/query.js';
import { createPool } from '../compute/pool.js';
import type { Config } from '../config.js';
import { createOwnedCore, MAX_MEGABYTES } from '../core/instance.js';
import { newestPublishedWindow } from '../db/analysis/windows.js';
import { type BlockQueue, createBlockQueue } from '../db/analysis/blockQueue.js';
import { type DatabaseOptions, openDatabase } from '../db/connection/connect.js';
import { migrate } from '../db/migrations/migrate.js';
import { UserError } from '../errors.js';
import type { PrecomputeParts } from '../jobs/precompute.js';
import { helpSweeps } from '../jobs/sweep/helpSweeps.js';
import type { KnownErrorLaws } from '../memory/errorLaws.js';
import { createRingTables } from '../memory/ringTables.js';
import { loadStoredWindow } from '../memory/loadedWindow.js';
import { createSlots } from '../memory/slots.js';
import { createLifecycle } from './lifecycle.js';
import { startEngine } from './engine.js';

/** Database, analysis, laws of error and window by which a command answers questions. */
export interface QuestionParts {
  knex: Knex;
  analysis: Analysis;
  errorLaws: Pick<KnownErrorLaws, 'current'>;
  window: AnalysisWindow;
}

/**
 * Runs a job that asks questions about the newest window.
 *
 * @throws UserError if no window is open, or it does not fit into memory
 */
export async function withAnalysis<T>(config: Config, job: (parts: QuestionParts) => Promise<T>): Promise<T> {
  const answer = async (knex: Knex): Promise<T> => {
    const record = await newestPublishedWindow(knex);
    if (record === undefined) throw new UserError('no window is open yet: see `sidelobe window open`');
    const life = createLifecycle(() => Promise.resolve());
    try {
      const { core, windows, analysis, errorLaws } = await startEngine(config, pino({ level: 'silent' }), knex, life);
      const window = await loadStoredWindow(knex, core, record);
      windows.publish(window);
      return await job({ knex, analysis, errorLaws, window });
    } finally {
      await life.stop();
    }
  };
  return withDatabase(config, answer, { mayAsk: true, mustExist: true });
}

/**
 * Opens the database, applies the migrations that it lacks, and runs a job; `applied` names those migrations. With
 * `mayAsk`, an embedded database that another process has open is reached through that process; with `mustExist`, a
 * missing one is refused, not made.
 */
export async function withDatabase<T>(
  config: Config,
  job: (knex: Knex, applied: readonly string[]) => Promise<T>,
  options: Pick<DatabaseOptions, 'mayAsk' | 'mustExist'> = {},
): Promise<T> {
  const database = await openDatabase({ ...config, ...options });
  try {
    const applied = await migrate(database.knex);
    return await Promise.race([job(database.knex, applied), database.lost]);
  } finally {
    await database.close();
  }
}

/**
 * Runs a job that needs the database and a pool. On a Postgres server other processes help with its sweeps; if they
 * cannot, `warn` is called with the reason.
 */
export async function withCompute<T>(
  config: Config,
  warn: (message: string) => void,
  job: (parts: PrecomputeParts) => Promise<T>,
): Promise<T> {
  return withThreads(config, async (parts) => {
    if (config.databaseUrl === undefined) return job(parts);
    const queue = createBlockQueue(
      parts.knex,
      // Ignored: a server or worker that maintains the queue meets the same error and logs it.
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

/**
 * Helps with the sweeps of other processes until the signal is aborted.
 *
 * @throws UserError on the embedded database, and as `helpSweeps` does
 */
export async function runWorker(config: Config, log: Logger, signal: AbortSignal): Promise<void> {
  if (config.databaseUrl === undefined) {
    throw new UserError('DATABASE_URL is not set: workers share the database of a Postgres server, postgres://…');
  }
  await withThreads(config, async (parts) => {
    const queue = createLoggedQueue(parts.knex, log);
    log.info({ threads: parts.threads }, 'waiting for sweeps');
    try {
      await helpSweeps({ ...parts, queue, log, signal });
    } finally {
      await queue.close();
    }
  });
}

async function withThreads<T>(config: Config, job: (parts: PrecomputeParts) => Promise<T>): Promise<T> {
  return withDatabase(config, async (knex) => {
    const core = await createOwnedCore(MAX_MEGABYTES);
    const threads = config.workers;
    const pool = await createPool(core, threads);
    try {
      const ringTables = createRingTables(core);
      const slots = createSlots(core, threads);
      return await job({ knex, core, pool, threads, ringTables, slots });
    } finally {
      await pool.close();
    }
  });
}

/** Last words of the warning that a process cannot share its sweeps. */
const COUNTS_ALONE = 'until then this process counts alone';

/** Makes the queue by which processes share sweeps; its errors are logged. */
export function createLoggedQueue(knex: Knex, log: Logger): BlockQueue {
  return createBlockQueue(
    knex,
    (error) => log.warn({ err: error }, 'the job queue could not be looked after'),
    (denied) => log.warn(`${denied} ${COUNTS_ALONE}`),
  );
}
