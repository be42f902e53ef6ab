import test, { type ExecutionContext } from 'ava';
import { setPropagationFailures } from '../../../src/db/analysis/windows.js';
import { asker, stationIn } from '../../helpers/requests.js';
import { ISS, SILENT, withServer, type Api } from '../../helpers/server.js';

const QUERIES: Record<string, string> = {
  at_point: 'lat=1&lon=2&timestamp=2025-12-08T03:15:59Z',
  timeseries: 'lat=1&lon=2&start_time=2025-12-07T12:00:00Z&end_time=2025-12-07T12:10:00Z',
  available_frequency_bands: '',
  ground_station_timeseries: 'ground_station_id=1&start_time=2025-12-07T12:00:00Z',
  all_ground_stations: 'start_time=2025-12-07T12:00:00Z',
  encounters: 'lat=1&lon=2&start_time=2025-12-07T12:00:00Z',
};

/** Runs a test like `withServer`, with one ground station, whose id is 1. */
function withStation(t: ExecutionContext, body: (api: Api) => Promise<void>): Promise<void> {
  return withServer(t, async (api) => {
    await stationIn(api);
    await body(api);
  });
}

const ask = (api: Api, endpoint: string, more = '', norad = ISS, headers: Record<string, string> = {}) =>
  asker(api, endpoint)(`${QUERIES[endpoint]}${more}`, norad, headers);

const INCLUDE = '&include=provenance';

/** Endpoints, each with the age of the elements in hours that it states, at the requested minute or the first one. */
const AGES = [
  ['at_point', 51.3],
  ['timeseries', 36],
  ['available_frequency_bands', 0],
  ['ground_station_timeseries', 36],
  ['all_ground_stations', 36],
  ['encounters', 36],
] as const;

test('provenance is told on request, beside the fields that there are without it', (t) =>
  withStation(t, async (api) => {
    for (const [endpoint, ageHours] of AGES) {
      const plain = (await ask(api, endpoint)).json.data;
      t.false('provenance' in plain);
      const { status, json } = await ask(api, endpoint, INCLUDE);
      t.is(status, 200);
      const { provenance, ...rest } = json.data;
      t.deepEqual(rest, plain);
      t.regex(provenance.snapshot.taken_at, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
      delete provenance.snapshot.taken_at;
      t.deepEqual(provenance, {
        analysis_window: {
          id: api.analysis.current()?.id,
          start_time: '2025-12-06T00:00:00Z',
          end_time: '2025-12-13T00:00:00Z',
          nside: 64,
          minimum_elevation_deg: 10,
          uniform_elevation: false,
        },
        snapshot: { catalogue_revision: 1 },
        satellites: {
          in_window: 3,
          left_out: { elset_more_than_14_days_away: 1, no_known_downlink: 1 },
          silent_share: { LEO: 0.5, MEO: 0 },
          not_propagated: null,
        },
        tracked_satellite: {
          norad_number: ISS,
          minimum_elevation_deg: 10,
          downlink: 'known',
          elset: { epoch: '2025-12-06T00:00:00Z', age_hours: ageHours, generated: false },
          not_propagated: { data_points: 0, ranges: [] },
        },
      });
    }
  }));

test('provenance has an ETag of its own, which the survey of the window changes', (t) =>
  withStation(t, async (api) => {
    const etag = async (endpoint: string, more: string) => (await ask(api, endpoint, more)).headers.get('etag') ?? '';
    const known: [endpoint: string, headers: Record<string, string>][] = [];
    for (const endpoint of Object.keys(QUERIES)) {
      const before = await etag(endpoint, INCLUDE);
      t.not(before, await etag(endpoint, ''));
      known.push([endpoint, { 'if-none-match': before, 'cache-control': '' }]);
      t.is((await ask(api, endpoint, INCLUDE, ISS, known.at(-1)?.[1])).status, 304);
    }
    const failure = { noradNumber: SILENT, firstEpoch: 5, epochs: 1 };
    await setPropagationFailures(api.db.knex, api.analysis.current()?.id ?? 0, [failure]);
    for (const [endpoint, headers] of known) {
      const { status, json } = await ask(api, endpoint, INCLUDE, ISS, headers);
      t.is(status, 200);
      t.is(json.data.provenance.satellites.not_propagated, 1);
    }
  }));

test('a satellite without known downlinks is told to have none: its zeros are no measurement', (t) =>
  withStation(t, async (api) => {
    for (const endpoint of Object.keys(QUERIES)) {
      const { data } = (await ask(api, endpoint, INCLUDE, SILENT)).json;
      t.is(data.provenance.tracked_satellite.downlink, 'no known downlink', endpoint);
      if (endpoint === 'timeseries') t.deepEqual(data.timeseries, []);
    }
  }));

test('the minutes at which the satellite cannot be propagated are told as ranges of what was asked', (t) =>
  withServer(t, async (api) => {
    const noon = 2160;
    api.analysis.failing = [
      [0, 10],
      [noon - 5, noon + 2],
      [noon + 4, noon + 5],
      [noon + 9, 10_080],
    ];
    const told = async (endpoint: string) =>
      (await ask(api, endpoint, INCLUDE)).json.data.provenance.tracked_satellite.not_propagated;
    t.deepEqual(await told('timeseries'), {
      data_points: 4,
      ranges: [
        { start_time: '2025-12-07T12:00:00Z', end_time: '2025-12-07T12:02:00Z' },
        { start_time: '2025-12-07T12:04:00Z', end_time: '2025-12-07T12:05:00Z' },
        { start_time: '2025-12-07T12:09:00Z', end_time: '2025-12-07T12:10:00Z' },
      ],
    });
    t.deepEqual(await told('at_point'), {
      data_points: 1,
      ranges: [{ start_time: '2025-12-08T03:15:00Z', end_time: '2025-12-08T03:16:00Z' }],
    });
    t.is((await told('available_frequency_bands')).data_points, 10 + 7 + 1 + 10_080 - noon - 9);
  }));
