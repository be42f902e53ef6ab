import test from 'ava';
import { asker, stationIn } from '../../helpers/requests.js';
import { type Api, GPS, ISS, SILENT, withServer } from '../../helpers/server.js';
import { iso, met, passFrom } from '../../helpers/skyPasses.js';

const PLACE = 'lat=52.52&lon=13.405';
const RANGE = 'start_time=2025-12-06T00:00Z&end_time=2025-12-06T02:00Z';

const caller = (api: Api) => asker(api, 'suspects', { elements: 'window' });

test('satellites that stood in the beam are told once, by their likeliest stretch, the likeliest first', (t) =>
  withServer(t, async (api) => {
    const { analysis, enterprise } = api;
    analysis.skyPasses = [
      passFrom(60, [met(GPS, 100, 1, 5), met(SILENT, 200, 0.5, 5)]),
      passFrom(3_600, [met(GPS, 3_700, 3), met(GPS, 3_900, 2, 5)]),
    ].map((pass) => ({ ...pass, colocated: [SILENT] }));
    analysis.overlap = { lowHz: 2e9, highHz: 2.05e9, source: 'satnogs', assumed: false };
    const id = await stationIn(api, { elevationMeters: 34, minElevationDeg: 5 });
    const { status, json } = await caller(api)(`ground_station_id=${id}&${RANGE}`);
    t.is(status, 200);
    const { ground_station: station, passes, suspects, ...fields } = json.data;
    t.is(station.id, id);
    t.deepEqual(fields, {
      tracked_satellite_id: enterprise.tracked[ISS],
      start_time: '2025-12-06T00:00:00Z',
      end_time: '2025-12-06T02:00:00Z',
      frequency_band: 'all',
      frequency_match: 'overlap',
      upper_bound: true,
      downlink: 'known',
      minimum_elevation_deg: 5,
      max_separation_deg: 5,
      max_separation_source: 'default',
      count: 2,
      colocated: [{ norad_number: SILENT, name: 'HST', operator: null, orbital_class: 'LEO' }],
    });
    t.like(passes, [
      { aos: iso(60), los: iso(660), encounter_count: 2 },
      { aos: iso(3_600), encounter_count: 2 },
    ]);
    t.false('encounters' in passes[0] || 'colocated' in passes[0]);
    const [gps, hst] = suspects;
    const { sigma_deg: sigma, time_sigma_seconds: seconds, ...told } = gps;
    t.true(sigma > 0 && seconds > 0);
    t.deepEqual(told, {
      norad_number: GPS,
      name: 'GPS BIII-5 (PRN 11)',
      operator: 'US Space Force (GPS)',
      orbital_class: 'MEO',
      enters: iso(3_700),
      leaves: iso(3_730),
      closest_time: iso(3_715),
      closest_separation_deg: 3,
      probability: 1,
      error_class: 'all',
      error_pairs: 0,
      complete: true,
      overlap_hz: 50_000_000,
      overlap_low_hz: 2e9,
      overlap_source: 'satnogs',
      overlap_assumed: false,
      elset_age_hours: 1,
      elset_epoch: '2025-12-06T00:00:00Z',
      stretches: 3,
    });
    // HST comes nearest, but its separation is uncertain.
    t.like(hst, { norad_number: SILENT, enters: iso(200), closest_separation_deg: 0.5, stretches: 1 });
    t.true(hst.probability < 0.9);
    t.like(analysis.askedSky[0], {
      norad: ISS,
      place: { latDeg: 52.52, lonDeg: 13.405, heightKm: 0.034 },
      minElevationDeg: 5,
      maxSeparationDeg: 5,
      fromEpoch: 0,
      toEpoch: 120,
    });
  }));

test('while the satellite is not up there are no passes and no suspects', (t) =>
  withServer(t, async (api) => {
    const { status, json } = await caller(api)(`${PLACE}&${RANGE}`);
    t.is(status, 200);
    t.like(json.data, { lat: 52.52, lon: 13.405, passes: [], count: 0, suspects: [], colocated: [] });
    t.false('ground_station' in json.data);
  }));

test('of suspects that are equally likely the one that shares more comes first, then the nearer one', (t) =>
  withServer(t, async (api) => {
    const { analysis } = api;
    const usual = { ...analysis };
    let shared = new Map([
      [1, 10e6],
      [2, 20e6],
    ]);
    analysis.others = (query) => ({
      ...usual.others(query),
      overlapOf: (index) => ({ lowHz: 2e9, highHz: 2e9 + (shared.get(index) ?? 0), source: 'csv', assumed: false }),
    });
    analysis.skyPasses = [passFrom(60, [met(SILENT, 200, 1), met(GPS, 300, 2)])];
    const ranked = async () => {
      const { suspects } = (await caller(api)(`${PLACE}&${RANGE}`)).json.data as {
        suspects: { norad_number: number }[];
      };
      return suspects.map((one) => one.norad_number);
    };
    t.deepEqual(await ranked(), [GPS, SILENT]);
    shared = new Map();
    t.deepEqual(await ranked(), [SILENT, GPS]);
  }));

test('limit cuts the list and not the count', (t) =>
  withServer(t, async (api) => {
    api.analysis.skyPasses = [passFrom(60, [met(SILENT, 200, 2), met(GPS, 100, 1)])];
    const { count, suspects } = (await caller(api)(`${PLACE}&${RANGE}&limit=1`)).json.data;
    t.deepEqual([count, suspects.length, suspects[0].norad_number], [2, 1, GPS]);
  }));

test('a range has two ends and 24 hours at most', (t) =>
  withServer(t, async (api) => {
    const ask = caller(api);
    for (const [query, details] of [
      [`${PLACE}&start_time=2025-12-06`, ['end_time']],
      [`${PLACE}&end_time=2025-12-06`, ['start_time']],
      [`${PLACE}&start_time=2025-12-06&end_time=2025-12-07T00:00:00.1Z`, ['end_time']],
      [`${PLACE}&start_time=2025-12-06&end_time=2025-12-06`, ['start_time']],
    ] as const) {
      const { status, json } = await ask(query);
      t.is(status, 400, query);
      t.deepEqual(Object.keys(json.error.details), [...details], query);
    }
    const { message } = (await ask(`${PLACE}&start_time=2025-12-06&end_time=2025-12-08`)).json.error;
    t.regex(message, /end_time is "2025-12-08"; it must be at most 24 hours after start_time/);
    t.is((await ask(`${PLACE}&start_time=2025-12-06&end_time=2025-12-07`)).status, 200);
    const outside = await ask(`${PLACE}&start_time=2025-12-13&end_time=2025-12-14`);
    t.is(outside.status, 404);
    t.is(outside.json.error.code, 'TIMESTAMP_OUTSIDE_WINDOW');
  }));

test('more encounters than can be ranked are refused, with what makes them fewer', (t) =>
  withServer(t, async (api) => {
    const many = Array.from({ length: 10_001 }, (_, i) => met(GPS, 100 + i / 1000, 1));
    api.analysis.skyPasses = [passFrom(60, many.slice(1))];
    const ask = () => caller(api)(`${PLACE}&${RANGE}`);
    t.is((await ask()).json.data.suspects[0].stretches, 10_000);
    api.analysis.skyPasses = [passFrom(60, many)];
    const { status, json } = await ask();
    t.is(status, 400);
    t.regex(
      json.error.message,
      /10001 encounters, and at most 10000 can be ranked: end_time must be .* or max_separation_deg smaller/,
    );
    t.deepEqual(Object.keys(json.error.details), ['end_time', 'max_separation_deg']);
  }));
