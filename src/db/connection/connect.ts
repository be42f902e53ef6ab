import { Socket } from 'node:net';
import pg from 'pg';
import { UserError } from '../../errors.js';
import { DATABASE_CONNECTIONS, DATABASE_TIMEOUT_MS } from '../../spec.js';
import { DatabaseAway, reasonOf } from './databaseAway.js';
import { openEmbedded } from './embedded.js';
import { type Database, openConnections } from './connections.js';

export type { Database } from './connections.js';

export interface DatabaseOptions {
  /** URL of a Postgres server; without it the embedded database in `dataDir` serves. */
  databaseUrl?: string | undefined;
  /** Directory of the embedded database; created as needed, left alone when there is a `databaseUrl`. */
  dataDir: string;
  /** Largest number of connections to a server; DATABASE_CONNECTIONS if absent. */
  databaseConnections?: number;
  /**
   * Longest time in ms of a server's statement that sets none itself, and of the wait for a connection before it;
   * DATABASE_TIMEOUT_MS if absent. In requests both together end with the caller's patience (withPatience).
   */
  databaseTimeoutMs?: number;
  /** Whether to use the embedded database through the process that has it open, if it shares it; false if absent. */
  mayAsk?: boolean;
  /** Whether a data directory without a database is refused, in place of making one there; false if absent. */
  mustExist?: boolean;
}

type ServerLimits = Pick<DatabaseOptions, 'databaseConnections' | 'databaseTimeoutMs'>;

/**
 * Makes the server end statements whose client is gone, even while they wait for a lock. Servers on some systems refuse
 * this setting.
 */
const WATCH_CLIENT = `set client_connection_check_interval = '2s'`;

/**
 * Opens the server of `databaseUrl`, else the embedded database in `dataDir`. Does not migrate.
 *
 * @throws UserError if `databaseUrl` is no address or its server cannot be reached (the message never holds the
 *   password), or as `openEmbedded` does
 */
export async function openDatabase({ databaseUrl, dataDir, ...options }: DatabaseOptions): Promise<Database> {
  return databaseUrl === undefined ? openEmbedded(dataDir, options) : openServer(databaseUrl, options);
}

async function openServer(connectionString: string, limits: ServerLimits): Promise<Database> {
  const address = serverAddress(connectionString);
  const database = createServerPool(connectionString, limits);
  try {
    await database.knex.raw('select 1');
  } catch (error) {
    await database.close();
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new UserError(`cannot reach Postgres at ${address}: ${reasonOf(reason)}`, { cause: error });
  }
  return database;
}

/** Makes a pool of connections to a server; none is opened before the first query. */
export function createServerPool(
  connectionString: string,
  { databaseConnections = DATABASE_CONNECTIONS, databaseTimeoutMs: timeoutMs = DATABASE_TIMEOUT_MS }: ServerLimits = {},
): Database {
  return openConnections({
    kind: 'postgres',
    connection: {
      connectionString,
      application_name: 'sidelobe',
      // Half of the time, so that the other half is left for the statement.
      connectionTimeoutMillis: Math.ceil(timeoutMs / 2),
      keepAlive: true,
      stream: guardedSocket,
    },
    connections: databaseConnections,
    acquireTimeoutMs: timeoutMs,
    queryTimeoutMs: timeoutMs,
    setUp: [WATCH_CLIENT],
  });
}

/**
 * Makes the socket of a connection to a server. If the driver throws because it cannot read bytes that arrive, the
 * socket is destroyed; uncaught, the error would end the process.
 */
function guardedSocket(): Socket {
  const socket = new Socket();
  const emit = socket.emit.bind(socket) as (event: string, ...values: unknown[]) => boolean;
  return Object.assign(socket, {
    emit(event: string, ...values: unknown[]): boolean {
      if (event !== 'data') return emit(event, ...values);
      try {
        return emit(event, ...values);
      } catch (error) {
        socket.destroy(new DatabaseAway('the database sent what cannot be read', error));
        return true;
      }
    },
  });
}

/** Address of a server as host:port/database, parsed as the driver parses it. */
function serverAddress(connectionString: string): string {
  try {
    const { host, port, database } = new pg.Client({ connectionString });
    return `${host}:${port}/${database ?? ''}`;
  } catch (error) {
    // The parser reads the files of certificates and keys that the address names.
    const { path, code } = error as NodeJS.ErrnoException;
    if (path !== undefined) throw new UserError(`DATABASE_URL names ${path}, which cannot be read: ${code}`);
    // The parser's error, as a rule only "Invalid URL", names neither the setting nor its form.
    throw new UserError('DATABASE_URL is not an address such as postgresql://user:password@host:5432/database');
  }
}
