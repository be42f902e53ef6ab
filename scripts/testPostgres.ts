import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

/** A Postgres server of its own for the tests. */
export interface TestPostgres {
  /** For TEST_DATABASE_URL. */
  url: string;
  /** To all of its processes. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  stop(): Promise<void>;
}

const SETTINGS = [
  'listen_addresses=',
  // Nothing of it outlives the tests.
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'autovacuum=off',
];

/**
 * Starts a server in a temporary directory, reached by a Unix socket only; undefined where no Postgres is installed.
 * It also stops, and its directory goes, when this process dies.
 */
export async function startPostgres(): Promise<TestPostgres | undefined> {
  const binaries = findBinaries();
  if (binaries === undefined) return undefined;
  const directory = mkdtempSync(join(tmpdir(), 'sidelobe-pg-'));
  // Postgres refuses to run as root.
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : {};
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(directory, owner.uid, owner.gid);

  const data = join(directory, 'data');
  const initdb = spawnSync(
    join(binaries, 'initdb'),
    ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync'],
    { ...owner, cwd: directory, encoding: 'utf8' },
  );
  if (initdb.status !== 0) {
    rmSync(directory, { recursive: true, force: true });
    throw new Error(`initdb failed: ${initdb.stderr || initdb.error?.message}`);
  }

  // The shell holds our pipe: however this process ends, the pipe closes and the server goes.
  const server = spawn(
    'sh',
    [
      '-c',
      'exec 3<&0; "$@" </dev/null & pid=$!; { cat <&3; kill -INT $pid; } >/dev/null 2>&1 & wait $pid; rm -rf "$0"',
      directory,
      join(binaries, 'postgres'),
      '-D',
      data,
      '-k',
      directory,
      ...SETTINGS.flatMap((setting) => ['-c', setting]),
    ],
    { ...owner, cwd: directory, stdio: ['pipe', 'ignore', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
  });
  const stop = async (): Promise<void> => {
    server.stdin.end();
    await ended;
    rmSync(directory, { recursive: true, force: true });
  };

  const log: string[] = [];
  const ready = new Promise<boolean>((resolve) => {
    createInterface({ input: server.stderr }).on('line', (line) => {
      log.push(line);
      if (line.includes('ready to accept connections')) resolve(true);
    });
    void ended.then(() => resolve(false));
  });
  if (!(await ready)) {
    await stop();
    throw new Error(`Postgres did not start:\n${log.join('\n')}`);
  }
  const signal: TestPostgres['signal'] = (name) => {
    const [first] = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n');
    const children = readFileSync(`/proc/${first}/task/${first}/children`, 'utf8').trim().split(' ');
    for (const pid of [first, ...children]) process.kill(Number(pid), name);
  };
  return { url: `postgresql://postgres@localhost/postgres?host=${encodeURIComponent(directory)}`, signal, stop };
}

/** The directory of initdb and postgres: from PATH, else where Debian keeps them, the newest first. */
export function findBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return [...(process.env['PATH'] ?? '').split(delimiter), ...versions.map((version) => join(debian, version, 'bin'))]
    .filter((directory) => directory !== '')
    .find((directory) => existsSync(join(directory, 'initdb')) && existsSync(join(directory, 'postgres')));
}

export function unprivilegedUser(): { uid?: number; gid?: number } {
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('Postgres does not run as root, and there is no user postgres or nobody to run it as');
}
