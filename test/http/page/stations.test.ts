import test from 'ava';
import { addStations } from '../../../src/db/analysis/stations.js';
import { ISS, PASSWORD, SILENT, type Api, withServer } from '../../helpers/server.js';

const OWN = { 'sec-fetch-site': 'same-origin' };

/** Cookie of somebody who is signed in. */
async function cookieOf({ call, enterprise }: Api, email = enterprise.email): Promise<string> {
  const signedIn = await call('/page/session', { method: 'POST', headers: OWN, body: { email, password: PASSWORD } });
  return signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

const STATIONS = [
  { name: 'High', latitudeDeg: -24.627, longitudeDeg: -70.404, elevationMeters: 2635 },
  { name: 'Idle', latitudeDeg: 1, longitudeDeg: 2, active: false },
  { name: 'West', latitudeDeg: 5, longitudeDeg: 180 },
];

test('the weeks of all active stations are a line each, with passes in seconds and counts as numbers', (t) =>
  withServer(t, async (api) => {
    await addStations(api.db.knex, api.enterprise.accountId, STATIONS, 500);
    const cookie = await cookieOf(api);
    const path = (norad: number) => `/page/weeks?tracked_satellite_id=${api.enterprise.tracked[norad]}`;
    const ask = async (norad: number) => {
      const url = `http://127.0.0.1:${api.port}${path(norad)}`;
      const response = await fetch(url, { headers: { cookie, accept: 'application/x-ndjson' } });
      return { response, lines: (await response.text()).trimEnd().split('\n') };
    };
    const { response, lines } = await ask(ISS);
    t.is(response.headers.get('content-type'), 'application/x-ndjson');
    const weeks = lines.map((line) => JSON.parse(line));
    t.deepEqual(
      weeks.map(({ ground_station: { name } }) => name),
      ['High', 'West'],
    );
    const start = Date.parse('2025-12-06T00:00:00Z') / 1000;
    t.deepEqual(weeks[0].passes[0], [start + 90, start + 180, start + 135, 45.68, 1]);
    t.deepEqual(weeks[0].counts, [12]);
    const etag = response.headers.get('etag') ?? '';
    t.is((await api.call(path(ISS), { headers: { cookie, 'if-none-match': etag, 'cache-control': '' } })).status, 304);
    const silent = JSON.parse((await ask(SILENT)).lines[0] ?? '');
    t.deepEqual([silent.passes.length, silent.counts], [2, []]);
    t.is((await api.call(path(ISS), { headers: { cookie: await cookieOf(api, api.free.email) } })).status, 403);
  }));

test('the week at a place or a station is told in the same numbers', (t) =>
  withServer(t, async (api) => {
    await addStations(api.db.knex, api.enterprise.accountId, STATIONS, 500);
    const cookie = await cookieOf(api);
    const { ground_stations: stations } = (await api.call('/page/ground_stations', { headers: { cookie } })).json.data;
    const path = `/page/week?tracked_satellite_id=${api.enterprise.tracked[ISS]}`;
    const ask = (query: string, headers = {}) => api.call(path + query, { headers: { cookie, ...headers } });
    for (const query of ['&lat=5&lon=180', `&ground_station_id=${stations[0].id}`]) {
      const { json } = await ask(query);
      t.deepEqual([json.data.passes.length, json.data.passes[0][3], json.data.counts], [2, 45.68, [12]]);
    }
    t.is(api.analysis.askedStations.at(-1)?.heightKm, 2.635);
    const etag = (await ask('&lat=5&lon=180')).headers.get('etag') ?? '';
    t.is((await ask('&lat=5&lon=180', { 'if-none-match': etag, 'cache-control': '' })).status, 304);
    for (const query of ['', '&lat=1', `&lat=1&lon=2&ground_station_id=${stations[0].id}`, '&lat=91&lon=0']) {
      t.is((await ask(query)).status, 400, query);
    }
    t.is((await ask('&ground_station_id=999999')).status, 404);
  }));

test('a file of stations is read line by line and adds none; what is there already is told', (t) =>
  withServer(t, async (api) => {
    await addStations(api.db.knex, api.enterprise.accountId, STATIONS, 500);
    const cookie = await cookieOf(api);
    const read = (text: string) =>
      api.call('/page/ground_stations/read', { method: 'POST', headers: { ...OWN, cookie }, body: { text } });
    const lines = ['Name,Latitude,Longitude,dish_diameter_m', 'New,1.5,2,3', 'West,5,180,', 'Far,91,0,', 'New,1.5,2,'];
    const { status, json } = await read(lines.join('\r\n'));
    t.is(status, 200);
    t.deepEqual(json.data, {
      format: 'csv',
      stations: [
        {
          line: 2,
          is_known: false,
          station: { name: 'New', latitude: 1.5, longitude: 2, elevation_meters: 0, dish_diameter_m: 3 },
        },
        { line: 3, is_known: true, station: { name: 'West', latitude: 5, longitude: 180, elevation_meters: 0 } },
        { line: 5, is_known: true, station: { name: 'New', latitude: 1.5, longitude: 2, elevation_meters: 0 } },
      ],
      rejections: [{ line: 4, record: 'Far', reason: 'latitude is "91"; allowed: -90 to 90' }],
    });
    const wrong = await read('name;latitude;longitude\n');
    t.deepEqual([wrong.status, wrong.json.error.code], [422, 'VALIDATION_FAILED']);
    t.regex(wrong.json.error.message, /header \(line 1\) lacks the columns name, latitude, longitude/);
    const listed = await api.call('/page/ground_stations', { headers: { cookie } });
    t.is(listed.json.data.ground_stations.length, STATIONS.length);
  }));
