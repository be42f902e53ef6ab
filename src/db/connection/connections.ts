import { callbackify } from 'node:util';
import knex, { type Knex } from 'knex';
import { DatabaseAway, isDatabaseAway, tellAway } from './databaseAway.js';
import { parseColumn, QUIET } from './driver.js';
import { wait } from './patience.js';

interface PoolSettings {
  connection: Readonly<Record<string, unknown>>;
  connections: number;
  /** How long a caller without a budget of its own waits for one of them. */
  acquireTimeoutMs: number;
  /** How long a statement may take where it does not say so itself; none on the embedded database, which does not hang. */
  queryTimeoutMs?: number;
  /** The first statement of each connection; one that is refused does not matter. */
  setUp?: string;
}

/**
 * Knex over connections that tell a database that is away, by DatabaseAway, from what was asked wrongly, before Knex puts
 * the statement in front of the driver's message; and that wait no longer than who asks does. After `refuse`, none is asked.
 */
export function openConnections(settings: PoolSettings): { knex: Knex; refuse: () => void } {
  const { queryTimeoutMs: query_timeout = Infinity, setUp } = settings;
  const pool = knex({
    client: 'pg',
    connection: { ...settings.connection, types: { getTypeParser: parseColumn } },
    pool: {
      min: 0,
      max: settings.connections,
      validate: isIdle,
      afterCreate: callbackify(async (connection: Connection) => {
        // Whoever comes first does not pay for the set-up out of its own patience.
        if (setUp !== undefined) await connection.query({ text: setUp, query_timeout }).catch(throwIfAway);
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
  return { knex: pool, refuse: () => void (isRefused = true) };
}

/** The parts of Knex's client, and of the driver's connections, that are used. */
interface Connections {
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
}
interface Connection {
  query(query: string | Query, ...rest: unknown[]): Promise<unknown>;
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
 * Whether a pooled connection may serve again. After a time-out the statement still runs on its connection, and a
 * ROLLBACK for which there was no time was never sent.
 */
function isIdle(connection: Connection): boolean {
  return connection.readyForQuery && connection.getTransactionStatus() === 'I';
}

/** Takes over how a connection is asked: by promise or, as Knex does, by callback. */
function makePatient(connection: Connection, timeoutMs: number, refuseIfTold: () => void): void {
  const query = connection.query.bind(connection);
  let lost: DatabaseAway | undefined;

  const ask = (asked: Query): Promise<unknown> =>
    wait(async (leftMs) => {
      // A transaction would go on to ask for its ROLLBACK, and wait for that too.
      if (lost !== undefined) throw lost;
      refuseIfTold();
      const query_timeout = Math.min(asked.query_timeout ?? timeoutMs, leftMs);
      try {
        return await query(timeoutMs === Infinity ? asked : { ...asked, query_timeout });
      } catch (error) {
        const told = tellAway(error);
        if (told instanceof DatabaseAway && told.isTimeOut) {
          // The statement still runs.
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

/** The promise's value, or DatabaseAway when it is not there by then; what comes too late is given back. */
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
