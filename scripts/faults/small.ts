import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../../src/config.js';
import { BASE_PATH } from '../../src/spec.js';
import { type Contents, type SmallService, startSmallService } from '../../test/helpers/smallService.js';

/** Settings of services of this suite: none of their limits is what is tried. */
export const SETTINGS = {
  PORT: '0',
  WORKERS: '2',
  RATE_LIMIT_INTERFERENCE_PER_MINUTE: '1000000',
  RATE_LIMIT_OTHER_PER_HOUR: '1000000',
} as const;

export interface Reply {
  status: number;
  text: string;
  ms: number;
}

/** A caller of a service, of any method; a connection that breaks is status 0. */
export type Ask = (path: string, options?: { method?: string; body?: unknown; ms?: number }) => Promise<Reply>;

const MOST_MS = 60_000;

/** Asks a service with a token; paths that begin with /health are those at its root. */
export function asking(url: () => string, token: string): Ask {
  return async (path, { method = 'GET', body, ms = MOST_MS } = {}) => {
    const fromMs = performance.now();
    const spent = (): number => performance.now() - fromMs;
    try {
      const response = await fetch(url() + (path.startsWith('/health') ? '' : BASE_PATH) + path, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(ms),
      });
      const text = await response.text();
      return { status: response.status, text, ms: spent() };
    } catch (error) {
      return { status: 0, text: String(error), ms: spent() };
    }
  };
}

/** Runs a job with a small service in this process, and one who asks it. */
export async function withSmall<T>(
  settings: Record<string, string>,
  job: (service: SmallService, ask: Ask) => Promise<T>,
  contents: Contents = {},
): Promise<T> {
  const service = await startSmallService(
    readConfig({ ...SETTINGS, ...settings }),
    pino({ level: 'silent' }),
    contents,
  );
  try {
    return await job(
      service,
      asking(() => service.url, service.token),
    );
  } finally {
    await service.stop();
  }
}

export async function withDirectory<T>(job: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'sidelobe-faults-'));
  // Postgres runs as another user.
  chmodSync(directory, 0o755);
  try {
    return await job(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Waits until an answer has that status; returns the milliseconds until then. @throws Error where none has in time */
export async function untilStatus(ask: () => Promise<Reply>, status: number, mostMs: number): Promise<number> {
  const fromMs = performance.now();
  for (let last = ''; ;) {
    const reply = await ask();
    const ms = performance.now() - fromMs;
    if (reply.status === status) return ms;
    last = `${reply.status} ${reply.text}`;
    if (ms > mostMs) throw new Error(`no ${status} within ${mostMs} ms: ${last}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
