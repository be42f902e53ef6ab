import test, { type ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import { createPool } from '../../../src/compute/pool.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { createSeriesLoader } from '../../../src/compute/series/stored.js';
import { ensureRun } from '../../../src/db/analysis/runs.js';
import type { Sweep } from '../../../src/db/analysis/sweeps.js';
import { track } from '../../../src/db/analysis/tracked.js';
import { runSweep } from '../../../src/jobs/sweep/sweep.js';
import { beginSweep } from '../../../src/jobs/sweep/sweepPlan.js';
import type { LoadedWindow } from '../../../src/memory/loadedWindow.js';
import { createRingTables } from '../../../src/memory/ringTables.js';
import { bench } from '../../helpers/analysis.js';
import type { CellEntry } from '../../helpers/cellsJson.js';
import { keptLog } from '../../helpers/log.js';
import { BASE, GPS, withApp, withServer, type Api } from '../../helpers/server.js';
import { DECAYING, sampleSatellites, SILENT } from '../../helpers/sky.js';
import { storedWindow, choicesOf, sweptTables } from '../../helpers/storedWindow.js';
import { until } from '../../helpers/until.js';

const RUNS = `${BASE}/coverage_analysis_runs`;
const EPOCHS = 21;
const NSIDE = 32;
const satellites = sampleSatellites(200).filter(({ noradNumber }) => noradNumber !== GPS);
const SEVERAL = satellites.find(({ bands }) => (bands & (bands - 1)) !== 0) as (typeof satellites)[number];

const core = await createOwnedCore(256);
const pool = await createPool(core, 1);
const ringTables = createRingTables(core);
test.after.always(() => pool.close());

interface Page {
  pagination: { current_page: number; total_pages: number; total_count: number; per_page: number };
  interference_cells: CellEntry[];
}

interface Swept {
  knex: Knex;
  window: LoadedWindow;
  /**
   * Sends a GET request with a token of the account that tracks the satellites; fails unless the status is the expected
   * one.
   */
  get: (path: string, status?: number, headers?: Record<string, string>) => ReturnType<Api['call']>;
  /** Path of the list of cells of a satellite's run. */
  cellsOf: (norad: number) => Promise<string>;
  /** Lines of the log, parsed. */
  log: Record<string, unknown>[];
}

/** Runs the body with a server on a real socket, over a window that was swept for some of the account's satellites. */
async function withSweep(
  t: ExecutionContext,
  tracked: readonly number[],
  body: (swept: Swept) => Promise<void>,
): Promise<void> {
  await withServer(t, async ({ db: { knex }, enterprise: { accountId, token } }) => {
    const window = await storedWindow(knex, core, satellites, { epochCount: EPOCHS, nside: NSIDE });
    for (const norad of tracked) await track(knex, accountId, norad, null);
    const sweep = (await beginSweep(knex, core, window, { which: 'stations', evenLater: false })) as Sweep;
    await runSweep({ knex, core, ringTables, pool, threads: 1 }, window, sweep);
    const loader = createSeriesLoader({ knex, pool, log: keptLog().log });
    const { analysis, windows } = bench(core, pool, { loader, cacheBytes: 2 ** 20 });
    windows.publish(window);
    await withApp(t, { knex, analysis }, async ({ call, log }) => {
      const get: Swept['get'] = async (path, status = 200, headers = {}) => {
        const reply = await call(path, { token, headers });
        t.is(reply.status, status, path);
        return reply;
      };
      const cellsOf = async (norad: number): Promise<string> =>
        `${RUNS}/${(await ensureRun(knex, window.id, norad)).id}/interference_cells`;
      await body({ knex, window, get, cellsOf, log });
    });
  });
}

async function everyPage(get: Swept['get'], path: string, query: string, perPage: number): Promise<Page[]> {
  const pages: Page[] = [];
  do {
    const { json } = await get(`${path}?page=${pages.length + 1}&per_page=${perPage}${query}`);
    pages.push(json);
  } while (pages.length < (pages[0]?.pagination.total_pages ?? 0));
  return pages;
}

test('the pages together are the lists of all epochs one after the other, in every band', (t) =>
  withSweep(t, [SEVERAL.noradNumber, DECAYING], async ({ get, cellsOf }) => {
    const path = await cellsOf(SEVERAL.noradNumber);
    const other = await cellsOf(DECAYING);
    const choices = ['', ...choicesOf(SEVERAL.bands).map(({ band }) => `&frequency_band=${band}`)];
    const totals: number[] = [];
    for (const [cells, query] of [...choices.map((choice) => [path, choice] as const), [other, ''] as const]) {
      const expected: CellEntry[] = [];
      for (let epoch = 0; epoch < EPOCHS; epoch++) {
        const { json } = await get(`${cells}/by_epoch/${epoch}?${query.slice(1)}`);
        expected.push(...(json.interference_cells as CellEntry[]));
      }
      const perPage = query === '' ? 397 : 1000;
      const pages = await everyPage(get, cells, query, perPage);
      t.deepEqual(
        pages.flatMap((page) => page.interference_cells),
        expected,
      );
      t.is(new Set(expected.map(({ id }) => id)).size, expected.length);
      const total = expected.length;
      pages.forEach(({ pagination, interference_cells: entries }, i) => {
        t.deepEqual(pagination, {
          current_page: i + 1,
          total_pages: Math.ceil(total / perPage),
          total_count: total,
          per_page: perPage,
        });
        t.is(entries.length, Math.min(perPage, total - i * perPage));
      });
      totals.push(total);
    }
    t.true((totals[0] ?? 0) > 1000);
    t.true(totals.some((total) => total > 0 && total < (totals[0] ?? 0)));
  }));

test('a page has 100 cells unless the caller says otherwise, and 1000 at most', (t) =>
  withSweep(t, [SEVERAL.noradNumber], async ({ get, cellsOf }) => {
    const path = await cellsOf(SEVERAL.noradNumber);
    const all = (await get(`${path}?per_page=1000`)).json as Page;
    t.true(all.pagination.total_count > 1000);
    for (const [query, perPage] of [
      ['', 100],
      ['?page=1', 100],
      ['?per_page=1', 1],
      ['?per_page=1001', 1000],
      ['?per_page=9007199254740991', 1000],
    ] as const) {
      const page = (await get(`${path}${query}`)).json as Page;
      t.is(page.pagination.per_page, perPage, query);
      t.deepEqual(page.interference_cells, all.interference_cells.slice(0, perPage));
    }
    const { total_count: total } = all.pagination;
    for (const page of [total + 1, 1e12, Number.MAX_SAFE_INTEGER]) {
      const { json } = await get(`${path}?page=${page}&per_page=1`);
      t.deepEqual(json, {
        pagination: { current_page: page, total_pages: total, total_count: total, per_page: 1 },
        interference_cells: [],
      });
    }
    t.is(((await get(`${path}?page=${total}&per_page=1`)).json as Page).interference_cells.length, 1);
  }));

test('a satellite without bands, or not in the band asked for, has no cells', (t) =>
  withSweep(t, [SEVERAL.noradNumber, SILENT], async ({ get, cellsOf }) => {
    const none = { current_page: 3, total_pages: 0, total_count: 0, per_page: 7 };
    const silent = await cellsOf(SILENT);
    const foreign = `${await cellsOf(SEVERAL.noradNumber)}?frequency_band=W&`;
    t.is(SEVERAL.bands & (1 << 10), 0);
    for (const path of [`${silent}?`, `${silent}?frequency_band=S&`, foreign]) {
      t.deepEqual((await get(`${path}page=3&per_page=7`)).json, { pagination: none, interference_cells: [] });
    }
  }));

test('the list of an uncompleted run is refused for now, with the state of the run', (t) =>
  withSweep(t, [SEVERAL.noradNumber], async ({ knex, get, cellsOf }) => {
    const path = await cellsOf(SEVERAL.noradNumber);
    for (const status of ['pending', 'running', 'failed']) {
      await knex('coverage_analysis_runs').update({ status });
      const { json, headers } = await get(path, 503);
      t.is(json.error.code, 'ANALYSIS_NOT_READY');
      t.deepEqual(json.error.details, { status });
      t.is(headers.get('retry-after'), '30');
      t.true((await get(`${path}/by_epoch/0`)).json.data_points >= 0);
    }
    await knex('coverage_analysis_runs').update({ status: 'completed' });
    await get(path);
  }));

test('a page that has not changed is 304; another page or band is another answer', (t) =>
  withSweep(t, [SEVERAL.noradNumber], async ({ get, cellsOf }) => {
    const path = await cellsOf(SEVERAL.noradNumber);
    const etag = (await get(path)).headers.get('etag') ?? '';
    const again = { 'if-none-match': etag, 'cache-control': '' };
    await get(path, 304, again);
    await get(`${path}?page=1&per_page=100&frequency_band=all`, 304, again);
    const band = choicesOf(SEVERAL.bands)[1]?.band ?? 'all';
    for (const query of ['page=2', 'per_page=7', `frequency_band=${band}`]) await get(`${path}?${query}`, 200, again);
  }));

test('a missing index is counted again: 503 until then, and afterwards the same list', (t) =>
  withSweep(t, [SEVERAL.noradNumber], async ({ knex, window, get, cellsOf, log }) => {
    const url = `${await cellsOf(SEVERAL.noradNumber)}?per_page=50&page=2`;
    const before = (await get(url)).json as Page;
    const { indexes } = await sweptTables(knex, window.id);
    const band = choicesOf(SEVERAL.bands)[1]?.band ?? 'all';
    await knex('run_indexes').delete();
    const { json, headers } = await get(`${url}&frequency_band=${band}`, 503);
    t.is(json.error.code, 'ANALYSIS_NOT_READY');
    t.deepEqual(json.error.details, { status: 'running' });
    t.is(headers.get('retry-after'), '30');
    const counted = (): number => log.filter(({ msg }) => msg === 'run index counted again').length;
    await until(() => counted() === 1, band);
    t.deepEqual((await get(url)).json as Page, before, 'other bands are remembered');
    const [again] = (await sweptTables(knex, window.id)).indexes;
    t.deepEqual(
      again,
      indexes.find(({ bands }) => bands === again?.bands),
    );
    await get(`${url}&frequency_band=${band}`);
  }));
