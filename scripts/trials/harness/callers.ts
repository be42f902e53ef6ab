import { setTimeout as pause } from 'node:timers/promises';
import { BASE_PATH } from '../../../src/spec.js';

export interface Reply {
  /** Status of the answer; 0 for a connection that broke. */
  status: number;
  text: string;
  ms: number;
}

/** Asks a service once, by any method. */
export type Ask = (path: string, options?: { method?: string; body?: unknown }) => Promise<Reply>;

const MOST_MS = 60_000;

/**
 * Makes a caller with a token, whose paths are below the API's; paths that begin with /health are at the service's
 * root.
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

/** Waits until an answer has that status; returns the milliseconds until then. @throws Error where none has in time */
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

/** Four callers, each of which changes its own station again and again and remembers the last acknowledged change. */
export interface Writers {
  /** Lets the callers write until the job has ended. */
  during(job: () => Promise<unknown>): Promise<void>;
  /** Reads the stations again; returns the number of acknowledged writes that are lost. */
  lost(): Promise<number>;
  readonly acknowledged: number;
  /** Status and text of answers by neither 200 nor 503, broken connections left out. */
  readonly unexpected: readonly string[];
}

const WRITERS = 4;

/** Creates the stations of the four callers. */
export async function createWriters(ask: Ask): Promise<Writers> {
  const stations: { id: number; last: number; tried: number }[] = [];
  const unexpected: string[] = [];
  let acknowledged = 0;
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
      if (status !== 503 && status !== 0) unexpected.push(`${status} ${text}`);
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
    async lost() {
      let lost = 0;
      for (const { id, last } of stations) {
        const { status, text } = await ask(`/ground_stations/${id}`);
        if (status !== 200) throw new Error(`station ${id}: ${status} ${text}`);
        const stored = Number((JSON.parse(text) as { data: { description: string } }).data.description);
        lost += Math.max(0, last - stored);
      }
      return lost;
    },
    get acknowledged() {
      return acknowledged;
    },
    unexpected,
  };
}
