import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createInterface } from 'node:readline';
import { until } from '../../../test/helpers/until.js';
import { findBinaries, unprivilegedUser } from '../../testPostgres.js';

/** Postgres server whose acknowledged writes survive the kill of all its processes. */
export interface CrashingPostgres {
  url: string;
  /** Kills all of its processes (kill -9), and resolves when they are gone. */
  kill(): Promise<void>;
  /** Starts it again; resolves when it accepts connections. */
  start(): Promise<void>;
}

const START_SECONDS = 60;
const SETTINGS = ['listen_addresses=', 'fsync=off', 'max_connections=60', 'max_wal_size=64MB', 'min_wal_size=32MB'];

/** Makes and starts a server in a directory; undefined where no Postgres is installed. */
export async function startCrashing(directory: string): Promise<CrashingPostgres | undefined> {
  const binaries = findBinaries();
  if (binaries === undefined) return undefined;
  mkdirSync(directory, { recursive: true });
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : {};
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(directory, owner.uid, owner.gid);
  const data = join(directory, 'data');
  const initdb = spawnSync(
    join(binaries, 'initdb'),
    // Small segments, so that a small disk holds the server.
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync', '--wal-segsize=4'],
    { ...owner, cwd: directory, encoding: 'utf8' },
  );
  if (initdb.status !== 0) throw new Error(`initdb failed: ${initdb.stderr || initdb.error?.message}`);

  let server: ChildProcess | undefined;
  const processes = (): number[] => {
    const pid = server?.pid;
    if (pid === undefined || !existsSync(`/proc/${pid}`)) return [];
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
    return [pid, ...children.map(Number)];
  };
  const start = async (): Promise<void> => {
    const started = spawn(
      join(binaries, 'postgres'),
      ['-D', data, '-k', directory, ...SETTINGS.flatMap((setting) => ['-c', setting])],
      { ...owner, cwd: directory, stdio: ['ignore', 'ignore', 'pipe'] },
    );
    server = started;
    const log: string[] = [];
    const isReady = await new Promise<boolean>((resolve) => {
      createInterface({ input: started.stderr }).on('line', (line) => {
        log.push(line);
        if (line.includes('ready to accept connections')) resolve(true);
      });
      started.once('exit', () => resolve(false));
      void pause(1000 * START_SECONDS, undefined, { ref: false }).then(() => resolve(false));
    });
    if (!isReady) throw new Error(`Postgres did not start:\n${log.join('\n')}`);
  };
  await start();
  return {
    url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(directory)}`,
    start,
    async kill() {
      const gone = server?.exitCode === null && server.signalCode === null ? once(server, 'exit') : undefined;
      // Stopped first, it starts no more of them; the last must be gone before another may take the directory.
      if (gone !== undefined && server?.pid !== undefined) killed(server.pid, 'SIGSTOP');
      const all = processes();
      for (const pid of all) killed(pid, 'SIGKILL');
      await gone;
      await until(() => !all.some((pid) => existsSync(`/proc/${pid}`)), 'all processes of Postgres to be gone');
      server = undefined;
    },
  };
}

/** Sends a signal to a process that may be gone. */
function killed(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
