import test from 'ava';
import { asker, stationIn } from '../../helpers/requests.js';
import { type Api, GPS, ISS, LEFT_OUT, SILENT, withServer } from '../../helpers/server.js';

const AT = 'timestamp=2025-12-06T08:05:12.3456Z';
const PLACE = 'lat=52.52&lon=13.405';
const LOOK = { satellite: 0, azimuthDeg: 359.999_97, elevationDeg: 41.225_31, rangeKm: 1_002.417_04, separationDeg: 0 };
const OTHER = { satellite: 2, azimuthDeg: 12.5, elevationDeg: 30, rangeKm: 20_200.5, separationDeg: 3.112_074 };

const caller = (api: Api) => asker(api, 'interferers');

function fill({ analysis }: Api, count = 1): void {
  const others = Array.from({ length: count }, (_, i) => ({ ...OTHER, norad: GPS, separationDeg: 3.112_074 + i }));
  analysis.sky = { tracked: { ...LOOK, norad: ISS }, isUp: true, others, colocated: [] };
  analysis.overlap = { lowHz: 2e9, highHz: 2.05e9, source: 'table', assumed: true };
}

test('interferers are named with where they stand, what they share and how old their elements are', (t) =>
  withServer(t, async (api) => {
    fill(api);
    const { status, json } = await caller(api)(`${PLACE}&${AT}&frequency_match=overlap`);
    t.is(status, 200);
    t.deepEqual(json.data, {
      tracked_satellite_id: api.enterprise.tracked[ISS],
      timestamp: '2025-12-06T08:05:12.345Z',
      lat: 52.52,
      lon: 13.405,
      frequency_band: 'all',
      frequency_match: 'overlap',
      upper_bound: true,
      downlink: 'known',
      minimum_elevation_deg: 10,
      tracked_satellite: {
        norad_number: ISS,
        name: 'ISS (ZARYA)',
        operator: 'ISS partners',
        orbital_class: 'LEO',
        in_view: true,
        azimuth_deg: 0,
        elevation_deg: 41.2253,
        range_km: 1002.417,
        elset_age_hours: 8.1,
      },
      count: 1,
      interferers: [
        {
          norad_number: GPS,
          name: 'GPS BIII-5 (PRN 11)',
          operator: 'US Space Force (GPS)',
          orbital_class: 'MEO',
          azimuth_deg: 12.5,
          elevation_deg: 30,
          range_km: 20_200.5,
          separation_deg: 3.11207,
          overlap_hz: 50_000_000,
          overlap_low_hz: 2e9,
          overlap_source: 'table',
          overlap_assumed: true,
          elset_age_hours: 8.1,
        },
      ],
      colocated: [],
    });
    const [asked] = api.analysis.askedSky;
    t.like(asked, { norad: ISS, place: { latDeg: 52.52, lonDeg: 13.405, heightKm: 0 }, minElevationDeg: 10 });
    t.deepEqual([...(asked?.others ?? [])], [2]);
    t.is(asked && 'tUs' in asked ? asked.tUs : 0, Date.parse('2025-12-06T08:05:12.345Z') * 1000);
    t.like(api.analysis.askedOthers[0], { band: 'all', match: 'overlap' });
  }));

test('without frequency_match every satellite that shares a band counts, and says if its overlap is unknown', (t) =>
  withServer(t, async (api) => {
    fill(api);
    api.analysis.overlap = undefined;
    const { json } = await caller(api)(`${PLACE}&${AT}&frequency_band=S`);
    t.is(json.data.frequency_match, 'band');
    t.is(json.data.frequency_band, 'S');
    t.false('upper_bound' in json.data);
    t.like(json.data.interferers[0], {
      overlap_hz: 0,
      overlap_low_hz: null,
      overlap_source: null,
      overlap_assumed: null,
    });
    t.like(api.analysis.askedOthers[0], { band: 'S', match: 'band', carrier: undefined, without: undefined });
  }));

test('limit cuts the list and not the count', (t) =>
  withServer(t, async (api) => {
    fill(api, 1_200);
    for (const [limit, told] of [
      ['', 100],
      ['&limit=1', 1],
      ['&limit=1000', 1_000],
    ] as const) {
      const { data } = (await caller(api)(`${PLACE}&${AT}${limit}`)).json;
      t.is(data.count, 1_200);
      t.is(data.interferers.length, told);
      t.is(data.interferers[0].separation_deg, 3.11207);
    }
  }));

test('what stays beside the satellite is named apart: it counts, but takes no place of the list', (t) =>
  withServer(t, async (api) => {
    fill(api, 2);
    const { sky } = api.analysis;
    if (sky === undefined) throw new Error('no sky');
    const docked = { ...OTHER, satellite: 1, norad: SILENT, separationDeg: 0.001 };
    api.analysis.sky = { ...sky, others: [docked, ...sky.others], colocated: [SILENT] };
    const { data } = (await caller(api)(`${PLACE}&${AT}&limit=1`)).json;
    t.is(data.count, 3);
    t.deepEqual(
      data.interferers.map((one: { norad_number: number }) => one.norad_number),
      [GPS],
    );
    t.deepEqual(data.colocated, [{ norad_number: SILENT, name: 'HST', operator: null, orbital_class: 'LEO' }]);
  }));

test('a station is looked from with its own height, minimum elevation and horizon mask', (t) =>
  withServer(t, async (api) => {
    fill(api);
    const place = { latitudeDeg: 90, longitudeDeg: 15, elevationMeters: 450 };
    const horizonMask = Array.from({ length: 12 }, (_, i) => [30 * i, i] as const);
    const own = { minElevationDeg: 3.5, horizonMask };
    const id = await stationIn(api, { name: 'A', ...place, ...own });
    const { json } = await caller(api)(`ground_station_id=${id}&${AT}`);
    t.is(json.data.minimum_elevation_deg, 3.5);
    t.like(json.data.ground_station, { id, name: 'A', min_elevation_deg: 3.5, horizon_mask: horizonMask });
    t.false('lat' in json.data || 'lon' in json.data);
    const seenFrom = { latDeg: 90, lonDeg: 0, heightKm: 0.45, horizonMask };
    t.like(api.analysis.askedSky[0], { minElevationDeg: 3.5, place: seenFrom });
  }));

test('an operator is excluded by its name in either case, and the number of its satellites is told', (t) =>
  withServer(t, async (api) => {
    fill(api);
    const { json } = await caller(api)(`${PLACE}&${AT}&exclude_operator=us%20space%20force%20(gps)`);
    t.deepEqual(json.data.excluded, { operator: 'US Space Force (GPS)', satellites: 1 });
    t.is(api.analysis.askedOthers[0]?.without, 'US Space Force (GPS)');
    const wrong = await caller(api)(`${PLACE}&${AT}&exclude_operator=mobile`);
    t.is(wrong.status, 400);
    t.regex(
      wrong.json.error.message,
      /exclude_operator is "mobile"; it must be the name of an operator.* but Unknown, which .*AST SpaceMobile/,
    );
  }));

test("a question about one's own carrier is by overlap, around its centre", (t) =>
  withServer(t, async (api) => {
    fill(api);
    const ask = caller(api);
    const { json } = await ask(`${PLACE}&${AT}&frequency_hz=2200000000&bandwidth_hz=4000000`, SILENT);
    t.like(json.data, {
      frequency_band: 'all',
      frequency_match: 'overlap',
      frequency_hz: 2.2e9,
      bandwidth_hz: 4e6,
      downlink: 'request',
      upper_bound: true,
    });
    t.like(api.analysis.askedOthers[0], { match: 'overlap', carrier: { lowHz: 2.198e9, highHz: 2.202e9 } });
    t.is((await ask(`${PLACE}&${AT}&frequency_hz=2200000000`)).json.data.bandwidth_hz, 5e6);
    t.like((await ask(`${PLACE}&${AT}&frequency_hz=1&bandwidth_hz=8`)).json.data, { frequency_hz: 1, bandwidth_hz: 8 });
    t.is((await ask(`${PLACE}&${AT}&bandwidth_hz=1`)).status, 400);
  }));

test('a satellite that is down, fails or has no known downlink gets an answer without interferers', (t) =>
  withServer(t, async (api) => {
    const ask = caller(api);
    const failing = (await ask(`${PLACE}&${AT}`, SILENT)).json.data;
    t.is(failing.downlink, 'no known downlink');
    t.is(failing.count, 0);
    t.like(failing.tracked_satellite, { in_view: false, azimuth_deg: null, elevation_deg: null, range_km: null });
    api.analysis.sky = { tracked: { ...LOOK, norad: ISS, elevationDeg: -20 }, isUp: false, others: [], colocated: [] };
    const down = (await ask(`${PLACE}&${AT}`)).json.data;
    t.like(down.tracked_satellite, { in_view: false, elevation_deg: -20 });
    t.deepEqual(down.interferers, []);
  }));

test('a place is given by both coordinates or by a station, and the time lies in the window', (t) =>
  withServer(t, async (api) => {
    const ask = caller(api);
    for (const [query, parameters] of [
      [AT, ['lat', 'lon']],
      [`lat=1&${AT}`, ['lon']],
      [`lat=1&lon=2&ground_station_id=1&${AT}`, ['lat', 'lon']],
    ] as const) {
      const { status, json } = await ask(query);
      t.is(status, 400, query);
      t.deepEqual(Object.keys(json.error.details), [...parameters]);
    }
    const outside = await ask(`${PLACE}&timestamp=2025-12-13T00:00:00Z`);
    t.is(outside.status, 404);
    t.is(outside.json.error.code, 'TIMESTAMP_OUTSIDE_WINDOW');
    t.is((await ask(`ground_station_id=99&${AT}`)).status, 404);
    t.is((await ask(`${PLACE}&${AT}`, LEFT_OUT)).status, 404);
    t.is((await ask(`${PLACE}&timestamp=2025-12-12T23:59:59.999Z`)).status, 200);
    api.analysis.isReady = false;
    t.is((await ask(`${PLACE}&${AT}`)).json.error.code, 'ANALYSIS_NOT_READY');
  }));
