import { callbackify } from 'node:util';
import knex, { type Knex } from 'knex';
import pg from 'pg';
import { DatabaseAway, isDatabaseAway, tellAway } from './databaseAway.js';
import { wait } from './patience.js';

/**
 * Type codes of int8 and of its arrays, which are read as numbers: our ids, microseconds and counts stay below 2^53.
 */
const INT8 = 20;
const INT8_ARRAY: number = 1016;

/** Parser of a column by its type: pg's own, except that int8 and arrays of int8 are read as numbers. */
function parseColumn(oid: number, format: string): (value: string) => unknown {
  if (oid === INT8) return Number;
  if (oid === INT8_ARRAY) {
    const parse = pg.types.getTypeParser(oid, 'text') as (value: string) => string[];
    return (value) => parse(value).map(Number);
  }
  return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
}

/**
 * Knex settings that silence its messages. Its errors would repeat the values of a failed statement, such as password
 * hashes or a whole catalogue. Its warnings would go to the console instead of our log, and their causes are thrown as
 * errors anyway.
 */
const QUIET = {
  compileSqlOnError: false,
  log: { warn: () => undefined, error: () => undefined, debug: () => undefined, deprecate: () => undefined },
} as const satisfies Knex.Config;

const NEVER = new Promise<never>(() => undefined);

/** Open database. One in this process keeps the process alive and its data directory locked until it is closed. */
export interface Database {
  readonly knex: Knex;
  readonly kind: 'postgres' | 'embedded';
  /**
   * Makes every query fail from now on as if the database were away. Open transactions are rolled back instead of being
   * waited for.
   */
  readonly refuse: () => void;
  /** Rejects with DatabaseAway when an embedded database has ended by itself; no query can succeed any more. */
  readonly lost: Promise<never>;
  /**
   * Lets commands of the same user query the embedded database that is open here, in turns. Does nothing for a server,
   * which they reach themselves.
   */
  share(): Promise<void>;
  /** Waits until no connection is in use, then closes all; calling it again does nothing. */
  close(): Promise<void>;
}

interface PoolSettings {
  kind: Database['kind'];
  connection: Readonly<Record<string, unknown>>;
  connections: number;
  /** Milliseconds that a caller waits for a connection, unless its patience (withPatience) ends sooner. */
  acquireTimeoutMs: number;
  /**
   * Time-out in milliseconds of statements that set none themselves. Absent for the embedded database, which does not
   * hang.
   */
  queryTimeoutMs?: number;
  /** Statements that set each connection up; the server may refuse them. */
  setUp?: readonly string[];
}

/**
 * Opens a database over a pool of connections. Queries throw DatabaseAway if the database is at fault and not the
 * statement, and wait no longer than the patience of their caller (withPatience); without `queryTimeoutMs` that holds
 * for the connection alone. `lost` never rejects, and `share` does nothing.
 */
export function openConnections(settings: PoolSettings): Database {
  const { queryTimeoutMs: query_timeout = Infinity, setUp } = settings;
  const pool = knex({
    client: 'pg',
    connection: { ...settings.connection, types: { getTypeParser: parseColumn } },
    pool: {
      min: 0,
      max: settings.connections,
      validate: isIdle,
      afterCreate: callbackify(async (connection: Connection) => {
        // The set-up runs before `makePatient`: it is not cut off when the patience of the first caller ends.
        for (const text of setUp ?? []) {
          await connection.query(query_timeout === Infinity ? text : { text, query_timeout }).catch(throwIfAway);
        }
        makePatient(connection, query_timeout, refuseIfTold);
        return connection;
      }),
    },
    acquireConnectionTimeout: settings.acquireTimeoutMs,
    ...QUIET,
  });
  let isRefused = false;
  const refuseIfTold = (): void => {
    if (isRefused) throw new DatabaseAway('the service is stopping');
  };
  const client = pool.client as Connections;
  const acquire = client.acquireConnection.bind(client);
  client.acquireConnection = () =>
    wait(async (leftMs) => {
      refuseIfTold();
      const acquiring = acquire().catch((error: unknown) => {
        throw tellAway(error);
      });
      return within(leftMs, acquiring, (late) => client.releaseConnection(late));
    });
  return {
    knex: pool,
    kind: settings.kind,
    refuse: () => void (isRefused = true),
    lost: NEVER,
    share: async () => undefined,
    close: () => pool.destroy(),
  };
}

/** Counts the connections of a pool that are used and idle, and the callers that wait for one. */
export function countConnections(db: Knex): { used: number; idle: number; waiting: number } {
  const { pool } = db.client as Connections;
  return { used: pool.numUsed(), idle: pool.numFree(), waiting: pool.numPendingAcquires() };
}

/** Runs a job with a connection of the pool that nobody else uses meanwhile. */
export async function withConnection<T>(db: Knex, job: (connection: Connection) => Promise<T>): Promise<T> {
  const client = db.client as Connections;
  const connection = await client.acquireConnection();
  try {
    return await job(connection);
  } finally {
    await client.releaseConnection(connection);
  }
}

/** Part of Knex's client that is used. */
interface Connections {
  readonly pool: { numUsed(): number; numFree(): number; numPendingAcquires(): number };
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
}
interface Connection {
  query(query: string | Query, ...rest: unknown[]): Promise<{ rows: unknown[] }>;
  end(): Promise<void>;
  readonly readyForQuery: boolean;
  getTransactionStatus(): string | null;
}
interface Query {
  text: string;
  values?: unknown;
  query_timeout?: number;
}
type Callback = (error: unknown, result: unknown) => void;

/**
 * Whether a pooled connection may be used again. It may not if its statement still runs, after a time-out, or if it is
 * still in a transaction because the ROLLBACK was never sent.
 */
function isIdle(connection: Connection): boolean {
  return connection.readyForQuery && connection.getTransactionStatus() === 'I';
}

/**
 * Replaces a connection's `query` with one that waits no longer than the caller's patience, unless `timeoutMs` is
 * Infinity. It returns a promise, and calls a callback if it gets one, as from Knex.
 */
function makePatient(connection: Connection, timeoutMs: number, refuseIfTold: () => void): void {
  const query = connection.query.bind(connection);
  let lost: DatabaseAway | undefined;

  const ask = (asked: Query): Promise<{ rows: unknown[] }> =>
    wait(async (leftMs) => {
      // After a time-out a transaction still sends its ROLLBACK, which would wait as long again.
      if (lost !== undefined) throw lost;
      refuseIfTold();
      const query_timeout = Math.min(asked.query_timeout ?? timeoutMs, leftMs);
      try {
        return await query(timeoutMs === Infinity ? asked : { ...asked, query_timeout });
      } catch (error) {
        const told = tellAway(error);
        if (told instanceof DatabaseAway && told.isTimeOut) {
          // The connection cannot be used again: its statement still runs.
          lost = told;
          connection.end().catch(() => undefined);
        }
        throw told;
      }
    });

  connection.query = (given, ...rest) => {
    const callback = rest.find((value): value is Callback => typeof value === 'function');
    const values = rest.find(Array.isArray);
    const answer = ask(typeof given === 'string' ? { text: given, ...(values && { values }) } : given);
    if (callback !== undefined) callbackify(() => answer)(callback);
    return answer;
  };
}

function throwIfAway(error: unknown): void {
  const told = tellAway(error);
  if (isDatabaseAway(told)) throw told;
}

/**
 * Waits at most `ms` for a promise, then throws DatabaseAway; if the promise resolves later, its value is passed to
 * `giveBack`.
 */
async function within<T>(ms: number, promise: Promise<T>, giveBack: (late: T) => Promise<void>): Promise<T> {
  if (ms === Infinity) return promise;
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      promise.then(giveBack).catch(() => undefined);
      reject(new DatabaseAway(`no connection to the database was free within ${Math.round(ms)} ms`));
    }, ms);
  });
  try {
    return await Promise.race([promise, end]);
  } finally {
    clearTimeout(timer);
  }
}
