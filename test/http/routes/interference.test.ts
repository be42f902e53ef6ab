import test from 'ava';
import { asker } from '../../helpers/requests.js';
import { ISS, LEFT_OUT, SILENT, withServer } from '../../helpers/server.js';

type Query = Record<string, string | number | boolean>;

const at = { lat: 52.52, lon: 13.405, timestamp: '2025-12-06T08:05:59.999Z' };

test('at_point answers for the minute and the band that were asked', (t) =>
  withServer(t, async (api) => {
    const ask = asker(api, 'at_point');
    const { status, json } = await ask({ ...at, frequency_band: 'Ku' });
    t.is(status, 200);
    t.deepEqual(json.data, {
      intensity: 12,
      timestamp: '2025-12-06T08:05:00Z',
      risk_level: 'moderate',
      nside: 64,
      cell_resolution_deg: 0.9161,
      frequency_band: 'Ku',
    });
    t.like(api.analysis.asked[0], { norad: ISS, latDeg: 52.52, lonDeg: 13.405, band: 'Ku', epoch: 485 });
    t.is((await ask(at)).json.data.frequency_band, 'all');
  }));

test('the answer has the cell only if the request asks for it', (t) =>
  withServer(t, async (api) => {
    const ask = asker(api, 'at_point');
    t.is((await ask({ ...at, include_cell_id: true })).json.data.cell_id, 4321);
    t.false('cell_id' in (await ask({ ...at, include_cell_id: false })).json.data);
  }));

test('risk levels begin at 0, 10, 20 and 30', (t) =>
  withServer(t, async (api) => {
    const ask = asker(api, 'at_point');
    const levels: [number, string][] = [
      [0, 'low'],
      [9, 'low'],
      [10, 'moderate'],
      [19, 'moderate'],
      [20, 'high'],
      [29, 'high'],
      [30, 'severe'],
      [999, 'severe'],
    ];
    for (const [intensity, level] of levels) {
      api.analysis.intensity = intensity;
      t.is((await ask(at)).json.data.risk_level, level, String(intensity));
    }
  }));

test('a timestamp outside the window is refused with the window’s range', (t) =>
  withServer(t, async (api) => {
    const ask = asker(api, 'at_point');
    const first = '2025-12-06T00:00:00Z';
    const last = '2025-12-12T23:59:00Z';
    const end = '2025-12-13T00:00:00Z';
    for (const timestamp of [
      '2025-12-05T23:59:59.999Z',
      '2025-12-13T00:00:00Z',
      '0000-01-01T00:00:00Z',
      '0000-01-01',
      '9999-12-31T23:59:59',
      '9999-12-31T23:59:59Z',
    ]) {
      const { status, json } = await ask({ ...at, timestamp });
      t.is(status, 404, timestamp);
      t.is(json.error.code, 'TIMESTAMP_OUTSIDE_WINDOW');
      t.deepEqual(json.error.details, { valid_range: { start: first, last, end } });
      t.regex(
        json.error.message,
        /: its first minute is 2025-12-06T00:00:00Z, its last 2025-12-12T23:59:00Z, and its end, 2025-12-13T00:00:00Z, is/,
      );
    }
    t.is((await ask({ ...at, timestamp: first })).status, 200);
    t.is((await ask({ ...at, timestamp: last })).status, 200, 'what is told as the last time has an answer');
    t.is((await ask({ ...at, timestamp: '2025-12-06T01:30:00+01:30' })).json.data.timestamp, first);
  }));

test('the poles and the antimeridian are single places, and -0 is 0', (t) =>
  withServer(t, async (api) => {
    const ask = asker(api, 'timeseries');
    const range = { start_time: '2025-12-06T00:00:00Z', end_time: '2025-12-06T00:01:00Z' };
    const places: [Query, [number, number], [number, number]][] = [
      [{ lat: 90, lon: 77 }, [90, 77], [90, 0]],
      [{ lat: 5, lon: 180 }, [5, 180], [5, -180]],
      [{ lat: '-0', lon: '-0.0' }, [0, 0], [0, 0]],
    ];
    for (const [query, echoed, asked] of places) {
      const { text, json } = await ask({ ...query, ...range });
      t.deepEqual([json.data.lat, json.data.lon], echoed);
      t.notRegex(text, /"l(at|on)":-0[,.]/);
      const place = api.analysis.asked.at(-1);
      t.deepEqual([place?.latDeg, place?.lonDeg], asked);
      t.is((await asker(api, 'at_point')({ ...query, timestamp: at.timestamp })).status, 200);
      const [latDeg, lonDeg] = asked;
      t.like(api.analysis.asked.at(-1), { latDeg, lonDeg, epoch: 485 }, 'at_point asks for the same place');
    }
  }));

test('without times a timeseries is the whole window, one entry a minute', (t) =>
  withServer(t, async (api) => {
    const { status, json, headers } = await asker(api, 'timeseries')({ lat: 1, lon: 2 });
    t.is(status, 200);
    t.is(headers.get('content-type'), 'application/json; charset=utf-8');
    const { timeseries, ...fields } = json.data;
    t.deepEqual(fields, {
      lat: 1,
      lon: 2,
      start_time: '2025-12-06T00:00:00Z',
      end_time: '2025-12-13T00:00:00Z',
      data_points: 10_080,
      nside: 64,
      cell_resolution_deg: 0.9161,
      frequency_band: 'all',
    });
    t.is(timeseries.length, 10_080);
    t.deepEqual(timeseries[0], { timestamp: '2025-12-06T00:00:00Z', intensity: 12, risk_level: 'moderate' });
    t.is(timeseries.at(-1).timestamp, '2025-12-12T23:59:00Z');
  }));

test('a range is widened to whole minutes and cut to the window', (t) =>
  withServer(t, async (api) => {
    const ask = asker(api, 'timeseries');
    for (const [start, end, told] of [
      ['2025-12-06T08:05:30Z', '2025-12-06T08:06:00.1Z', ['2025-12-06T08:05:00Z', '2025-12-06T08:07:00Z', 2]],
      ['2025-12-12T23:59:30Z', '2025-12-19T23:59:30Z', ['2025-12-12T23:59:00Z', '2025-12-13T00:00:00Z', 1]],
      ['2025-12-12T23:58', '', ['2025-12-12T23:58:00Z', '2025-12-13T00:00:00Z', 2]],
      ['', '2025-12-06T00:03:00+00:00', ['2025-12-06T00:00:00Z', '2025-12-06T00:03:00Z', 3]],
      ['2000-01-01T00:00:00Z', '', ['2025-12-06T00:00:00Z', '2025-12-13T00:00:00Z', 10_080]],
    ] as const) {
      const { data } = (await ask({ lat: 1, lon: 2, start_time: start, end_time: end })).json;
      t.deepEqual([data.start_time, data.end_time, data.data_points], [...told]);
      t.is(data.timeseries.length, data.data_points);
      t.is(data.timeseries[0].timestamp, data.start_time);
    }
    t.is((await ask({ lat: 1, lon: 2, start_time: ' ' })).status, 400);
  }));

test('a range that runs backwards, or over more than 7 days, is 400; one beside the window is 404', (t) =>
  withServer(t, async (api) => {
    const ask = async (start: string, end?: string) =>
      (await asker(api, 'timeseries')({ lat: 1, lon: 2, start_time: start, ...(end && { end_time: end }) })).json.error;
    const backwards = await ask('2025-12-07T00:00:00Z', '2025-12-07T00:00:00Z');
    t.is(backwards.code, 'INVALID_PARAMETER');
    t.deepEqual(backwards.details, { start_time: 'must be before end_time' });
    const long = await ask('2025-12-06T00:00:00Z', '2025-12-13T00:00:00.001Z');
    t.is(long.code, 'INVALID_PARAMETER');
    t.deepEqual(long.details, { end_time: 'must be at most 7 days after start_time' });
    const [start, last, end] = ['2025-12-06T00:00:00Z', '2025-12-12T23:59:00Z', '2025-12-13T00:00:00Z'];
    for (const error of [
      await ask('2025-12-13T00:00:00Z'),
      await ask('2025-12-01T00:00:00Z', '2025-12-06T00:00:00Z'),
    ]) {
      t.is(error.code, 'TIMESTAMP_OUTSIDE_WINDOW');
      t.deepEqual(error.details, { valid_range: { start, last, end } });
    }
  }));

test('a satellite without data in the band has an empty timeseries', (t) =>
  withServer(t, async (api) => {
    const { data } = (await asker(api, 'timeseries')({ lat: 1, lon: 2 }, SILENT)).json;
    t.is(data.data_points, 0);
    t.deepEqual(data.timeseries, []);
  }));

test('bands are those of the satellite in the order of the spectrum, then all', (t) =>
  withServer(t, async (api) => {
    const ask = asker(api, 'available_frequency_bands');
    const { data } = (await ask({})).json;
    t.is(data.tracked_satellite_id, api.enterprise.tracked[ISS]);
    t.deepEqual(data.frequency_bands, [
      { name: 'S', min_ghz: 2, max_ghz: 4, range_ghz: '2.0-4.0 GHz' },
      { name: 'Ku', min_ghz: 12, max_ghz: 18, range_ghz: '12.0-18.0 GHz' },
      { name: 'all', min_ghz: null, max_ghz: null },
    ]);
    const run = data.coverage_analysis_run_id;
    t.is((await ask({})).json.data.coverage_analysis_run_id, run);
    const silent = (await ask({}, SILENT)).json.data;
    t.deepEqual(silent.frequency_bands, [{ name: 'all', min_ghz: null, max_ghz: null }]);
    t.not(silent.coverage_analysis_run_id, run);
  }));

const QUERIES: [string, Query][] = [
  ['at_point', at],
  ['timeseries', { lat: 1, lon: 2 }],
  ['available_frequency_bands', {}],
];

test('a satellite that the window left out is 404 with the reason', (t) =>
  withServer(t, async (api) => {
    for (const [endpoint, query] of QUERIES) {
      const { status, json } = await asker(api, endpoint)(query, LEFT_OUT);
      t.is(status, 404);
      t.is(json.error.code, 'NOT_FOUND');
      t.regex(json.error.message, /no element set within 14 days/);
      t.deepEqual(json.error.details, { norad_number: LEFT_OUT });
    }
  }));

test('without a window it is 503, and says when to come back', (t) =>
  withServer(t, async (api) => {
    for (const [endpoint, query] of QUERIES) {
      api.analysis.isReady = false;
      api.analysis.refused = undefined;
      const { status, json, headers } = await asker(api, endpoint)(query);
      t.is(status, 503);
      t.is(json.error.code, 'ANALYSIS_NOT_READY');
      t.regex(headers.get('retry-after') ?? '', /^\d+$/);
      t.deepEqual(json.error.details, { status: 'pending' });
      api.analysis.refused = 'the catalogue is too old';
      const { json: told } = await asker(api, endpoint)(query);
      t.is(told.error.message, 'no analysis window can be opened: the catalogue is too old');
      t.deepEqual(told.error.details, { status: 'failed' });
    }
  }));
