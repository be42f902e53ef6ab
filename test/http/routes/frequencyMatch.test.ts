import test from 'ava';
import { asker, stationIn } from '../../helpers/requests.js';
import { SILENT, withServer, type Api } from '../../helpers/server.js';

type Query = Record<string, string | number>;

/** Paths of the interference endpoints that count satellites, each with the query parameters that it requires. */
async function endpoints(api: Api): Promise<[path: string, query: Query][]> {
  const place = { lat: 52.52, lon: 13.405 };
  const range = { start_time: '2025-12-06T08:00:00Z', end_time: '2025-12-06T08:20:00Z' };
  return [
    ['at_point', { ...place, timestamp: '2025-12-06T08:05:00Z' }],
    ['timeseries', { ...place, ...range }],
    ['ground_station_timeseries', { ground_station_id: await stationIn(api), ...range }],
    ['all_ground_stations', range],
  ];
}

/** Last question that the endpoint put to the analysis. */
const matchOf = ({ analysis }: Api, path: string) =>
  (path.includes('station') ? analysis.askedStations : analysis.asked).at(-1);

const OWN = [{ low_hz: 2_265_000_000, high_hz: 2_270_000_000, source: 'satnogs', assumed: true }];

test('by overlap an answer says that it is an upper bound, and of which frequencies', (t) =>
  withServer(t, async (api) => {
    for (const [path, query] of await endpoints(api)) {
      const { status, json } = await asker(api, path)({ ...query, frequency_match: 'overlap', frequency_band: 'S' });
      t.is(status, 200, path);
      t.like(json.data, { frequency_band: 'S', frequency_match: 'overlap', upper_bound: true }, path);
      t.deepEqual(json.data.frequencies, OWN, path);
      t.like(matchOf(api, path), { match: 'overlap', band: 'S', carrier: undefined }, path);
    }
  }));

test('by band, requested or by default, answers are the same, ETag included', (t) =>
  withServer(t, async (api) => {
    for (const [path, query] of await endpoints(api)) {
      const plain = await asker(api, path)(query);
      const byBand = await asker(api, path)({ ...query, frequency_match: 'band' });
      t.deepEqual(byBand.json.data, plain.json.data, path);
      t.is(byBand.headers.get('etag'), plain.headers.get('etag'), path);
      t.false('frequency_match' in plain.json.data || 'upper_bound' in plain.json.data, path);
      t.false('frequencies' in plain.json.data, path);
      t.like(matchOf(api, path), { match: 'band' }, path);
    }
  }));

test('a carrier of one’s own is asked about by its centre, with its width or that of its band', (t) =>
  withServer(t, async (api) => {
    for (const [path, query] of await endpoints(api)) {
      const wide = await asker(api, path)({ ...query, frequency_hz: 8_200_000_000, bandwidth_hz: 375_000_000 });
      t.deepEqual(wide.json.data.frequencies, [
        { low_hz: 8_012_500_000, high_hz: 8_387_500_000, source: 'request', assumed: false },
      ]);
      t.like(wide.json.data, { frequency_match: 'overlap', upper_bound: true, frequency_band: 'all' }, path);
      t.like(matchOf(api, path), { match: 'overlap', carrier: { lowHz: 8_012_500_000, highHz: 8_387_500_000 } }, path);
      const usual = await asker(api, path)({ ...query, frequency_hz: 137_100_000, frequency_match: 'overlap' });
      t.like(usual.json.data.frequencies[0], { low_hz: 137_087_500, high_hz: 137_112_500, assumed: true }, path);
      const lowest = await asker(api, path)({ ...query, frequency_hz: 1 });
      t.like(lowest.json.data.frequencies[0], { low_hz: 0, high_hz: 12_501 }, path);
    }
  }));

test('a satellite that is not known to send anything can be asked about a carrier, and has no frequencies of its own', (t) =>
  withServer(t, async (api) => {
    for (const [path, query] of await endpoints(api)) {
      const own = await asker(api, path)({ ...query, frequency_match: 'overlap' }, SILENT);
      t.deepEqual(own.json.data.frequencies, [], path);
      const carrier = await asker(api, path)({ ...query, frequency_hz: 1, bandwidth_hz: 1 }, SILENT);
      t.is(carrier.status, 200, path);
      t.like(carrier.json.data.frequencies[0], { low_hz: 1, high_hz: 2 }, path);
    }
  }));

const WRONG: [Query, string, RegExp][] = [
  [{ frequency_hz: '8.2e9' }, 'frequency_hz', /must be whole hertz from 1 to .*plain digits/],
  [{ bandwidth_hz: 5 }, 'bandwidth_hz', /must come with frequency_hz/],
  [{ frequency_hz: 5, frequency_match: 'band' }, 'frequency_match', /must be overlap, or left out, with frequency_hz/],
  [{ frequency_hz: 5, frequency_band: 'X' }, 'frequency_band', /must be all, or left out, with frequency_hz/],
];

test('frequencies that are malformed, or do not go together, are named', (t) =>
  withServer(t, async (api) => {
    for (const [path, query] of await endpoints(api)) {
      for (const [wrong, parameter, rule] of WRONG) {
        const { status, json } = await asker(api, path)({ ...query, ...wrong });
        t.is(status, 400, `${path} ${JSON.stringify(wrong)}`);
        t.is(json.error.code, 'INVALID_PARAMETER');
        t.deepEqual(Object.keys(json.error.details), [parameter]);
        t.regex(json.error.details[parameter], rule);
      }
    }
  }));
