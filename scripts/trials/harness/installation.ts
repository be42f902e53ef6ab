import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { BASE_PATH } from '../../../src/spec.js';
import { freePort } from '../../../test/helpers/files.js';
import { startPostgres } from '../../testPostgres.js';

const STARTED_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 30_000;
const COMMAND_WITHIN_MS = 1_200_000;

/** Settings with limits so high that nobody is refused for asking often. */
const UNLIMITED = {
  RATE_LIMIT_INTERFERENCE_PER_MINUTE: '1000000',
  RATE_LIMIT_OTHER_PER_HOUR: '1000000',
  LOG_LEVEL: 'error',
};

/** Request that is not a plain GET. */
interface Asked {
  method?: string;
  body?: string;
  headers?: Record<string, string>;
}

export type Settings = Readonly<Record<string, string>>;

/** Built service with its settings; runs its commands and its server. */
export interface Installation {
  settings: Settings;
  /** Runs a command and returns its output. @throws Error if it fails */
  command(args: readonly string[], input?: string): Promise<string>;
  /** Starts a command, without waiting for anything. */
  start(args: readonly string[], settings?: Settings): ChildProcess;
  /** Starts `sidelobe serve` and waits until it is ready. @throws Error if it ends, or is not ready within 2 minutes */
  serve(options?: readonly string[], settings?: Settings): Promise<RunningServer>;
}

export interface RunningServer {
  /** Address without a path. */
  url: string;
  metricsUrl: string;
  process: ChildProcess;
  pid: number;
  /** Milliseconds from the start of the process until it was ready. */
  startMs: number;
  /** Returns everything printed so far. */
  said(): string;
  /** Sends a request below the API's path. */
  ask: (path: string, token: string, init?: Asked) => Promise<Response>;
  /** Sends SIGTERM and waits for the end; returns the exit code. After 30 s it kills the server and returns null. */
  stop(): Promise<number | null>;
}

/**
 * Makes an installation. Its processes get UNLIMITED, `settings`, and of this process's variables only PATH and HOME.
 *
 * @param root folder with a built `dist`
 * @param log descriptor of a file for the standard error of servers and started commands; without it they share ours
 */
export function installation(root: string, settings: Settings, log: number | 'inherit' = 'inherit'): Installation {
  const cli = join(root, 'dist/cli.js');
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...UNLIMITED, ...settings };
  const start: Installation['start'] = (args, more = {}) => {
    const child = spawn(process.execPath, [cli, ...args], {
      env: { ...env, ...more },
      stdio: ['ignore', 'pipe', log],
    });
    const kill = (): boolean => child.kill('SIGKILL');
    process.once('exit', kill);
    // A signal would end this process without calling `kill`; so it is turned into an ordinary exit.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      if (process.listenerCount(signal) === 0) process.once(signal, () => process.exit(1));
    }
    child.once('exit', () => process.off('exit', kill));
    return child;
  };
  return {
    settings,
    start,
    async command(args, input) {
      const running = promisify(execFile)(process.execPath, [cli, ...args], { env, timeout: COMMAND_WITHIN_MS });
      running.child.stdin?.end(input);
      return (await running).stdout.trim();
    },
    async serve(options = [], more = {}) {
      const host = more['HOST'] ?? '127.0.0.1';
      const port = Number(more['PORT'] ?? (await freePort()));
      const metricsPort = await freePort(port + 1);
      const fromMs = performance.now();
      const child = start(['serve', ...options], { PORT: String(port), METRICS_PORT: String(metricsPort), ...more });
      let said = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => (said += text));
      const url = `http://${host}:${port}`;
      const isReady = (): Promise<boolean> =>
        fetch(`${url}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      for (const endMs = fromMs + STARTED_WITHIN_MS; !(await isReady()); await pause(20)) {
        if (hasEnded(child)) throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}`);
        if (performance.now() < endMs) continue;
        child.kill('SIGKILL');
        throw new Error('the server was not ready in time');
      }
      return {
        url,
        metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
        process: child,
        pid: child.pid ?? 0,
        startMs: performance.now() - fromMs,
        said: () => said,
        ask: (path, token, init) =>
          fetch(`${url}${BASE_PATH}${path}`, {
            ...init,
            headers: { authorization: `Bearer ${token}`, ...init?.headers },
          }),
        stop: () => stop(child),
      };
    },
  };
}

export function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (hasEnded(child)) return child.exitCode;
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(STOPPED_WITHIN_MS) });
  child.kill('SIGTERM');
  await ended.catch(() => child.kill('SIGKILL'));
  return child.exitCode;
}

/**
 * Runs a job on a new database, embedded or on a new Postgres server. The job gets the settings of a service on it, and
 * a directory that is removed afterwards.
 *
 * @throws Error if no Postgres is installed for a server
 */
export async function onNewDatabase<T>(
  isServer: boolean,
  job: (settings: Settings, directory: string) => Promise<T>,
): Promise<T> {
  return inDirectory(async (directory) => {
    const postgres = isServer ? await startPostgres() : undefined;
    if (isServer && postgres === undefined) throw new Error('no Postgres is installed');
    const url = postgres === undefined ? {} : { DATABASE_URL: postgres.url };
    try {
      return await job({ SIDELOBE_DATA_DIR: join(directory, 'data'), ...url }, directory);
    } finally {
      await postgres?.stop();
    }
  });
}

export async function inDirectory<T>(job: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'sidelobe-trial-'));
  // Postgres may run as another user (see startPostgres), who must be able to enter the directory.
  chmodSync(directory, 0o755);
  return job(directory).finally(() => rmSync(directory, { recursive: true, force: true }));
}

/** Runs a command, and kills it if it has not ended after `ms` milliseconds; returns whether it was killed. */
export async function killAfter(installed: Installation, args: string[], ms: number): Promise<boolean> {
  const child = installed.start(args);
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  const [code] = (await once(child, 'exit')) as [number | null];
  clearTimeout(timer);
  return code === null;
}
