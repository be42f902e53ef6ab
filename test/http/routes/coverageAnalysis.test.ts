import test from 'ava';
import { cellId } from '../../../src/compute/map/runIndex.js';
import { createPool } from '../../../src/compute/pool.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { ensureRun } from '../../../src/db/analysis/runs.js';
import { insertWindow } from '../../../src/db/analysis/windows.js';
import { WINDOW_EPOCHS } from '../../../src/spec.js';
import { loadWindow } from '../../../src/memory/loadedWindow.js';
import { bench } from '../../helpers/analysis.js';
import { BASE, GPS, ISS, SILENT, withApp, withServer, type Api } from '../../helpers/server.js';
import { sampleSatellites, START_US } from '../../helpers/sky.js';

const RUNS = `${BASE}/coverage_analysis_runs`;

/** The run of the window that the analysis holds, seen from a satellite: the ISS but for what the test says. */
const runOf = async ({ db, analysis }: Api, norad = ISS): Promise<number> =>
  (await ensureRun(db.knex, analysis.current()?.id ?? 0, norad)).id;

test('a run is described by its window, without an envelope', (t) =>
  withServer(t, async (api) => {
    const id = await runOf(api);
    const { status, json } = await api.call(`${RUNS}/${id}`, { token: api.enterprise.token });
    t.is(status, 200);
    const { created_at: created, ...rest } = json;
    t.deepEqual(rest, {
      id,
      status: 'pending',
      start_time: '2025-12-06T00:00:00Z',
      end_time: '2025-12-13T00:00:00Z',
      mesh_resolution: 64,
      time_step_seconds: 60,
    });
    t.regex(created, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    await api.db.knex('coverage_analysis_runs').where({ id }).update({ status: 'completed' });
    t.is((await api.call(`${RUNS}/${id}`, { token: api.enterprise.token })).json.status, 'completed');
  }));

test('the run that available_frequency_bands names is the one to ask', (t) =>
  withServer(t, async (api) => {
    const { token, tracked } = api.enterprise;
    const bands = await api.call(
      `${BASE}/interference/available_frequency_bands?tracked_satellite_id=${tracked[ISS]}`,
      { token },
    );
    const { status } = await api.call(`${RUNS}/${bands.json.data.coverage_analysis_run_id}`, { token });
    t.is(status, 200);
  }));

test('the cells of an epoch come with their names, in the band that was asked', (t) =>
  withServer(t, async (api) => {
    const id = await runOf(api);
    const path = `${RUNS}/${id}/interference_cells/by_epoch/10079`;
    const { status, json } = await api.call(`${path}?frequency_band=Ku`, { token: api.enterprise.token });
    t.is(status, 200);
    const common = { epoch_index: 10_079, nside: 64, ordering: 'NESTED' };
    t.deepEqual(json, {
      ...common,
      timestamp: '2025-12-12T23:59:00Z',
      data_points: 3,
      interference_cells: [
        [7, 1],
        [4_321, 12],
        [49_151, 3],
      ].map(([ipix = 0, value]) => ({ ...common, id: cellId(id, 10_079, ipix), ipix, value })),
    });
    t.like(api.analysis.askedCells[0], { norad: ISS, band: 'Ku', spans: [{ epoch: 10_079, skip: 0, take: Infinity }] });
    await api.call(path, { token: api.enterprise.token });
    t.like(api.analysis.askedCells[1], { band: 'all' });
  }));

test('an epoch outside the window is 404 and told those inside; what is no epoch is 400', (t) =>
  withServer(t, async (api) => {
    const path = `${RUNS}/${await runOf(api)}/interference_cells/by_epoch`;
    const { token } = api.enterprise;
    for (const epoch of ['10080', '9007199254740991']) {
      const { status, json } = await api.call(`${path}/${epoch}`, { token });
      t.is(status, 404);
      t.is(json.error.code, 'NOT_FOUND');
      t.regex(json.error.message, /whose epochs are 0 to 10079$/);
      t.deepEqual(json.error.details, { epoch_index: 'must be an integer from 0 to 10079' });
    }
    for (const epoch of ['-1', '1.5', 'x', '0x10', '9007199254740992']) {
      const { status, json } = await api.call(`${path}/${epoch}`, { token });
      t.is(status, 400, epoch);
      t.regex(json.error.message, /epoch_index is .*must be an integer from 0 to/);
    }
    t.is((await api.call(`${path}/0?frequency_band=ku`, { token })).status, 400);
    t.is((await api.call(`${path}/0?page=1`, { token })).status, 400);
    t.is((await api.call(`${path}/0`, { token })).status, 200);
    t.is(api.analysis.askedCells.length, 1);
  }));

test('a cell is told for every epoch of the window', (t) =>
  withServer(t, async (api) => {
    const path = `${RUNS}/${await runOf(api)}/interference_cells/time_series`;
    const { token } = api.enterprise;
    const { status, json } = await api.call(`${path}?ipix=49151&nside=64&frequency_band=S`, { token });
    t.is(status, 200);
    const { time_series: series, ...rest } = json;
    t.deepEqual(rest, { ipix: 49_151, nside: 64, data_points: 10_080 });
    t.is(series.length, 10_080);
    t.deepEqual(series[0], { epoch_index: 0, value: 12, timestamp: '2025-12-06T00:00:00Z' });
    t.deepEqual(series.at(-1), { epoch_index: 10_079, value: 12, timestamp: '2025-12-12T23:59:00Z' });
    t.like(api.analysis.askedCells[0], { norad: ISS, band: 'S', ipix: 49_151 });
  }));

test('nside must be the run’s, and ipix one of its cells', (t) =>
  withServer(t, async (api) => {
    const path = `${RUNS}/${await runOf(api)}/interference_cells/time_series`;
    const wrong: [string, string, RegExp][] = [
      ['ipix=1', 'nside', /nside is missing; it must be that of the run: 32, 64, 128 or 256 /],
      ['nside=64', 'ipix', /ipix is missing; it must be an integer from 0/],
      ['ipix=1&nside=32', 'nside', /nside is "32"; it must be 64, the nside of the run$/],
      ['ipix=1&nside=63', 'nside', /nside is "63"; it must be that of the run: 32, 64, 128 or 256 /],
      ['ipix=49152&nside=64', 'ipix', /ipix is "49152"; it must be an integer from 0 to 49151, the cells of nside 64$/],
      ['ipix=-1&nside=64', 'ipix', /ipix is "-1"; it must be an integer from 0/],
      ['ipix=&nside=64', 'ipix', /ipix is ""; it must be an integer from 0/],
      ['ipix=1&nside=64&frequency_band=Q', 'frequency_band', /must be one of VHF/],
      ['ipix=1&nside=64&start_time=2025-12-06T00:00:00Z', 'start_time', /is unknown/],
    ];
    for (const [query, name, message] of wrong) {
      const { status, json } = await api.call(`${path}?${query}`, { token: api.enterprise.token });
      t.is(status, 400, query);
      t.is(json.error.code, 'INVALID_PARAMETER');
      t.deepEqual(Object.keys(json.error.details), [name]);
      t.regex(json.error.message, message);
    }
    t.is(api.analysis.askedCells.length, 0);
  }));

const endpoints = ['', '/interference_cells/by_epoch/0', '/interference_cells/time_series?ipix=0&nside=64'];

test('a run that is unknown and one of a satellite that others track look alike', (t) =>
  withServer(t, async (api) => {
    const foreign = await runOf(api, GPS);
    const { token } = api.enterprise;
    for (const endpoint of endpoints) {
      const bodies = [];
      for (const id of [foreign, 999, Number.MAX_SAFE_INTEGER]) {
        const { status, json } = await api.call(`${RUNS}/${id}${endpoint}`, { token });
        t.is(status, 404);
        bodies.push(json.error);
      }
      t.is(bodies[0].code, 'NOT_FOUND');
      t.deepEqual(bodies[1], bodies[0]);
      t.deepEqual(bodies[2], bodies[0]);
      t.is((await api.call(`${RUNS}/0${endpoint}`, { token })).status, 400);
    }
    t.is(api.analysis.askedCells.length, 0);
  }));

test('without a token 401, without the plan 403, with another method 405', (t) =>
  withServer(t, async (api) => {
    const id = await runOf(api);
    for (const endpoint of endpoints) {
      const path = `${RUNS}/${id}${endpoint}`;
      t.is((await api.call(path)).status, 401);
      const { status, json } = await api.call(path, { token: api.free.token });
      t.is(status, 403);
      t.is(json.error.code, 'ENTERPRISE_REQUIRED');
      t.is((await api.call(path, { token: api.enterprise.token, method: 'POST' })).status, 405);
    }
  }));

test('a run whose window cannot be brought into memory is described, and asking for its cells fails', (t) =>
  withServer(t, async (api) => {
    const id = await runOf(api);
    api.analysis.isReady = false;
    const { token } = api.enterprise;
    t.is((await api.call(`${RUNS}/${id}`, { token })).status, 200);
    for (const endpoint of endpoints.slice(1)) {
      const { status, json } = await api.call(`${RUNS}/${id}${endpoint}`, { token });
      t.is(status, 500);
      t.is(json.error.code, 'INTERNAL_ERROR');
    }
    t.is(api.analysis.askedCells.length, 0);
  }));

test('who has the cells already is told that they are unchanged', (t) =>
  withServer(t, async (api) => {
    const id = await runOf(api);
    const { token } = api.enterprise;
    for (const endpoint of endpoints.slice(1)) {
      const { headers } = await api.call(`${RUNS}/${id}${endpoint}`, { token });
      const again = { token, headers: { 'if-none-match': headers.get('etag') ?? '', 'cache-control': '' } };
      t.is((await api.call(`${RUNS}/${id}${endpoint}`, again)).status, 304);
      const joint = endpoint.includes('?') ? '&' : '?';
      t.is((await api.call(`${RUNS}/${id}${endpoint}${joint}frequency_band=S`, again)).status, 200);
    }
    t.is(api.analysis.askedCells.length, 4);
  }));

test('by epoch and by cell the real analysis says the same', (t) =>
  withServer(t, async ({ db: { knex }, enterprise: { token } }) => {
    const header = { startUs: START_US, epochCount: WINDOW_EPOCHS, nside: 32, minElevationDeg: 10 };
    const published = { ...header, uniformElevation: false, catalogueRevision: 1, leftOut: {} };
    const windowId = await knex.transaction((trx) => insertWindow(trx, published, []));
    const [run, silent] = [await ensureRun(knex, windowId, ISS), await ensureRun(knex, windowId, SILENT)];
    const core = await createOwnedCore(64);
    const pool = await createPool(core, 1);
    try {
      const { analysis, windows } = bench(core, pool);
      const sample = sampleSatellites(300).filter(({ noradNumber }) => noradNumber !== ISS && noradNumber !== SILENT);
      const low = sample.findIndex(({ bands, elements }) => bands !== 0 && elements.meanMotionRevPerDay > 14);
      const satellites = sample.map((satellite, i) => ({ ...satellite, ...(i === low && { noradNumber: ISS }) }));
      satellites.push({ ...(sample[0] as (typeof sample)[number]), noradNumber: SILENT, bands: 0 });
      windows.publish(loadWindow(core, { id: windowId, identity: '', ...header }, satellites));

      await withApp(t, { knex, analysis }, async ({ call }) => {
        const cells = `${RUNS}/${run.id}/interference_cells`;
        const byEpoch = (await call(`${cells}/by_epoch/5000`, { token })).json;
        t.true(byEpoch.data_points > 0);
        t.is(byEpoch.interference_cells.length, byEpoch.data_points);
        t.is(new Set(byEpoch.interference_cells.map(({ id }: { id: number }) => id)).size, byEpoch.data_points);
        for (const place of [0, byEpoch.data_points >> 1, byEpoch.data_points - 1]) {
          const { ipix, value } = byEpoch.interference_cells[place];
          const { json } = await call(`${cells}/time_series?ipix=${ipix}&nside=32`, { token });
          t.is(json.data_points, WINDOW_EPOCHS);
          t.deepEqual(json.time_series[5000], { epoch_index: 5000, value, timestamp: byEpoch.timestamp });
        }
        const none = (await call(`${RUNS}/${silent.id}/interference_cells/by_epoch/0`, { token })).json;
        t.deepEqual([none.data_points, none.interference_cells], [0, []]);
      });
    } finally {
      await pool.close();
    }
  }));
