import { setTimeout as pause } from 'node:timers/promises';
import { BASE_PATH } from '../../../src/spec.js';
import type { Report } from './report.js';

export interface Reply {
  /** Status of the answer; 0 if the connection broke. */
  status: number;
  text: string;
  ms: number;
}

/** Asks a service once, by any method. */
export type Ask = (path: string, options?: { method?: string; body?: unknown }) => Promise<Reply>;

const MOST_MS = 60_000;

/**
 * Makes a function that sends requests with a token. Paths are relative to the API's base path, except that paths with
 * /health in front are relative to the service's root.
 */
export function asking(url: () => string, token: string): Ask {
  return async (path, { method = 'GET', body } = {}) => {
    const fromMs = performance.now();
    const json = body !== undefined && { 'content-type': 'application/json' };
    try {
      const response = await fetch(url() + (path.startsWith('/health') ? '' : BASE_PATH) + path, {
        method,
        headers: { authorization: `Bearer ${token}`, ...json },
        ...(json && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(MOST_MS),
      });
      const text = await response.text();
      return { status: response.status, text, ms: performance.now() - fromMs };
    } catch (error) {
      return { status: 0, text: String(error), ms: performance.now() - fromMs };
    }
  };
}

/** Repeats a request until its answer has this status; returns the milliseconds. @throws Error after `mostMs` */
export async function untilStatus(ask: () => Promise<Reply>, status: number, mostMs = 20_000): Promise<number> {
  const fromMs = performance.now();
  for (;;) {
    const reply = await ask();
    const ms = performance.now() - fromMs;
    if (reply.status === status) return ms;
    if (ms > mostMs) throw new Error(`no ${status} within ${mostMs} ms: ${reply.status} ${reply.text}`);
    await pause(10);
  }
}

/**
 * Four callers: each changes a station of its own again and again, and remembers the last change that was acknowledged.
 */
export interface Writers {
  /** Runs a job, and lets the callers write until it has ended. */
  during(job: () => Promise<unknown>): Promise<void>;
  /** Reads the stations back, and counts the acknowledged changes that are lost. */
  readBack(): Promise<void>;
  /** Reports the number of changes lost and of answers other than 200 and 503; both must be 0. */
  tell(report: Report, what: string): void;
}

const WRITERS = 4;

/** Creates the stations of the four callers. */
export async function createWriters(ask: Ask): Promise<Writers> {
  const stations: { id: number; last: number; tried: number }[] = [];
  /** Status and text of answers other than 200 and 503; broken connections are left out. */
  const unexpected = new Set<string>();
  let [acknowledged, lost] = [0, 0];
  for (let i = 0; i < WRITERS; i++) {
    const body = { name: `Writer ${i}`, latitude: 10 * i, longitude: 0, description: '0' };
    const made = await ask('/ground_stations', { method: 'POST', body });
    if (made.status !== 200) throw new Error(`no station: ${made.status} ${made.text}`);
    stations.push({ id: (JSON.parse(made.text) as { data: { id: number } }).data.id, last: 0, tried: 0 });
  }
  const write = async (station: (typeof stations)[number]): Promise<void> => {
    const body = { description: String(++station.tried) };
    const { status, text } = await ask(`/ground_stations/${station.id}`, { method: 'PATCH', body });
    if (status === 200) {
      station.last = station.tried;
      acknowledged += 1;
    } else {
      if (status !== 503 && status !== 0) unexpected.add(`${status} ${text}`);
      await pause(5);
    }
  };
  return {
    async during(job) {
      const over = new AbortController();
      const writing = stations.map(async (station) => {
        while (!over.signal.aborted) await write(station);
      });
      try {
        await job();
      } finally {
        over.abort();
        await Promise.all(writing);
      }
    },
    async readBack() {
      for (const { id, last } of stations) {
        const { status, text } = await ask(`/ground_stations/${id}`);
        if (status !== 200) throw new Error(`station ${id}: ${status} ${text}`);
        const stored = Number((JSON.parse(text) as { data: { description: string } }).data.description);
        lost += Math.max(0, last - stored);
      }
    },
    tell(report, what) {
      const told = `${lost} of ${acknowledged} acknowledged writes lost`;
      report.line(`${what}, ${WRITERS} writers`, told, '0', lost === 0);
      const others = `${unexpected.size} ${[...unexpected][0] ?? ''}`;
      report.line('  answers but 200 and 503', others, '0', unexpected.size === 0);
    },
  };
}
