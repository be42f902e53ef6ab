import test from 'ava';
import { cellId } from '../../../src/compute/map/runIndex.js';
import { ensureRun } from '../../../src/db/analysis/runs.js';
import { BASE, ISS, withServer, type Api } from '../../helpers/server.js';

const RUNS = `${BASE}/coverage_analysis_runs`;

/** Id of the run of a satellite, by default the ISS, in the analysis's window. */
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

test('an epoch outside the window is 404, with the range of the window', (t) =>
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
    t.is(api.analysis.askedCells.length, 0);
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

test('a run whose window cannot be loaded is described, but its cells cannot be had', (t) =>
  withServer(t, async (api) => {
    const id = await runOf(api);
    api.analysis.isReady = false;
    const { token } = api.enterprise;
    t.is((await api.call(`${RUNS}/${id}`, { token })).status, 200);
    for (const cells of ['by_epoch/0', 'time_series?ipix=0&nside=64']) {
      const { status, json } = await api.call(`${RUNS}/${id}/interference_cells/${cells}`, { token });
      t.is(status, 500);
      t.is(json.error.code, 'INTERNAL_ERROR');
    }
    t.is(api.analysis.askedCells.length, 0);
  }));
