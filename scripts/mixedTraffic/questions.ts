import { EPOCH_SECONDS, WINDOW_EPOCHS } from '../../src/spec.js';
import { placeOf } from '../load/client.js';
import { type Caller, Wrong } from './caller.js';

/** Kind of question, with what must be true of its answer. */
export interface Kind {
  name: string;
  /** How often it is asked, beside the others. */
  weight: number;
  /** Asks and checks; `i` counts the questions of its kind. @throws Wrong */
  ask(caller: Caller, i: number): Promise<void>;
}

/** Places that are asked about again and again; every so-many-th question is about a new one. */
const PLACES = 40;
const NEW_EVERY = 20;

interface Timeseries {
  data_points: number;
  timeseries: unknown[];
  start_time: string;
}

interface Provenance {
  nside: number;
  provenance: { analysis_window: { id: number; nside: number } };
}

interface CellsOfEpoch {
  epoch_index: number;
  nside: number;
  interference_cells: { ipix: number }[];
}

function must(isRight: boolean, what: string): void {
  if (!isRight) throw new Wrong(what);
}

function pick<T>(list: readonly T[], i: number): T {
  const found = list[i % list.length];
  if (found === undefined) throw new Wrong('nothing to ask about');
  return found;
}

function place(i: number): string {
  return placeOf(i % NEW_EVERY === 0 ? PLACES + i : i % PLACES);
}

/**
 * Kinds of questions that an account with Enterprise asks.
 *
 * @param start start of the windows, ISO 8601
 */
export function enterpriseKinds(start: string): Kind[] {
  const startMs = Date.parse(start);
  const minute = (i: number): string =>
    new Date(startMs + ((i * 7919) % WINDOW_EPOCHS) * EPOCH_SECONDS * 1000).toISOString().slice(0, 19) + 'Z';
  const satellite = (caller: Caller, i: number): string => `tracked_satellite_id=${pick(caller.tracked, i)}`;
  const station = (caller: Caller, i: number): string =>
    `ground_station_id=${pick(caller.stations, Math.floor(i / caller.tracked.length))}`;
  const week = (caller: Caller, i: number): string => `/interference/timeseries?${satellite(caller, i)}&${place(i)}`;
  /** Newest window that an answer named. */
  let newest = 0;

  return [
    {
      name: 'point',
      weight: 30,
      async ask(caller, i) {
        const at = minute(i);
        const { data } = await caller.ask<{ timestamp: string; intensity: number }>(
          `/interference/at_point?${satellite(caller, i)}&${place(i)}&timestamp=${at}`,
        );
        must(data.timestamp === at && Number.isInteger(data.intensity), `a point: ${JSON.stringify(data)}`);
      },
    },
    {
      name: 'week',
      weight: 8,
      async ask(caller, i) {
        const { data } = await caller.ask<Timeseries>(week(caller, i));
        must(
          data.data_points === WINDOW_EPOCHS && data.timeseries.length === WINDOW_EPOCHS && data.start_time === start,
          `a week of ${data.data_points} points from ${data.start_time}`,
        );
      },
    },
    {
      name: 'week with its window named',
      weight: 3,
      async ask(caller, i) {
        const before = newest;
        const { data } = await caller.ask<Provenance>(`${week(caller, i)}&include=provenance`);
        const { id, nside } = data.provenance.analysis_window;
        must(id >= before, `window ${id} answered after window ${before} had`);
        must(nside === data.nside, `a week of nside ${data.nside} in a window of ${nside}`);
        newest = Math.max(newest, id);
      },
    },
    {
      name: 'nothing changed',
      weight: 8,
      async ask(caller, i) {
        const path = week(caller, i % 10);
        const first = await caller.ask(path);
        const etag = first.headers.etag ?? '';
        const second = await caller.ask(path, { headers: { 'if-none-match': etag }, status: [200, 304] });
        must(second.status === 304 || second.headers.etag !== etag, 'a whole answer again under one ETag');
      },
    },
    {
      name: 'station',
      weight: 4,
      async ask(caller, i) {
        const path = `/interference/ground_station_timeseries?${satellite(caller, i)}&${station(caller, i)}`;
        const { data } = await caller.ask<Timeseries & { passes: unknown }>(path);
        must(Array.isArray(data.passes) && data.data_points === data.timeseries.length, 'a station without passes');
      },
    },
    {
      name: 'all stations',
      weight: 1,
      async ask(caller, i) {
        const { data } = await caller.ask<{ ground_stations: unknown[] }>(
          `/interference/all_ground_stations?${satellite(caller, i)}`,
        );
        const told = data.ground_stations.length;
        must(told >= caller.stations.length, `${told} stations of ${caller.stations.length}`);
      },
    },
    {
      name: 'encounters',
      weight: 2,
      async ask(caller, i) {
        await caller.ask(`/interference/encounters?${satellite(caller, i)}&${station(caller, i)}`);
      },
    },
    {
      name: 'interferers',
      weight: 5,
      async ask(caller, i) {
        const question = `${satellite(caller, i)}&${place(i)}&timestamp=${minute(i)}`;
        const { data } = await caller.ask<{ interferers: unknown[] }>(`/interference/interferers?${question}`);
        must(Array.isArray(data.interferers), `interferers: ${JSON.stringify(data).slice(0, 200)}`);
      },
    },
    {
      name: 'clear passes',
      weight: 0.1,
      async ask(caller, i) {
        const question = `tracked_satellite_ids=${pick(caller.tracked, i)}&ground_station_ids=${pick(caller.stations, i)}`;
        await caller.ask(`/interference/clear_passes?${question}`);
      },
    },
    {
      name: 'run and its cells',
      weight: 2,
      async ask(caller, i) {
        const bands = await caller.ask<{ coverage_analysis_run_id: number }>(
          `/interference/available_frequency_bands?${satellite(caller, i)}`,
        );
        const path = `/coverage_analysis_runs/${bands.data.coverage_analysis_run_id}`;
        const { data: run } = await caller.ask<{ status: string; mesh_resolution: number }>(path);
        const nside = run.mesh_resolution;
        const epoch = (i * 104_729) % WINDOW_EPOCHS;
        const cells = `${path}/interference_cells`;
        const { data: ofEpoch } = await caller.ask<CellsOfEpoch>(`${cells}/by_epoch/${epoch}`);
        must(ofEpoch.epoch_index === epoch && ofEpoch.nside === nside, 'cells of another epoch');
        const ipix = ofEpoch.interference_cells[0]?.ipix ?? 0;
        const series = await caller.ask(`${cells}/time_series?ipix=${ipix}&nside=${nside}`);
        must(series.status === 200, 'no series');
        // Until a sweep has completed it, a list of all cells waits.
        const status = run.status === 'completed' ? [200] : [200, 503];
        const list = await caller.ask<{ interference_cells?: unknown; error?: { code: string } }>(
          `${cells}?page=${1 + (i % 50)}&per_page=${i % 3 === 0 ? 1000 : 100}`,
          { status },
        );
        if (list.status === 503) must(list.data.error?.code === 'ANALYSIS_NOT_READY', 'cells: 503 for another reason');
        else must(Array.isArray(list.data.interference_cells), 'a page without cells');
      },
    },
    {
      name: 'stations made, changed and removed',
      weight: 2,
      async ask(caller, i) {
        const body = { name: `Passing ${caller.email} ${i}`, latitude: (i % 170) - 85, longitude: (i % 350) - 175 };
        const { data: made } = await caller.ask<{ id: number }>('/ground_stations', { method: 'POST', body });
        const one = `/ground_stations/${made.id}`;
        await caller.ask(one, { method: 'PATCH', body: { elevation_meters: 100 } });
        const { data } = await caller.ask<{ elevation_meters: number }>(one);
        must(data.elevation_meters === 100, 'a change that was acknowledged is not there');
        await caller.ask(
          `/interference/ground_station_timeseries?${satellite(caller, i)}&ground_station_id=${made.id}`,
        );
        await caller.ask(one, { method: 'DELETE', status: [200, 204] });
        await caller.ask(one, { status: [404] });
      },
    },
    {
      name: 'lists',
      weight: 4,
      async ask(caller, i) {
        const path = pick(['/tracked_satellites', '/ground_stations', '/me', '/satellites?search=STAR'], i);
        await caller.ask(path);
        await caller.ask(`/tracked_satellites/${pick(caller.tracked, i)}`);
      },
    },
    {
      name: 'wrong',
      weight: 2,
      async ask(caller, i) {
        const [path, status] = pick(
          [
            ['/interference/timeseries?tracked_satellite_id=999999999&lat=1&lon=1', 404],
            [`/interference/timeseries?${satellite(caller, i)}&lat=91&lon=1`, 400],
            [`/interference/at_point?${satellite(caller, i)}&lat=1&lon=1&timestamp=2001-01-01`, 404],
            ['/nowhere', 404],
          ] as const,
          i,
        );
        await caller.ask(path, { status: [status] });
      },
    },
  ];
}

/** Kinds that any account asks. */
export const COMMON_KINDS: Kind[] = [
  {
    name: 'signed in and out',
    weight: 0.2,
    async ask(caller) {
      const { email, password } = caller;
      const { data } = await caller
        .as('')
        .ask<{ token: string }>('/auth', { method: 'POST', body: { email, password } });
      const signedIn = caller.as(data.token);
      await signedIn.ask('/me');
      await signedIn.ask('/auth', { method: 'DELETE' });
      await signedIn.ask('/me', { status: [401] });
    },
  },
  {
    name: 'health',
    weight: 1,
    async ask(caller) {
      await caller.as('').ask('/health/ready');
      await caller.as('').ask('/health/live');
    },
  },
];

/** Kinds that an account without Enterprise asks. */
export const FREE_KINDS: Kind[] = [
  {
    name: 'refused without Enterprise',
    weight: 1,
    async ask(caller, i) {
      await caller.ask(`/interference/timeseries?tracked_satellite_id=${pick(caller.tracked, i)}&lat=1&lon=1`, {
        status: [403],
      });
      await caller.ask('/me');
    },
  },
];
