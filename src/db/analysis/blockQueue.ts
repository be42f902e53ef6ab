import type { Knex } from 'knex';
import type PgBoss from 'pg-boss';
import { UserError } from '../../errors.js';
import { withConnection } from '../connection/connections.js';
import { isDatabaseAway } from '../connection/databaseAway.js';
import { BULK_STATEMENT } from '../connection/statements.js';

/**
 * Queue of the blocks of epochs that wait to be counted, in pg-boss: each process gets different ones. It only
 * distributes them; the table `sweep_blocks` says which are finished.
 */
export interface BlockQueue {
  /**
   * Sets the queue up if need be; every other call does so too.
   *
   * @throws UserError where the database user may not set it up, or use it
   */
  open(): Promise<void>;
  /** Whether the database user may set up and use the queue. */
  isAllowed(): Promise<boolean>;
  /** Adds blocks to the queue of a sweep, by their first epoch. Blocks that are or were in it stay as they are. */
  offer(sweepId: number, fromEpochs: readonly number[]): Promise<void>;
  /** Takes a block, which no other process gets for five minutes; undefined where none waits. */
  take(sweepId: number): Promise<number | undefined>;
  /** Counts the blocks of a sweep that wait. */
  waiting(sweepId: number): Promise<number>;
  /** Removes a block that is stored. */
  finish(sweepId: number, fromEpoch: number): Promise<void>;
  /** Gives blocks back, so that others can take them at once. */
  giveBack(sweepId: number, fromEpochs: readonly number[]): Promise<void>;
  /** Deletes the queues of sweeps that are completed or gone. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

const SCHEMA = 'sidelobe_jobs';
/** Time after which a process that has not finished a block is taken for dead. */
const EXPIRE_SECONDS = 300;
/** Interval at which some process looks for blocks of dead processes, and for old jobs. */
const MAINTENANCE_SECONDS = 60;
/** Attempts after which a failing block is left to the process that runs its sweep, which reports why. */
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
 * @param onError told of errors between the calls, in pg-boss's maintenance
 * @param onDenied told, once, why the queue is not allowed
 */
export function createBlockQueue(
  knex: Knex,
  onError: (error: unknown) => void,
  onDenied: (message: string) => void = () => undefined,
): BlockQueue {
  let opening: Promise<PgBoss> | undefined;
  let isDenialTold = false;

  /** Starts pg-boss; a new one after a failure, since one that failed to start stays unusable. */
  const opened = (): Promise<PgBoss> => {
    opening ??= startBoss(knex, onError).catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  return {
    async open() {
      await opened();
    },

    async isAllowed() {
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

    async offer(sweepId, fromEpochs) {
      const boss = await opened();
      const name = queueName(sweepId);
      const options = { name, policy: 'standard', retryLimit: RETRIES, expireInSeconds: EXPIRE_SECONDS } as const;
      // Queues that are made or deleted at the same time deadlock.
      await knex.transaction(async (trx) => {
        await trx.raw('select pg_advisory_xact_lock(?)', [QUEUES_LOCK]).options(BULK_STATEMENT);
        await boss.createQueue(name, options);
      });
      for (let i = 0; i < fromEpochs.length; i += CHUNK) {
        await boss.insert(fromEpochs.slice(i, i + CHUNK).map((from) => ({ id: jobId(from), name, data: { from } })));
      }
    },

    async take(sweepId) {
      const boss = await opened();
      // fetch() takes any failure for an empty queue.
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

    async waiting(sweepId) {
      return (await opened()).getQueueSize(queueName(sweepId));
    },

    async finish(sweepId, fromEpoch) {
      await (await opened()).complete(queueName(sweepId), jobId(fromEpoch));
    },

    async giveBack(sweepId, fromEpochs) {
      if (fromEpochs.length === 0) return;
      await (await opened()).fail(queueName(sweepId), fromEpochs.map(jobId));
    },

    async clear() {
      await opened();
      await knex.transaction(deleteEndedQueues);
    },

    async close() {
      const boss = await opening?.catch(() => undefined);
      await boss?.stop({ graceful: false });
    },
  };
}

/** Starts pg-boss, which sets its schema up if need be; of several processes one does. */
async function startBoss(knex: Knex, onError: (error: unknown) => void): Promise<PgBoss> {
  // Loading it takes a quarter of a second, and few commands need it.
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
 * has failed. Statements without values are transactions that wait for each other: they set the schema up and maintain
 * it.
 *
 * @throws UserError where the database user lacks a right that the queue needs
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

/** Whether a statement was refused as the database user has no right to it: SQLSTATE insufficient_privilege. */
function isDenied(error: unknown): error is Error {
  return isDatabaseAway(error) && (error.cause as NodeJS.ErrnoException | undefined)?.code === '42501';
}

/** Deletes the queues of ended sweeps, first their jobs: pg-boss keeps a queue that holds jobs somebody has taken. */
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

/** Id of a block's job, the same in every process: pg-boss ignores jobs that it has already. */
function jobId(fromEpoch: number): string {
  return `00000000-0000-4000-8000-${fromEpoch.toString(16).padStart(12, '0')}`;
}
