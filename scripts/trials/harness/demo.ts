import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { Installation, RunningServer, Settings } from './installation.js';

const SWEPT_WITHIN_MS = 1_800_000;
/** Ids of the satellites that the demo tracks: a low orbit, GPS, geostationary, and two more low ones. */
const TRACKED = [1, 2, 3, 4, 5];

/** Running server of the demo, over the bundled catalogue. */
export interface Demo {
  server: RunningServer;
  token: string;
  password: string;
  /** Start of the window. */
  start: Date;
  /** Runs by id of the tracked satellite, in the window that answered at the start. */
  runs: ReadonlyMap<number, number>;
  /** Finds the run of a tracked satellite in the window that answers now. */
  runOf: (id: number) => Promise<number>;
  /**
   * Sends a request; returns the answer's `data`, or the whole answer if it has none. @throws Error unless it succeeds
   */
  ask: <T>(path: string, body?: object) => Promise<T>;
  /** Adds ground stations that are spread over the Earth between 72 degrees south and north. */
  addStations: (count: number) => Promise<void>;
  /** Waits until the sweep for all satellites that the demo tracks is published. @throws Error after half an hour */
  swept: () => Promise<void>;
}

/** Starts `serve --demo` on a new database. */
export async function startDemo(installed: Installation, settings: Settings = {}): Promise<Demo> {
  const server = await installed.serve(['--demo'], settings);
  // The server accepts connections some moments before it prints its token.
  while (!server.said().includes('curl')) await pause(10);
  const token = /token +(\S+)/.exec(server.said())?.[1] ?? '';
  const ask = async <T>(path: string, body?: object): Promise<T> => {
    const init = { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await server.ask(path, token, body === undefined ? undefined : init);
    const answer = (await response.json()) as { data?: T };
    if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
    return answer.data ?? (answer as T);
  };
  const runOf = async (id: number): Promise<number> => {
    const bands = `/interference/available_frequency_bands?tracked_satellite_id=${id}`;
    return (await ask<{ coverage_analysis_run_id: number }>(bands)).coverage_analysis_run_id;
  };
  const runs = new Map<number, number>();
  for (const id of TRACKED) runs.set(id, await runOf(id));
  const run = async (id: number) =>
    ask<{ status: string; start_time: string }>(`/coverage_analysis_runs/${await runOf(id)}`);
  return {
    server,
    token,
    password: / \/ (\S+)/.exec(server.said())?.[1] ?? '',
    start: new Date((await run(1)).start_time),
    runs,
    runOf,
    ask,
    async addStations(count) {
      const stations = Array.from({ length: count }, (_, i) => {
        const [latitude, longitude] = placeOf(i);
        return { name: `Station ${i + 1}`, latitude, longitude };
      });
      await ask('/ground_stations/batch', { ground_stations: stations });
    },
    async swept() {
      for (const endMs = performance.now() + SWEPT_WITHIN_MS; ; await pause(1000)) {
        const statuses = await Promise.all(TRACKED.map(async (id) => (await run(id)).status));
        if (statuses.every((status) => status === 'completed')) return;
        hurry(server.pid);
        if (performance.now() > endMs) throw new Error(`no sweep was published in time: ${statuses.join(', ')}`);
      }
    },
  };
}

const SWEEP_NICENESS = 19;

/**
 * Raises a sweep's threads from nice 19 to 0, so that they get their share of a busy machine; does nothing without
 * root.
 */
function hurry(pid: number): void {
  for (const thread of readdirSync(`/proc/${pid}/task`).map(Number)) {
    try {
      if (getPriority(thread) === SWEEP_NICENESS) setPriority(thread, 0);
    } catch {
      // The thread has ended, or this user may not change its priority.
    }
  }
}

/**
 * Steps of the R2 sequence (M. Roberts), whose points are evenly spread and never equal: powers of the inverse of the
 * plastic number.
 */
const STEPS = [0.7548776662466927, 0.5698402909980532] as const;

/**
 * Latitude and longitude of the i-th place of a sequence that is spread evenly between 72 degrees south and north and
 * never repeats.
 */
function placeOf(i: number): [latitude: number, longitude: number] {
  const [x, y] = STEPS.map((step) => (i * step) % 1) as [number, number];
  const latitude = (180 / Math.PI) * Math.asin(x * 1.9 - 0.95);
  return [Number(latitude.toFixed(4)), Number((360 * y - 180).toFixed(4))];
}

/** Query parameters of the i-th place, counted from 0, of a fixed sequence of places all round the Earth. */
export function placeQuery(i: number): string {
  const [latitude, longitude] = placeOf(i);
  return `lat=${latitude}&lon=${longitude}`;
}
