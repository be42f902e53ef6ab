import type { Knex } from 'knex';
import type PgBoss from 'pg-boss';
import { UserError } from '../../errors.js';
import { withConnection } from '../connection/connections.js';
import { isDatabaseAway } from '../connection/databaseAway.js';
import { BULK_STATEMENT } from '../connection/statements.js';

/**
 * Queue of the blocks of epochs that wait to be counted, in pg-boss: each process takes different blocks. The queue
 * only distributes them; the table `sweep_blocks` says which are finished.
 */
export type BlockQueue = ReturnType<typeof createBlockQueue>;

const SCHEMA = 'sidelobe_jobs';
/** Seconds after which a block that was taken and is not finished may be taken again: its process counts as dead. */
const EXPIRE_SECONDS = 300;
/**
 * Seconds between two runs of pg-boss's maintenance, which gives back blocks of dead processes and deletes old jobs.
 */
const MAINTENANCE_SECONDS = 60;
/**
 * Number of times that a block goes back to the queue because it failed, expired or was given back. Then only the
 * process that runs the sweep counts it, and reports why it fails.
 */
const RETRIES = 5;
/** Number of jobs in one statement. */
const CHUNK = 2_000;
/**
 * Key of the advisory lock for making and deleting queues; any fixed number would do. This is the text "blockque" as an
 * integer.
 */
const QUEUES_LOCK = '7092165985996731749';

/**
 * Creates queues, one for each sweep, over the connections that Knex has; the database is not asked before the first
 * call.
 *
 * @param onError called with errors of pg-boss's maintenance, which runs between the calls
 * @param onDenied called once with the reason if the database user may not use the queue
 */
export function createBlockQueue(
  knex: Knex,
  onError: (error: unknown) => void,
  onDenied: (message: string) => void = () => undefined,
) {
  let opening: Promise<PgBoss> | undefined;
  let isDenialTold = false;

  /**
   * Returns pg-boss once it has started. After a failed start the next call makes a new one, as the failed one stays
   * unusable.
   */
  const opened = (): Promise<PgBoss> => {
    opening ??= startBoss(knex, onError).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  return {
    /**
     * Sets the queue up if it is not there yet; so does every other call but `close`.
     *
     * @throws UserError if the database user may not set it up, or use it
     */
    async open(): Promise<void> {
      await opened();
    },

    /** Whether the database user may set up and use the queue. */
    async isAllowed(): Promise<boolean> {
      try {
        await opened();
        return true;
      } catch (error) {
        if (!(error instanceof UserError)) throw error;
        if (!isDenialTold) onDenied(error.message);
        isDenialTold = true;
        return false;
      }
    },

    /**
     * Adds blocks, named by their first epochs, to the queue of a sweep. Blocks that were added before, even if taken
     * since, are not added again.
     */
    async offer(sweepId: number, fromEpochs: readonly number[]): Promise<void> {
      const boss = await opened();
      const name = queueName(sweepId);
      const options = { name, policy: 'standard', retryLimit: RETRIES, expireInSeconds: EXPIRE_SECONDS } as const;
      // Without the lock, processes that make or delete queues at the same time would deadlock.
      await knex.transaction(async (trx) => {
        await trx.raw('select pg_advisory_xact_lock(?)', [QUEUES_LOCK]).options(BULK_STATEMENT);
        await boss.createQueue(name, options);
      });
      for (let i = 0; i < fromEpochs.length; i += CHUNK) {
        await boss.insert(fromEpochs.slice(i, i + CHUNK).map((from) => ({ id: jobId(from), name, data: { from } })));
      }
    },

    /** Takes a block, for five minutes for this process alone; returns its first epoch, or undefined if none waits. */
    async take(sweepId: number): Promise<number | undefined> {
      const boss = await opened();
      // fetch() hides errors and reports an empty queue, so the error is kept here.
      let failure: { reason: unknown } | undefined;
      const executeSql: PgBoss.Db['executeSql'] = (text, values) =>
        boss
          .getDb()
          .executeSql(text, values)
          .catch((reason: unknown) => {
            failure = { reason };
            throw reason;
          });
      const [job] = await boss.fetch<{ from: number }>(queueName(sweepId), { priority: false, db: { executeSql } });
      if (failure !== undefined) throw failure.reason;
      return job?.data.from;
    },

    /** Counts the blocks of a sweep that wait. */
    async waiting(sweepId: number): Promise<number> {
      return (await opened()).getQueueSize(queueName(sweepId));
    },

    /** Notes that a block is stored, so that it is not taken again. */
    async finish(sweepId: number, fromEpoch: number): Promise<void> {
      await (await opened()).complete(queueName(sweepId), jobId(fromEpoch));
    },

    /** Gives blocks back that were taken, so that other processes can take them at once. */
    async giveBack(sweepId: number, fromEpochs: readonly number[]): Promise<void> {
      if (fromEpochs.length === 0) return;
      await (await opened()).fail(queueName(sweepId), fromEpochs.map(jobId));
    },

    /** Deletes the queues of sweeps that are completed or gone. */
    async clear(): Promise<void> {
      await opened();
      await knex.transaction(deleteEndedQueues);
    },

    async close(): Promise<void> {
      const boss = await opening?.catch(() => undefined);
      await boss?.stop({ graceful: false });
    },
  };
}

/**
 * Starts pg-boss, which sets its schema up if it is not there yet; if several processes start at once, one of them
 * does.
 */
async function startBoss(knex: Knex, onError: (error: unknown) => void): Promise<PgBoss> {
  // Loading pg-boss takes a quarter of a second, and few commands need it.
  const { default: Boss } = await import('pg-boss');
  const boss = new Boss({
    db: { executeSql: (text, values) => execute(knex, text, values) },
    schema: SCHEMA,
    schedule: false,
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
    archiveCompletedAfterSeconds: 86_400,
    deleteAfterHours: 1,
  });
  boss.on('error', onError);
  return boss.start();
}

/**
 * Runs a statement of pg-boss over Knex's pool: a pool of pg-boss's own would keep a connection on which a transaction
 * has failed. Statements without values set the schema up or maintain it; they are transactions that wait for each
 * other, so they get the long time-out.
 *
 * @throws UserError if the database user lacks a right that the queue needs
 */
async function execute(knex: Knex, text: string, values: unknown[] | undefined): Promise<{ rows: unknown[] }> {
  const query = values === undefined ? { text, ...BULK_STATEMENT } : { text, values };
  try {
    return await withConnection(knex, (connection) => connection.query(query));
  } catch (error) {
    throw isDenied(error) ? new UserError(`${error.message}: ${REMEDY}`, { cause: error }) : error;
  }
}

const REMEDY =
  `blocks of a sweep wait for workers in the schema ${SCHEMA}; GRANT CREATE ON DATABASE to the database user or, ` +
  'where another user has made that schema, GRANT that user to it;';

/** Whether a statement was refused because the database user lacks the right: SQLSTATE insufficient_privilege. */
function isDenied(error: unknown): error is Error {
  return isDatabaseAway(error) && (error.cause as NodeJS.ErrnoException | undefined)?.code === '42501';
}

/**
 * Deletes the queues of ended sweeps. Their jobs go first: pg-boss keeps a queue that has jobs which a process has
 * taken.
 */
async function deleteEndedQueues(trx: Knex.Transaction): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(?)', [QUEUES_LOCK]).options(BULK_STATEMENT);
  const ended = await trx(`${SCHEMA}.queue as q`)
    .whereNotExists(trx('sweeps as s').whereNot('s.status', 'completed').whereRaw(`q.name = 'sweep-' || s.id`))
    .whereLike('q.name', 'sweep-%')
    .pluck<string[]>('q.name');
  for (const name of ended) {
    await trx(`${SCHEMA}.job`).where({ name }).delete();
    await trx.raw(`select ${SCHEMA}.delete_queue(?)`, [name]);
  }
}

function queueName(sweepId: number): string {
  return `sweep-${sweepId}`;
}

/** Id of a block's job. It is the same in every process, and pg-boss ignores a job whose id its queue has already. */
function jobId(fromEpoch: number): string {
  return `00000000-0000-4000-8000-${fromEpoch.toString(16).padStart(12, '0')}`;
}
