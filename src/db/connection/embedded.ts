import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { UserError } from '../../errors.js';
import { type Backend, startBackend } from './backend.js';
import { reasonOf } from './databaseAway.js';
import { DirectoryInUse, lockDirectory } from './directoryLock.js';
import { sessionStream } from './embeddedStream.js';
import { type Database, openConnections } from './connections.js';
import { SOCKET, shareSession } from './sharedSession.js';
import { unpack } from './archive.js';

/**
 * Mode of our directories. PGlite makes files that everybody may write, so the directories above them let nobody else
 * in.
 */
const OWNER_ONLY = 0o700;
const OTHERS = 0o077;

/** Directory of the database's files, in the data directory. */
export const FILES = 'postgres';

/** Files of an empty database, packed when this was built (scripts/build/database.ts). */
const EMPTY = new URL('../../../dist/postgres.tar.gz', import.meta.url);

/**
 * Settings of a pool on the embedded database, which has one session. A caller waits up to 30 s for it, as an import's
 * transaction may hold it that long; a request gives up sooner.
 */
const ONE_SESSION = { kind: 'embedded', connections: 1, acquireTimeoutMs: 30_000 } as const;

/**
 * Opens the Postgres that lives inside this process, in a thread of its own, with its files in `dataDir`/postgres. It
 * survives the death of the process at any moment, but does not call fsync: a power cut may cost the newest commits.
 *
 * @param mayAsk whether to use the database through a process that has it open and shares it, if there is one
 * @param mustExist whether a directory without a database is refused, in place of making one there
 * @throws UserError if `dataDir` cannot be written or is refused, if its files cannot be opened, or if another process
 *   has it open and may not be asked or does not share it.
 */
export async function openEmbedded(dataDir: string, { mayAsk = false, mustExist = false } = {}): Promise<Database> {
  let unlock: () => void;
  try {
    unlock = claim(dataDir, mustExist);
  } catch (error) {
    if (!mayAsk || !(error instanceof DirectoryInUse) || !existsSync(join(dataDir, SOCKET))) throw error;
    // The process that has the database open answers over a socket in the data directory.
    return openConnections({
      ...ONE_SESSION,
      connection: { host: resolve(dataDir), port: 5432, user: 'postgres', database: 'postgres', password: '' },
    });
  }
  try {
    const database = embeddedDatabase(await openFiles(dataDir), dataDir);
    return { ...database, close: () => database.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Makes a database of a PGlite, over Knex and the ordinary driver; `close` closes the PGlite too.
 *
 * @param dataDir directory in which `share` opens its socket; undefined for a database in memory
 */
export function embeddedDatabase(backend: Backend, dataDir?: string): Database {
  const database = openConnections({
    ...ONE_SESSION,
    // Without a user the driver would take one from the environment or the operating system.
    connection: { user: 'postgres', stream: () => sessionStream(backend) },
  });
  let closed: Promise<void> | undefined;
  let unshare: (() => Promise<void>) | undefined;
  const close = async (): Promise<void> => {
    await unshare?.();
    await database.close();
    await backend.close();
  };
  return {
    ...database,
    lost: backend.lost,
    async share() {
      if (dataDir === undefined) return;
      unshare = await shareSession(dataDir, { backend, knex: database.knex });
    },
    close: () => (closed ??= close()),
  };
}

/**
 * Opens the files; the first start unpacks them. Files that a killed process has left half unpacked are never opened.
 */
async function openFiles(dataDir: string): Promise<Backend> {
  const files = join(dataDir, FILES);
  try {
    if (!existsSync(files)) await unpackFiles(EMPTY, files);
    closeToOthers(files);
    return await startBackend({ dataDir: files });
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `cannot open the database in ${files} (${reasonOf(error)}): is the disk full, or does it hold files of another user?`,
      { cause: error },
    );
  }
}

/**
 * Unpacks a database's files, under another name until all are there. @throws Error if the archive is damaged, or holds
 * no database
 */
export async function unpackFiles(archive: string | URL, files: string): Promise<void> {
  const unfinished = `${files}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  try {
    await unpack(archive, unfinished);
    if (!existsSync(join(unfinished, 'PG_VERSION'))) throw new Error('it holds no database');
    renameSync(unfinished, files);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Runs a job in a data directory that no other process may use meanwhile.
 *
 * @throws UserError if the directory cannot be written or is in use
 */
export async function withDirectory(dataDir: string, job: () => Promise<void>): Promise<void> {
  const unlock = claim(dataDir);
  try {
    await job();
  } finally {
    unlock();
  }
}

function claim(dataDir: string, mustExist = false): () => void {
  try {
    if (mustExist && statSync(join(dataDir, FILES), { throwIfNoEntry: false }) === undefined) {
      throw new UserError(
        `there is no database in ${dataDir}: set SIDELOBE_DATA_DIR to the directory of one, or DATABASE_URL; ` +
          '`sidelobe migrate` makes an empty one here',
      );
    }
    // Below /proc, Node's mkdirSync would try for ever.
    if (resolve(dataDir).startsWith('/proc/')) throw new Error('nothing can be made below /proc');
    mkdirSync(dataDir, { recursive: true, mode: OWNER_ONLY });
    return lockDirectory(dataDir);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      `cannot write to the data directory ${dataDir} (${reasonOf(error)}); ` +
        'set SIDELOBE_DATA_DIR to a directory that can be written, or DATABASE_URL to use a Postgres server',
      { cause: error },
    );
  }
}

/**
 * Closes the database's files to other users, for whom PGlite leaves them open. `dataDir` itself stays as it is, since
 * it may be shared with others.
 *
 * @throws UserError if the files belong to another user: root would leave files behind that their owner cannot open
 */
function closeToOthers(files: string): void {
  const { uid, mode } = statSync(files);
  const own = process.getuid?.() ?? uid;
  if (uid !== own)
    throw new UserError(
      `${files} belongs to user ${uid}, and this process is user ${own}: run it as user ${uid}, or chown the directory`,
    );
  if ((mode & OTHERS) !== 0) chmodSync(files, OWNER_ONLY);
}
