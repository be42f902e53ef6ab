import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { BASE_PATH } from '../../../src/spec.js';
import { freePort } from '../../../test/helpers/port.js';

const STARTED_WITHIN_MS = 120_000;
const STOPPED_WITHIN_MS = 30_000;
const COMMAND_WITHIN_MS = 600_000;

/** Settings under which nobody is refused for asking often. */
const UNLIMITED = {
  RATE_LIMIT_INTERFERENCE_PER_MINUTE: '1000000',
  RATE_LIMIT_OTHER_PER_HOUR: '1000000',
  LOG_LEVEL: 'error',
};

/** Built service and its settings: runs commands and servers. */
export interface Installation {
  /** Runs a command and returns its output. Throws where it fails. */
  command(args: readonly string[], input?: string): Promise<string>;
  /** Starts `sidelobe serve` and waits until it is ready. */
  serve(options?: readonly string[], settings?: Record<string, string>): Promise<RunningServer>;
}

export interface RunningServer {
  /** Address without a path. */
  url: string;
  metricsUrl: string;
  process: ChildProcess;
  /** Returns everything printed so far. */
  said(): string;
  /** Asks below the API's path. */
  ask: (path: string, token: string, init?: RequestInit & { headers?: Record<string, string> }) => Promise<Response>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<void>;
}

/** @param root folder with a built `dist` */
export function installation(root: string, settings: Record<string, string>): Installation {
  const cli = join(root, 'dist/cli.js');
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...UNLIMITED, ...settings };
  return {
    async command(args, input) {
      const running = promisify(execFile)('node', [cli, ...args], { env, timeout: COMMAND_WITHIN_MS });
      running.child.stdin?.end(input);
      return (await running).stdout.trim();
    },
    async serve(options = [], more = {}) {
      const port = await freePort();
      const metricsPort = await freePort(port + 1);
      const child = spawn('node', [cli, 'serve', ...options], {
        env: { ...env, PORT: String(port), METRICS_PORT: String(metricsPort), ...more },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const kill = (): boolean => child.kill('SIGKILL');
      process.once('exit', kill);
      child.once('exit', () => process.off('exit', kill));
      let said = '';
      child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
      const url = `http://127.0.0.1:${port}`;
      const isReady = (): Promise<boolean> =>
        fetch(`${url}/health/ready`).then(
          ({ ok }) => ok,
          () => false,
        );
      for (const endMs = performance.now() + STARTED_WITHIN_MS; !(await isReady()); await pause(50)) {
        if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`);
        if (performance.now() < endMs) continue;
        kill();
        throw new Error('the server was not ready in time');
      }
      return {
        url,
        metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
        process: child,
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

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit', { signal: AbortSignal.timeout(STOPPED_WITHIN_MS) });
  child.kill('SIGTERM');
  await ended.catch(() => child.kill('SIGKILL'));
}
