import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { createPool } from '../../src/compute/pool.js';
import { createOwnedCore } from '../../src/core/instance.js';
import { publishedWindow } from '../../src/db/analysis/windows.js';
import { createServerPool, type Database } from '../../src/db/connection/connect.js';
import { DatabaseAway } from '../../src/db/connection/databaseAway.js';
import { migrate } from '../../src/db/migrations/migrate.js';
import { importCatalogue } from '../../src/jobs/import/importCatalogue.js';
import { openWindow } from '../../src/jobs/window/openWindow.js';
import { runSweep } from '../../src/jobs/sweep/sweep.js';
import { beginSweep } from '../../src/jobs/sweep/sweepPlan.js';
import { createRingTables } from '../../src/memory/ringTables.js';
import { loadStoredWindow } from '../../src/memory/loadStoredWindow.js';
import { beginSmallSteps, openSmallWindow, prepareGround } from '../killSweeps/ground.js';
import { readPublished } from '../killSweeps/published.js';
import { startPostgres } from '../testPostgres.js';
import type { Part, Report } from './report.js';
import { type Ask, withDirectory, withSmall } from './small.js';

/** Most calls of one job that are made to fail, one after the other. */
const MOST_CALLS = 400;
const EPOCHS = 60;
const BLOCK_EPOCHS = 12;

/** Lets the Nth call to the database fail, N = 1, 2, … until a run has no Nth. */
interface Breaker {
  /** Runs a job whose `nth` call fails; tells whether there was one. */
  run<T>(nth: number, job: () => Promise<T>): Promise<{ broke: boolean; result?: T; error?: unknown }>;
}

/** Breaks what all connections of this process ask: those of transactions too. */
function createBreaker(knex: Knex): Breaker {
  const client = Object.getPrototypeOf(knex.client) as { _query: (...args: unknown[]) => unknown };
  const query = client._query;
  return {
    async run(nth, job) {
      let calls = 0;
      client._query = function broken(...args) {
        if (++calls === nth) return Promise.reject(new DatabaseAway('made to fail'));
        return query.apply(this, args);
      };
      try {
        return { result: await job(), broke: calls >= nth };
      } catch (error) {
        return { error, broke: calls >= nth };
      } finally {
        client._query = query;
      }
    },
  };
}

/** What is broken where a run failed half way; nothing where all is well. */
type Invariant = () => Promise<string | undefined>;

export const anomalies: Part = async ({ report }) => {
  const postgres = await startPostgres();
  if (postgres === undefined) return report.skipped('anomaly loop', 'no Postgres is installed');
  try {
    await withDirectory((directory) => jobs(report, postgres.url, directory));
    await requests(report, postgres.url);
  } finally {
    await postgres.stop();
  }
};

async function loop(
  report: Report,
  name: string,
  breaker: Breaker,
  job: () => Promise<unknown>,
  holds: Invariant,
): Promise<void> {
  const broken: string[] = [];
  let nth = 1;
  for (; nth <= MOST_CALLS; nth++) {
    const { broke, error } = await breaker.run(nth, job);
    if (!broke && error !== undefined) throw error;
    const wrong = await holds();
    if (wrong !== undefined) broken.push(`call ${nth}: ${wrong}`);
    if (!broke) break;
  }
  const isWhole = nth <= MOST_CALLS;
  const what = `${nth - 1} calls failed in turn${isWhole ? '' : ', and not all'}: ${broken.length} broken invariants`;
  report.line(
    `anomaly loop: ${name}`,
    broken.length === 0 ? what : `${what} (${broken[0]})`,
    '0',
    broken.length === 0 && isWhole,
  );
}

async function inDatabase(
  url: string,
  name: string,
  job: (database: Database, url: string) => Promise<void>,
): Promise<void> {
  const admin = createServerPool(url);
  await admin.knex.raw('create database ??', [name]);
  await admin.close();
  const own = new URL(url);
  own.pathname = name;
  const database = createServerPool(own.href);
  try {
    await migrate(database.knex);
    await job(database, own.href);
  } finally {
    await database.close();
  }
}

/** Import, opening a window, and a sweep with its publication. */
async function jobs(report: Report, url: string, directory: string): Promise<void> {
  await inDatabase(url, 'jobs', async ({ knex }) => {
    await prepareGround(knex, 50);
    const breaker = createBreaker(knex);
    const count = async (table: string): Promise<number> => Number((await knex(table).count({ n: '*' }))[0]?.['n']);

    const file = join(directory, 'catalogue.csv');
    let day = 0;
    let before = await count('elsets');
    await loop(
      report,
      'import',
      breaker,
      async () => {
        writeFileSync(file, catalogue(++day));
        return importCatalogue(knex, file);
      },
      async () => {
        const after = await count('elsets');
        const added = after - before;
        before = after;
        const isIdle = knex.client.pool.numUsed() === 0;
        if (!isIdle) return 'a connection was not given back';
        return added === 0 || added === SATELLITES ? undefined : `${added} of ${SATELLITES} element sets are there`;
      },
    );

    await loop(
      report,
      'opening a window',
      breaker,
      () =>
        openWindow(knex, {
          start: new Date(Date.UTC(2026, 6, 10)),
          nside: 32,
          minElevationDeg: 10,
          uniformElevation: false,
        }),
      async () => {
        const { rows } = await knex.raw<{ rows: { n: number }[] }>(
          `select count(*) as n from windows w where not exists (select from window_satellites s where s.window_id = w.id)`,
        );
        return Number(rows[0]?.n) === 0 ? undefined : 'a window has no satellites';
      },
    );

    const core = await createOwnedCore(128);
    const pool = await createPool(core, 1);
    try {
      const ringTables = createRingTables(core);
      const sweep = async (windowId: number): Promise<void> => {
        const record = await publishedWindow(knex, windowId);
        if (record === undefined) throw new Error(`there is no window ${windowId}`);
        const window = await loadStoredWindow(knex, core, record);
        try {
          const begun = await beginSweep(knex, core, window, { which: 'stations', evenLater: true });
          if (begun !== undefined) await runSweep({ knex, core, ringTables, pool, threads: 1 }, window, begun);
        } finally {
          window.unload();
        }
      };
      const whole = await openSmallWindow(knex, EPOCHS);
      await sweep(whole);
      const expected = JSON.stringify(await readPublished(knex, whole));
      const ipix = (await readPublished(knex, whole)).series.map((series) => series.ipix);
      let windowId = 0;
      await loop(
        report,
        'sweep and publication',
        breaker,
        () => sweep(windowId).finally(() => undefined),
        async () => {
          if (windowId !== 0) {
            const found = await readPublished(knex, windowId);
            const isNone = found.indexes.length + found.series.length === 0;
            if (!isNone && JSON.stringify(found) !== expected) return 'a part of a sweep is published';
            await sweep(windowId);
            if (JSON.stringify(await readPublished(knex, windowId)) !== expected) return 'it goes on to other bytes';
          }
          windowId = await openSmallWindow(knex, EPOCHS);
          await beginSmallSteps(knex, windowId, ipix, BLOCK_EPOCHS);
          return undefined;
        },
      );
    } finally {
      await pool.close();
    }
  });
}

const SATELLITES = 50;

function catalogue(day: number): string {
  const header =
    'OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,EPHEMERIS_TYPE,CLASSIFICATION_TYPE,NORAD_CAT_ID,ELEMENT_SET_NO,REV_AT_EPOCH,BSTAR,MEAN_MOTION_DOT,MEAN_MOTION_DDOT';
  const epoch = new Date(Date.UTC(2026, 6, 10, 0, day)).toISOString().slice(0, 19);
  const rows = Array.from(
    { length: SATELLITES },
    (_, i) => `SAT ${i},2020-001A,${epoch},15.1,0.001,53,${i},90,${i},0,U,${70_000 + i},999,1,0.0001,0,0`,
  );
  return `${[header, ...rows].join('\n')}\n`;
}

/** Sign-in, changes of stations, and every query. */
async function requests(report: Report, url: string): Promise<void> {
  await inDatabase(url, 'requests', async ({ knex }, own) => {
    await withSmall({ DATABASE_URL: own }, async (service, ask) => {
      const run = await service.sweptRun();
      const breaker = createBreaker(knex);
      const [tracked] = service.tracked;
      const [station] = service.stations;
      const at = `tracked_satellite_id=${tracked}`;
      const minute = `${new Date().toISOString().slice(0, 16)}:00Z`;
      const range = `start_time=${minute}&end_time=${new Date(Date.now() + 7_200_000).toISOString().slice(0, 16)}:00Z`;
      const cells = `/coverage_analysis_runs/${run}/interference_cells`;
      const queries: readonly string[] = [
        '/me',
        '/tracked_satellites',
        `/tracked_satellites/${tracked}`,
        '/ground_stations',
        `/ground_stations/${station}`,
        `/interference/at_point?${at}&lat=52&lon=13&timestamp=${minute}`,
        `/interference/timeseries?${at}&lat=52&lon=13&include=provenance`,
        `/interference/ground_station_timeseries?${at}&ground_station_id=${station}&${range}`,
        `/interference/all_ground_stations?${at}&${range}`,
        `/interference/available_frequency_bands?${at}`,
        `/interference/interferers?${at}&ground_station_id=${station}&timestamp=${minute}`,
        `/interference/encounters?${at}&ground_station_id=${station}&${range}`,
        `/interference/clear_passes?${range}`,
        `/coverage_analysis_runs/${run}`,
        cells,
        `${cells}/by_epoch/10`,
        `${cells}/time_series?ipix=100&nside=64`,
      ];
      for (const path of queries) await request(report, knex, breaker, `GET ${path.split('?')[0]}`, ask, [{ path }]);
      const auth = { path: '/auth', method: 'POST', body: { email: service.email, password: service.password } };
      await request(report, knex, breaker, 'POST /auth', ask, [auth]);
      const place = { name: 'Anomaly', latitude: 1, longitude: 2 };
      await request(report, knex, breaker, 'POST /ground_stations', ask, [
        { path: '/ground_stations', method: 'POST', body: place },
      ]);
      const change = { path: `/ground_stations/${station}`, method: 'PATCH', body: { description: 'changed' } };
      await request(report, knex, breaker, 'PATCH /ground_stations/:id', ask, [change]);
    });
  });
}

interface Call {
  path: string;
  method?: string;
  body?: unknown;
}

async function request(
  report: Report,
  knex: Knex,
  breaker: Breaker,
  name: string,
  ask: Ask,
  calls: readonly Call[],
): Promise<void> {
  const expected: number[] = [];
  for (const { path, ...options } of calls) expected.push((await ask(path, options)).status);
  if (expected.some((status) => status !== 200)) throw new Error(`${name}: ${expected.join(', ')} without any failure`);
  let replies: string[] = [];
  await loop(
    report,
    name,
    breaker,
    async () => {
      // What is known without asking is forgotten, so that it is asked.
      await knex.raw(`select pg_notify('sidelobe_changes', '*')`);
      await new Promise((resolve) => setTimeout(resolve, 5));
      replies = [];
      for (const { path, ...options } of calls) {
        const { status, text } = await ask(path, options);
        replies.push(`${status} ${text.slice(0, 200)}`);
      }
    },
    async () => {
      const wrong = replies.find((reply) => !/^(?:200|503) /.test(reply));
      if (wrong !== undefined) return wrong;
      for (const { path, ...options } of calls) {
        if (options.method === 'POST') continue;
        const { status, text } = await ask(path, options);
        if (status !== 200) return `then ${status} ${text.slice(0, 200)}`;
      }
      return undefined;
    },
  );
}
