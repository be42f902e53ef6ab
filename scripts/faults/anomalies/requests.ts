import { setTimeout as pause } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { SmallService } from '../../../test/helpers/smallService.js';
import type { Report } from '../report.js';
import type { Ask, Reply } from '../small.js';
import { loop, type Trial } from './loop.js';

/** A service that is asked, and its database beside it. */
export interface Served {
  service: SmallService;
  ask: Ask;
  knex: Knex;
  /** Kind of its database. */
  kind: string;
}

/** Time in which a service hears of a notice. */
const NOTICE_MS = 5;

/** Sign-in, changes of stations, and every query. */
export async function tryRequests(report: Report, served: Served): Promise<void> {
  const { service, ask } = served;
  const { tracked, stations } = service;
  const run = await service.sweptRun();
  const at = `tracked_satellite_id=${tracked[0]}`;
  const minute = `${new Date().toISOString().slice(0, 16)}:00Z`;
  const range = `start_time=${minute}&end_time=${new Date(Date.now() + 7_200_000).toISOString().slice(0, 16)}:00Z`;
  const station = `ground_station_id=${stations[0]}`;
  const cells = `/coverage_analysis_runs/${run}/interference_cells`;
  let places = 0;
  /** A place that nobody has asked about. */
  const place = (): string => `lat=${(++places * 0.91) % 60}&lon=13`;
  const queries: readonly (() => string)[] = [
    () => '/me',
    () => '/tracked_satellites',
    () => `/tracked_satellites/${tracked[0]}`,
    () => '/ground_stations',
    () => `/ground_stations/${stations[0]}`,
    () => `/interference/at_point?${at}&${place()}&timestamp=${minute}`,
    () => `/interference/timeseries?${at}&${place()}&include=provenance`,
    () => `/interference/ground_station_timeseries?${at}&${station}&${range}`,
    () => `/interference/all_ground_stations?${at}&${range}`,
    () => `/interference/available_frequency_bands?${at}`,
    () => `/interference/interferers?${at}&${station}&timestamp=${minute}`,
    () => `/interference/encounters?${at}&${station}&${range}`,
    () => `/interference/clear_passes?${range}`,
    () => `/coverage_analysis_runs/${run}`,
    () => cells,
    () => `${cells}/by_epoch/10`,
    () => `${cells}/time_series?ipix=${++places}&nside=64`,
  ];
  for (const path of queries) await tryEach(report, served, query(ask, path));
  const auth = { method: 'POST', body: { email: service.email, password: service.password } };
  await tryEach(
    report,
    served,
    change('POST /auth', () => ask('/auth', auth)),
  );

  const made = { method: 'POST', body: { name: 'Anomaly', latitude: 1, longitude: 2 } };
  const makeStation = async (): Promise<number> => {
    const { status, text } = await ask('/ground_stations', made);
    if (status !== 200) throw new Error(`no station: ${status} ${text}`);
    return (JSON.parse(text) as { data: { id: number } }).data.id;
  };
  const isThere = async (id: number): Promise<boolean> => (await ask(`/ground_stations/${id}`)).status === 200;
  const count = async (): Promise<number> => (await served.knex('ground_stations').where({ name: 'Anomaly' })).length;

  let before = 0;
  await tryEach(report, served, {
    ...change(
      'POST /ground_stations',
      () => ask('/ground_stations', made),
      async ({ status }) => {
        const added = (await count()) - before;
        return added === 1 || (added === 0 && status === 503) ? undefined : `${status}, and ${added} stations more`;
      },
    ),
    before: async () => (before = await count()),
  });
  const description = { method: 'PATCH', body: { description: 'changed' } };
  await tryEach(
    report,
    served,
    change('PATCH /ground_stations/:id', () => ask(`/ground_stations/${stations[0]}`, description)),
  );
  let id = 0;
  await tryEach(report, served, {
    ...change(
      'DELETE /ground_stations/:id',
      () => ask(`/ground_stations/${id}`, { method: 'DELETE' }),
      async ({ status }) => {
        const stays = await isThere(id);
        if (status === 200 && stays) return 'deleted, and there';
        if (!stays) return undefined;
        const again = await ask(`/ground_stations/${id}`, { method: 'DELETE' });
        return again.status === 200 && !(await isThere(id)) ? undefined : `then ${again.status}`;
      },
    ),
    before: async () => (id = await makeStation()),
  });
}

/** Answers that are sent as they are found: where one fails on the way, all that can be done is to break it off. */
const STREAMED = '/interference/all_ground_stations';

/** A trial of a query: 200 or 503, then 200 with what it answers when nothing fails. */
function query(ask: Ask, path: () => string): Trial {
  let asked = '';
  let reply: Reply;
  return {
    name: `GET ${path().split('?', 1)[0]}`,
    job: async () => (reply = await ask((asked = path()))),
    async wrong() {
      const isBrokenOff = reply.status === 0 && asked.startsWith(STREAMED);
      if (isUnexpected(reply) && !isBrokenOff) return shown(reply);
      const again = await ask(asked);
      if (again.status !== 200) return `then ${shown(again)}`;
      return reply.status !== 200 || answerOf(reply) === answerOf(again) ? undefined : 'then another answer';
    },
  };
}

/** A trial of a change: 200 or 503, and what is stored is as `check` says. */
function change(
  name: string,
  call: () => Promise<Reply>,
  check: (reply: Reply) => Promise<string | undefined> = () => Promise.resolve(undefined),
): Trial {
  let reply: Reply;
  return {
    name,
    job: async () => (reply = await call()),
    async wrong() {
      if (isUnexpected(reply)) return shown(reply);
      return check(reply);
    },
  };
}

/** Runs a trial; what is known without asking is forgotten before each run, so that it is asked. */
async function tryEach(report: Report, { knex, kind }: Served, trial: Trial): Promise<void> {
  await loop(report, {
    ...trial,
    name: `${trial.name} (${kind})`,
    async before() {
      await trial.before?.();
      await knex.raw(`select pg_notify('sidelobe_changes', '*')`);
      await pause(NOTICE_MS);
    },
  });
}

const isUnexpected = ({ status }: Reply): boolean => status !== 200 && status !== 503;
const shown = ({ status, text }: Reply): string => `${status} ${text.slice(0, 200)}`;

/** What an answer says, without what each has of its own. */
function answerOf({ text }: Reply): string {
  const { meta: _meta, ...rest } = JSON.parse(text) as { meta?: unknown };
  return JSON.stringify(rest);
}
