import { setTimeout as pause } from 'node:timers/promises';
import type { Ask } from './small.js';

/** Callers that change stations again and again, each its own, and remember what was acknowledged. */
export interface Writers {
  /** Lets them write until the job has ended. */
  during(job: () => Promise<unknown>): Promise<void>;
  /** Compares what is stored with what was acknowledged; returns the number of writes lost. */
  lost(): Promise<number>;
  readonly acknowledged: number;
  /** Statuses that were neither 200 nor 503, nor of a broken connection. */
  readonly unexpected: readonly string[];
}

const WRITERS = 4;

/** Makes the stations of the writers. */
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
