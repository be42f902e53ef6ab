import { addStations } from '../../../src/db/analysis/stations.js';
import { freeBrowser, signedInTest } from '../../helpers/pageSession.js';
import { ISS, SILENT } from '../../helpers/server.js';

const STATIONS = [
  { name: 'High', latitudeDeg: -24.627, longitudeDeg: -70.404, elevationMeters: 2635 },
  { name: 'Idle', latitudeDeg: 1, longitudeDeg: 2, active: false },
  { name: 'West', latitudeDeg: 5, longitudeDeg: 180 },
];

signedInTest(
  'the weeks of all active stations are a line each, with passes in seconds and counts as numbers',
  async (t, api, here) => {
    await addStations(api.db.knex, api.enterprise.accountId, STATIONS, 500);
    const path = (norad: number) => `/page/weeks?tracked_satellite_id=${api.enterprise.tracked[norad]}`;
    const ask = async (norad: number) => {
      const url = `http://127.0.0.1:${api.port}${path(norad)}`;
      const response = await fetch(url, { headers: { cookie: here.cookie, accept: 'application/x-ndjson' } });
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
    t.is((await here.get(path(ISS), { 'if-none-match': etag, 'cache-control': '' })).status, 304);
    const silent = JSON.parse((await ask(SILENT)).lines[0] ?? '');
    t.deepEqual([silent.passes.length, silent.counts], [2, []]);
    t.is((await (await freeBrowser(t, api)).get(path(ISS))).status, 403);
  },
);

signedInTest('the week at a place or a station is told in the same numbers', async (t, api, here) => {
  await addStations(api.db.knex, api.enterprise.accountId, STATIONS, 500);
  const { ground_stations: stations } = (await here.get('/page/ground_stations')).json.data;
  const path = `/page/week?tracked_satellite_id=${api.enterprise.tracked[ISS]}`;
  const ask = (query: string, headers = {}) => here.get(path + query, headers);
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
  const one = `&ground_station_id=${stations[0].id}`;
  const plain = (await ask(one)).headers.get('etag') ?? '';
  const horizonMask = Array.from({ length: 12 }, (_, i) => [30 * i, i]);
  await here.send('PATCH', `/page/api/v1/ground_stations/${stations[0].id}`, { horizon_mask: horizonMask });
  t.is((await ask(one, { 'if-none-match': plain, 'cache-control': '' })).status, 200);
  t.deepEqual(api.analysis.askedStations.at(-1)?.horizonMask, horizonMask as never);
  t.is((await ask('&ground_station_id=999999')).status, 404);
});

signedInTest(
  'a file of stations is read line by line and adds none; what is there already is told',
  async (t, api, here) => {
    await addStations(api.db.knex, api.enterprise.accountId, STATIONS, 500);
    const read = (text: string) => here.send('POST', '/page/ground_stations/read', { text });
    const horizonMask = Array.from({ length: 12 }, (_, i) => [30 * i, i / 2]);
    const mask = horizonMask.map((point) => point.join(':')).join(';');
    const header = 'Name,Latitude,Longitude,dish_diameter_m,horizon_mask';
    const lines = [header, `New,1.5,2,3,${mask}`, 'West,5,180,,', 'Far,91,0,,', 'New,1.5,2,,'];
    const { status, json } = await read(lines.join('\r\n'));
    t.is(status, 200);
    t.deepEqual(json.data, {
      format: 'csv',
      stations: [
        {
          line: 2,
          is_known: false,
          station: {
            name: 'New',
            latitude: 1.5,
            longitude: 2,
            elevation_meters: 0,
            dish_diameter_m: 3,
            horizon_mask: horizonMask,
          },
        },
        { line: 3, is_known: true, station: { name: 'West', latitude: 5, longitude: 180, elevation_meters: 0 } },
        { line: 5, is_known: true, station: { name: 'New', latitude: 1.5, longitude: 2, elevation_meters: 0 } },
      ],
      rejections: [{ line: 4, record: 'Far', reason: 'latitude is "91"; allowed: -90 to 90' }],
    });
    const wrong = await read('name;latitude;longitude\n');
    t.deepEqual([wrong.status, wrong.json.error.code], [422, 'VALIDATION_FAILED']);
    t.regex(wrong.json.error.message, /header \(line 1\) lacks the columns name, latitude, longitude/);
    const listed = await here.get('/page/ground_stations');
    t.is(listed.json.data.ground_stations.length, STATIONS.length);
  },
);
