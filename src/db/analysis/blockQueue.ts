import type { Knex } from 'knex';
import type PgBoss from 'pg-boss';
import { UserError } from '../../errors.js';
import { BULK_STATEMENT } from '../connection/driver.js';

/**
 * Blocks of epochs that wait to be counted, in pg-boss: each process gets others. It only distributes them; what is
 * finished, `sweep_blocks` says.
 */
export interface BlockQueue {
  /** Sets it up where need be, as every call does. @throws UserError where the database user may not do so, or use it */
  open(): Promise<void>;
  /** Whether that does not throw. */
  isAllowed(): Promise<boolean>;
  /** Puts blocks into the queue of a sweep, by their first epoch. Those that are or were in it stay as they are. */
  offer(sweepId: number, fromEpochs: readonly number[]): Promise<void>;
  /** A block that nobody else has, from now on for some minutes; undefined where none waits. */
  take(sweepId: number): Promise<number | undefined>;
  /** How many blocks wait. */
  waiting(sweepId: number): Promise<number>;
  /** The block is stored. */
  finish(sweepId: number, fromEpoch: number): Promise<void>;
  /** Lets others take the blocks at once. */
  giveBack(sweepId: number, fromEpochs: readonly number[]): Promise<void>;
  /** Removes the queues of sweeps that have come to their end, or are gone. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

const SCHEMA = 'sidelobe_jobs';
/** Whoever has taken a block and not finished it by then is taken for dead. */
const EXPIRE_SECONDS = 300;
/** How often some process looks for such blocks, and for old jobs. */
const MAINTENANCE_SECONDS = 60;
/** A block that fails so often is left to the process that runs its sweep, which tells why. */
const RETRIES = 5;
/** Of jobs in one statement. */
const CHUNK = 2_000;
/** Whoever makes or deletes queues holds it. Any fixed number serves; this one is the text "blockque" as an integer. */
const QUEUES_LOCK = '7092165985996731749';

/**
 * A queue for each sweep, over the connections that Knex has; nothing is asked of the database before the first call.
 *
 * @param onError told of what goes wrong between the calls, in pg-boss's maintenance
 * @param onDenied told, once, why the queue is not allowed
 */
export function createBlockQueue(
  knex: Knex,
  onError: (error: unknown) => void,
  onDenied: (message: string) => void = () => undefined,
): BlockQueue {
  let opening: Promise<PgBoss> | undefined;
  let isDenialTold = false;

  /** One that failed to start stays so: the next attempt makes another. */
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

/** Sets the schema up, or brings it up to date, where need be; of several processes one does. */
async function startBoss(knex: Knex, onError: (error: unknown) => void): Promise<PgBoss> {
  await refuseWithoutRights(knex);
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

interface Rights {
  user: string;
  database: string;
  mayCreate: boolean;
  /** Whoever set the queue up; null where nobody has. */
  owner: string | null;
  mayUse: boolean | null;
}

/** pg-boss asks for the right to create schemas even where its own is there without tables, and alters its tables later. */
async function refuseWithoutRights(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: [Rights] }>(
    `select quote_ident(current_user) as user, quote_ident(current_database()) as database,
       has_database_privilege(current_database(), 'create') as "mayCreate",
       quote_ident(pg_get_userbyid(c.relowner)) as owner, pg_has_role(c.relowner, 'usage') as "mayUse"
     from (select) one left join pg_class c on c.relname = 'job'
       and c.relnamespace = (select oid from pg_namespace where nspname = ?)`,
    [SCHEMA],
  );
  const { user, database, mayCreate, owner, mayUse } = rows[0];
  if (owner === null ? mayCreate : mayUse) return;
  const [right, grant] =
    owner === null
      ? [`create the schema ${SCHEMA}`, `GRANT CREATE ON DATABASE ${database} TO ${user}`]
      : [`use the schema ${SCHEMA} of ${owner}`, `GRANT ${owner} TO ${user}`];
  throw new UserError(
    `the database user ${user} may not ${right}, in which blocks of a sweep wait for workers: ${grant};`,
  );
}

/** The parts of a pg client, and of Knex's pool of them, that are needed. */
interface Connection {
  query(query: { text: string; values?: unknown[]; query_timeout?: number }): Promise<{ rows: unknown[] }>;
}
interface Connections {
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
}

/**
 * Over Knex's pool, and not over one of pg-boss's own: that would keep a connection on which a transaction has failed.
 * What comes without values are transactions that wait for each other: they set the schema up, and maintain it.
 */
async function execute(knex: Knex, text: string, values: unknown[] | undefined): Promise<{ rows: unknown[] }> {
  const connections = knex.client as Connections;
  const connection = await connections.acquireConnection();
  try {
    return await connection.query(values === undefined ? { text, ...BULK_STATEMENT } : { text, values });
  } finally {
    await connections.releaseConnection(connection);
  }
}

/** pg-boss does not delete a queue that holds jobs which somebody has taken. */
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

/** The same for everyone who offers the block: pg-boss leaves out the jobs that it has. */
function jobId(fromEpoch: number): string {
  return `00000000-0000-4000-8000-${fromEpoch.toString(16).padStart(12, '0')}`;
}
