import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { until } from '../test/helpers/until.js';

/** A Postgres server of its own for tests and trials. */
export interface TestPostgres {
  /** Address for TEST_DATABASE_URL. */
  url: string;
  /** Sends a signal to all of the server's processes. */
  signal(name: NodeJS.Signals): void;
  /** Kills all of the server's processes (kill -9), and resolves when they are gone. */
  kill(): Promise<void>;
  /** Starts the server again after a kill; resolves when it accepts connections. */
  start(): Promise<void>;
  /** Ends the server for good, and removes its directory. */
  stop(): Promise<void>;
}

/**
 * Settings of every server. Without fsync, written data still survives the death of a process; only a crash of the
 * machine would lose it, which trials do not cause.
 */
const SETTINGS = ['listen_addresses=', 'fsync=off'];
/** Settings of a temporary server, whose data nobody needs after the tests. */
const FORGETFUL = [
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
];
/** Settings with which a server fits on a disk of 300 MB. */
const SMALL = ['max_connections=60', 'max_wal_size=64MB', 'min_wal_size=32MB'];

/**
 * Shell script that starts the server and reads from a pipe that this process holds open. However this process ends,
 * the pipe closes; then the script stops the server and removes the directory `$0`, if any.
 */
const GUARD = `exec 3<&0; "$@" </dev/null & pid=$!
  { cat <&3; kill -INT $pid; while kill -0 $pid; do sleep 0.1; done; rm -rf "$0"; } >/dev/null 2>&1 & wait $pid`;

/**
 * Starts a server, reached by a Unix socket only; undefined if no Postgres is installed. Its directory is a temporary
 * one or `lasting`, in which acknowledged writes survive a kill.
 *
 * @throws Error if the server does not start
 */
export async function startPostgres(lasting?: string): Promise<TestPostgres | undefined> {
  const binaries = findBinaries();
  if (binaries === undefined) return undefined;
  const directory = lasting ?? mkdtempSync(join(tmpdir(), 'sidelobe-pg-'));
  mkdirSync(directory, { recursive: true });
  // Postgres refuses to run as root.
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : {};
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(directory, owner.uid, owner.gid);

  const data = join(directory, 'data');
  const making = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync', '--wal-segsize=4'];
  const options = { ...owner, cwd: directory };
  const initdb = spawnSync(join(binaries, 'initdb'), ['-D', data, ...making], { ...options, encoding: 'utf8' });
  if (initdb.status !== 0) {
    rmSync(directory, { recursive: true, force: true });
    throw new Error(`initdb failed: ${initdb.stderr || initdb.error?.message}`);
  }

  const settings = [...SETTINGS, ...(lasting === undefined ? FORGETFUL : SMALL)].flatMap((setting) => ['-c', setting]);
  const command = [join(binaries, 'postgres'), '-D', data, '-k', directory, ...settings];
  const temporary = lasting === undefined ? directory : '';
  const run = () =>
    spawn('sh', ['-c', GUARD, temporary, ...command], { ...options, stdio: ['pipe', 'ignore', 'pipe'] });
  let server: ReturnType<typeof run>;
  let ended: Promise<unknown>;
  const start = async (): Promise<void> => {
    server = run();
    ended = once(server, 'exit');
    const log: string[] = [];
    const isReady = await new Promise<boolean>((resolve) => {
      createInterface({ input: server.stderr }).on('line', (line) => {
        log.push(line);
        if (line.includes('ready to accept connections')) resolve(true);
      });
      void ended.then(() => resolve(false));
    });
    if (isReady) return;
    await stop();
    throw new Error(`Postgres did not start:\n${log.join('\n')}`);
  };
  const stop = async (): Promise<void> => {
    server.stdin.end();
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };
  const processes = (): number[] => {
    const [first] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return [first, ...children].map(Number);
  };
  const signal = (name: NodeJS.Signals): void => processes().forEach((pid) => send(pid, name));
  await start();
  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(directory)}`,
    signal,
    async kill() {
      // A stopped server starts no more processes, so none is missed. The next server must not use the directory before
      // the last process is gone.
      signal('SIGSTOP');
      const all = processes();
      for (const pid of all) send(pid, 'SIGKILL');
      await ended;
      await until(() => !all.some((pid) => existsSync(`/proc/${pid}`)), 'all processes of Postgres to be gone');
    },
    start,
    stop,
  };
}

/** Sends a signal to a process that may be gone. */
function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/**
 * Directory of the programs initdb and postgres: the first in PATH that has both, else that of Debian's newest version.
 */
function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [...(process.env['PATH'] ?? '').split(delimiter), ...versions.map((version) => join(debian, version, 'bin'))]
    .filter((directory) => directory !== '')
    .find((directory) => existsSync(join(directory, 'initdb')) && existsSync(join(directory, 'postgres')));
}

function unprivilegedUser(): { uid?: number; gid?: number } {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('Postgres does not run as root, and there is no user postgres or nobody to run it as');
}
