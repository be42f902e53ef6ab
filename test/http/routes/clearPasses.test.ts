import { gunzipSync } from 'node:zlib';
import test from 'ava';
import { insertStation } from '../../../src/db/analysis/stations.js';
import { createKnown } from '../../../src/db/known.js';
import { until } from '../../helpers/until.js';
import { type Api, BASE, ISS, LEFT_OUT, SILENT, withApp, withServer } from '../../helpers/server.js';
import { passFrom } from '../../helpers/skyPasses.js';

const LINES = { accept: 'application/x-ndjson' };
/** Makes a pass that begins at second `from`, and whose last `clearSeconds` are clear. */
const pass = (from: number, clearSeconds: number) => passFrom(from, [], clearSeconds);

interface Row {
  tracked_satellite_id: number;
  ground_station_id: number;
  clear_stretch: { seconds: number };
}

function caller({ call, enterprise: { token } }: Api) {
  return (query = '', headers: Record<string, string> = {}) =>
    call(`${BASE}/interference/clear_passes?${query}`, { token, headers });
}

/** Reads an answer in lines: its passes, and the satellites that the first line lists as left out. */
function linesOf(text: string): { leftOut: number[] | undefined; rows: Row[] } {
  const values = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Row | { left_out: number[] });
  const [first] = values;
  if (first === undefined || !('left_out' in first)) return { leftOut: undefined, rows: values as Row[] };
  return { leftOut: first.left_out, rows: values.slice(1) as Row[] };
}

const rowsOf = (text: string): Row[] => linesOf(text).rows;

async function stations({ db, enterprise: { accountId } }: Api): Promise<number[]> {
  const ids: number[] = [];
  for (const [name, more] of [
    ['A', { minElevationDeg: 5 }],
    ['B', { dishDiameterM: 13 }],
    ['C', { active: false }],
  ] as const) {
    const place = { name, latitudeDeg: 1, longitudeDeg: 2 };
    ids.push((await insertStation(db.knex, { accountId, ...place, ...more })).id);
  }
  return ids;
}

test('all satellites over all active stations, the pass with the longest clear stretch first', (t) =>
  withServer(t, async (api) => {
    const [a, b] = await stations(api);
    api.analysis.skyPasses = [pass(0, 60), pass(7_000, 0), pass(14_000, 300)];
    const { tracked } = api.enterprise;
    const { status, json } = await caller(api)('end_time=2025-12-07T00:00:00Z');
    t.is(status, 200);
    const { clear_passes: rows, ...fields } = json.data;
    t.deepEqual(fields, {
      start_time: '2025-12-06T00:00:00Z',
      end_time: '2025-12-07T00:00:00Z',
      frequency_band: 'all',
      frequency_match: 'overlap',
      upper_bound: true,
      min_clear_seconds: 0,
      left_out: [tracked[LEFT_OUT]],
      has_more: false,
    });
    t.is(Object.keys(json.data).at(-1), 'clear_passes');
    const told = (rows as Row[]).map((row) => [
      row.clear_stretch.seconds,
      row.tracked_satellite_id,
      row.ground_station_id,
    ]);
    const pairs = [tracked[ISS], tracked[SILENT]].flatMap((id) => [
      [id, a],
      [id, b],
    ]);
    t.deepEqual(told, [...pairs.map((pair) => [300, ...pair]), ...pairs.map((pair) => [60, ...pair])]);
    t.deepEqual(rows[1], {
      tracked_satellite_id: tracked[ISS],
      norad_number: ISS,
      name: 'ISS (ZARYA)',
      ground_station_id: b,
      ground_station_name: 'B',
      aos: '2025-12-06T03:53:20.000Z',
      los: '2025-12-06T04:03:20.000Z',
      duration_seconds: 600,
      max_elevation_deg: 45.68,
      max_elevation_time: '2025-12-06T03:58:20.000Z',
      complete: true,
      in_beam_seconds: 300,
      clear_stretch: {
        start_time: '2025-12-06T03:58:20.000Z',
        end_time: '2025-12-06T04:03:20.000Z',
        seconds: 300,
        probability: 1,
      },
      encounter_count: 0,
      minimum_elevation_deg: 10,
      max_separation_deg: 1.153,
      max_separation_source: 'dish',
      downlink: 'known',
    });
    t.like(rows[0], { minimum_elevation_deg: 5, max_separation_deg: 5, max_separation_source: 'default' });
    t.like(rows[2], { downlink: 'no known downlink' });
  }));

test('limit keeps the best passes and says whether it left any out, and min_clear_seconds leaves shorter ones out', (t) =>
  withServer(t, async (api) => {
    await stations(api);
    api.analysis.skyPasses = Array.from({ length: 40 }, (_, i) => pass(700 * i, (i * 37) % 600));
    const ask = caller(api);
    const all = (await ask('limit=1000')).json.data.clear_passes as Row[];
    t.is(all.length, 4 * 39);
    const hasMore = async (query: string) => (await ask(query)).json.data.has_more as boolean;
    t.deepEqual(await Promise.all(['', 'limit=155', 'limit=156', 'limit=1000'].map(hasMore)), [
      true,
      true,
      false,
      false,
    ]);
    t.false(await hasMore('limit=4&min_clear_seconds=596'));
    t.deepEqual((await ask()).json.data.clear_passes, all.slice(0, 100));
    t.deepEqual((await ask('limit=7')).json.data.clear_passes, all.slice(0, 7));
    const long = (await ask('min_clear_seconds=400.5&limit=1000')).json.data;
    t.is(long.min_clear_seconds, 400.5);
    t.deepEqual(
      long.clear_passes,
      all.filter((row) => row.clear_stretch.seconds >= 400.5),
    );
  }));

test('lines are the same passes as they are found, each a JSON object, and gzipped where that is preferred', (t) =>
  withServer(t, async (api) => {
    await stations(api);
    api.analysis.skyPasses = [pass(0, 60), pass(7_000, 0), pass(14_000, 300)];
    const ask = caller(api);
    const ranked = (await ask('limit=1000')).json.data.clear_passes as Row[];
    const plain = await ask('', LINES);
    t.is(plain.status, 200);
    t.is(plain.headers.get('content-type'), 'application/x-ndjson');
    t.regex(plain.headers.get('vary') ?? '', /\bAccept\b(?!-)/);
    const key = (row: Row): string => JSON.stringify(row);
    t.deepEqual(rowsOf(plain.text).map(key).sort(), ranked.map(key).sort());
    t.is(rowsOf((await ask('limit=3', LINES)).text).length, 3);
    const { tracked } = api.enterprise;
    for (const query of ['', 'limit=1', 'min_clear_seconds=601']) {
      t.deepEqual(
        linesOf((await ask(query, LINES)).text).leftOut,
        [tracked[LEFT_OUT]],
        'what JSON says is the first line',
      );
    }
    const held = `tracked_satellite_ids=${tracked[ISS]}`;
    t.is(linesOf((await ask(held, LINES)).text).leftOut, undefined, 'none where nothing was left out');
    t.is((await ask(`${held}&min_clear_seconds=601`, LINES)).text, '');

    const { enterprise, port } = api;
    const headers = { ...LINES, authorization: `Bearer ${enterprise.token}`, 'accept-encoding': 'gzip' };
    const response = await fetch(`http://127.0.0.1:${port}${BASE}/interference/clear_passes`, { headers });
    t.is(response.headers.get('content-encoding'), 'gzip');
    t.is(await response.text(), plain.text);
    t.throws(() => gunzipSync(plain.text));
  }));

test('Accept chooses lines or JSON, which have ETags of their own; anything else is 406', (t) =>
  withServer(t, async (api) => {
    await stations(api);
    const ask = caller(api);
    for (const [accept, type] of [
      ['application/x-ndjson, application/json;q=0.5', 'application/x-ndjson'],
      ['application/json, application/x-ndjson', 'application/json; charset=utf-8'],
      ['*/*', 'application/json; charset=utf-8'],
      ['application/x-ndjson;q=0.2, */*;q=0.1', 'application/x-ndjson'],
    ] as const) {
      t.is((await ask('', { accept })).headers.get('content-type'), type, accept);
    }
    const etag = (await ask()).headers.get('etag') ?? '';
    t.is((await ask('', { ...LINES, 'if-none-match': etag, 'cache-control': '' })).status, 200);
    const { status, json } = await ask('', { accept: 'text/csv' });
    t.is(status, 406);
    t.regex(json.error.message, /^answers are application\/json or application\/x-ndjson, which Accept leaves out/);
  }));

/**
 * Sends a request and waits until the analysis is asked about the second pair of satellite and station; it answers once
 * `open` is called.
 */
const askHalf = async (api: Api, signal?: AbortSignal) => {
  await stations(api);
  const { enterprise, port, analysis } = api;
  analysis.skyPasses = [pass(0, 60)];
  let open: (() => void) | undefined;
  analysis.stationGate = () =>
    analysis.askers.length === 0 ? Promise.resolve() : new Promise((resolve) => (open = resolve as () => void));
  const headers = { ...LINES, authorization: `Bearer ${enterprise.token}` };
  const url = `http://127.0.0.1:${port}${BASE}/interference/clear_passes`;
  const response = await fetch(url, { headers, ...(signal && { signal }) });
  await until(() => open !== undefined, 'the second pair');
  return { response, open: () => open?.() };
};

test('a line is sent as soon as its pair is found, however long others take', (t) =>
  withServer(t, async (api) => {
    const { response, open } = await askHalf(api);
    const reader = response.body?.getReader();
    const first = await reader?.read();
    t.is(rowsOf(Buffer.from(first?.value ?? []).toString()).length, 1);
    await reader?.cancel();
    open();
  }));

test.serial('after ten minutes the answer breaks off', (t) =>
  withServer(t, async (api) => {
    const { response, open } = await askHalf(api);
    t.is(response.status, 200);
    const now = performance.now.bind(performance);
    performance.now = () => now() + 600_001;
    try {
      open();
      await t.throwsAsync(response.text());
    } finally {
      performance.now = now;
    }
    t.is(api.analysis.askers.length, 2);
  }),
);

test('a client that goes away ends the work', (t) =>
  withServer(t, async (api) => {
    const controller = new AbortController();
    await askHalf(api, controller.signal);
    const [asker] = api.analysis.askers;
    t.false(asker?.signal.aborted);
    controller.abort();
    await until(() => asker?.signal.aborted === true, 'the end of the work');
    t.is(api.analysis.askers.length, 1);
  }));

test('satellites and stations are named by their ids, inactive stations too', (t) =>
  withServer(t, async (api) => {
    const [a, , c] = await stations(api);
    const { tracked } = api.enterprise;
    api.analysis.skyPasses = [pass(0, 60)];
    const ask = caller(api);
    const named = await ask(`tracked_satellite_ids=${tracked[ISS]}&ground_station_ids=${c},${a}`);
    t.deepEqual(
      (named.json.data.clear_passes as Row[]).map((row) => row.ground_station_id),
      [a, c].toSorted((one, other) => (one ?? 0) - (other ?? 0)),
    );
    t.deepEqual(named.json.data.left_out, []);
    const foreign = await insertStation(api.db.knex, {
      accountId: api.free.accountId,
      name: 'X',
      latitudeDeg: 1,
      longitudeDeg: 2,
    });
    for (const id of [foreign.id, 999_999]) {
      const { status, json } = await ask(`ground_station_ids=${a},${id}`);
      t.is(status, 404);
      t.is(json.error.message, `the account has no ground station under id ${id}; GET /ground_stations lists the ids`);
    }
    for (const id of [api.free.tracked[ISS], 999_999]) {
      const { status, json } = await ask(`tracked_satellite_ids=${id}`);
      t.is(status, 404);
      t.is(json.error.message, `the account tracks no satellite under id ${id}; GET /tracked_satellites lists the ids`);
    }
    t.is((await ask(`tracked_satellite_ids=${tracked[LEFT_OUT]}`)).status, 404);
    const many = Array.from({ length: 501 }, (_, i) => i + 1).join();
    t.deepEqual((await ask(`ground_station_ids=${many}`)).json.error.details, {
      ground_station_ids: 'must be 1 to 500 ids, separated by commas, each once (these are 501)',
    });
  }));

test('more than 5,000 pairs are refused with their number', (t) =>
  withServer(t, async (api) => {
    const { db, analysis, enterprise } = api;
    await stations(api);
    const known = createKnown(db.knex, 0);
    const [one] = await known.stations(enterprise.accountId);
    if (one === undefined) throw new Error('no station');
    for (const [count, expected] of [
      [2_500, 200],
      [2_501, 400],
    ] as const) {
      const stationsOf = () => Array.from({ length: count }, () => one);
      await withApp(t, { knex: db.knex, analysis, known: { ...known, stations: stationsOf } }, async ({ call }) => {
        const { status, json } = await call(`${BASE}/interference/clear_passes`, { token: enterprise.token });
        t.is(status, expected);
        if (status === 200) return;
        t.regex(json.error.message, /^2 satellites over 2501 stations are 5002 pairs; .* at most 5000 pairs/);
        t.deepEqual(Object.keys(json.error.details), ['tracked_satellite_ids', 'ground_station_ids']);
      });
    }
  }));
