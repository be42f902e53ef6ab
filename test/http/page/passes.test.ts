import { addStations } from '../../../src/db/analysis/stations.js';
import { pairPasses } from '../../../src/http/schemas/passes.js';
import { freeBrowser, signedInTest } from '../../helpers/pageSession.js';
import { GPS, ISS, LEFT_OUT, SILENT } from '../../helpers/server.js';
import { at, met, passFrom } from '../../helpers/skyPasses.js';

const ms = (second: number): number => at(second) / 1000;

const STATIONS = [
  { name: 'Dish', latitudeDeg: 48, longitudeDeg: 11, elevationMeters: 500, minElevationDeg: 5, dishDiameterM: 13 },
  { name: 'Idle', latitudeDeg: 1, longitudeDeg: 2, active: false },
  { name: 'West', latitudeDeg: 5, longitudeDeg: 180 },
];

const linesOf = (text: string) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => pairPasses.parse(JSON.parse(line)));

signedInTest(
  'all passes of satellites over all active stations are a line a pair, but of one that the window lacks',
  async (t, api, here) => {
    await addStations(api.db.knex, api.enterprise.accountId, STATIONS, 500);
    api.analysis.skyPasses = [
      { ...passFrom(60, [met(GPS, 70, 2.000_004), met(GPS, 110, 0.5)], 300), colocated: [SILENT] },
      { ...passFrom(7_000, []), complete: false },
    ];
    const { tracked } = api.enterprise;
    const path = `/page/passes?tracked_satellite_ids=${tracked[SILENT]},${tracked[LEFT_OUT]},${tracked[ISS]}`;
    const { status, headers, text } = await here.get(path);
    t.is(status, 200);
    t.is(headers.get('content-type'), 'application/x-ndjson');
    const { ground_stations: stations } = (await here.get('/page/ground_stations')).json.data;
    const [dish, west] = [stations[0].id, stations[2].id];
    const lines = linesOf(text);
    t.deepEqual(
      lines.map((line) => [line.tracked_satellite_id, line.ground_station_id, line.downlink, line.passes.length]),
      [
        [tracked[ISS], dish, 'known', 2],
        [tracked[ISS], west, 'known', 2],
        [tracked[SILENT], dish, 'no known downlink', 2],
        [tracked[SILENT], west, 'no known downlink', 2],
      ],
    );
    t.like(lines[0], { max_separation_source: 'dish', colocated: ['HST'] });
    t.like(lines[1], { max_separation_deg: 5, max_separation_source: 'default' });
    t.deepEqual(lines[1]?.passes, [
      {
        aos: ms(60),
        los: 600_000,
        max_elevation_deg: 45.68,
        max_elevation_time: 300_000,
        complete: true,
        in_beam_seconds: 300,
        clear: [300_000, 600_000],
        encounter_count: 2,
        nearest: { norad_number: GPS, name: 'GPS BIII-5 (PRN 11)', separation_deg: 0.5 },
        met: [
          [10_000, 40_000],
          [50_000, 80_000],
        ],
      },
      {
        aos: ms(7_000),
        los: 600_000,
        max_elevation_deg: 45.68,
        max_elevation_time: 300_000,
        complete: false,
        in_beam_seconds: 600,
        clear: null,
        encounter_count: 0,
        nearest: null,
        met: [],
      },
    ]);
    t.like(api.analysis.askedSky[0], { norad: ISS, minElevationDeg: 5, fromEpoch: 0, toEpoch: 10_080 });
    t.like(api.analysis.askedOthers[0], { band: 'all', match: 'overlap' });
    const free = await freeBrowser(t, api);
    t.is((await free.get(`/page/passes?tracked_satellite_ids=${api.free.tracked[ISS]}`)).status, 403);
  },
);

signedInTest('encounters that overlap are one stretch with somebody in the beam', async (t, api, here) => {
  const many = Array.from({ length: 500 }, (_, i) => met(GPS, 60 + 5 * i, 1 + ((i * 37) % 500) / 1000));
  api.analysis.skyPasses = [passFrom(60, many)];
  const path = `/page/passes?tracked_satellite_ids=${api.enterprise.tracked[ISS]}&lat=1&lon=2`;
  const [line] = linesOf((await here.get(path)).text);
  const [pass] = line?.passes ?? [];
  t.is(pass?.encounter_count, 500);
  t.is(pass?.nearest?.separation_deg, 1);
  t.deepEqual(pass?.met, [[0, 1000 * (5 * 499 + 30)]]);
});

signedInTest('a place has no station id, answers have ETags, and wrong questions are refused', async (t, api, here) => {
  await addStations(api.db.knex, api.enterprise.accountId, STATIONS, 500);
  api.analysis.skyPasses = [passFrom(60, [])];
  const { tracked } = api.enterprise;
  const ask = (query: string, headers = {}) =>
    here.get(`/page/passes?tracked_satellite_ids=${tracked[ISS]}${query}`, headers);
  const place = '&lat=52.52&lon=180&max_separation_deg=3';
  const { text, headers } = await ask(place);
  const [line] = linesOf(text);
  t.like(line, { max_separation_deg: 3, max_separation_source: 'request' });
  t.is(line?.ground_station_id, undefined);
  t.like(api.analysis.askedSky[0], { place: { latDeg: 52.52, lonDeg: -180, heightKm: 0 } });
  const again = { 'if-none-match': headers.get('etag') ?? '', 'cache-control': '' };
  t.is((await ask(place, again)).status, 304);
  for (const other of [
    '&lat=52.52&lon=179&max_separation_deg=3',
    '&lat=52.52&lon=180',
    '',
    `${place}&frequency_band=S`,
  ]) {
    t.is((await ask(other, again)).status, 200, other);
  }
  for (const wrong of ['&lat=1', '&lon=1', '&lat=1&lon=2&ground_station_ids=1', '&ground_station_ids=0', '&epoch=1']) {
    t.is((await ask(wrong)).status, 400, wrong);
  }
  t.is((await ask('&ground_station_ids=999999')).status, 404);
  t.is((await here.get(`/page/passes?tracked_satellite_ids=${api.free.tracked[ISS]}`)).status, 404);
  t.is((await here.get('/page/passes?lat=1&lon=2')).status, 400);
});
