import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import test from 'ava';
import { insertStation } from '../../../src/db/analysis/stations.js';
import { Overloaded } from '../../../src/errors.js';
import { questionPath, asker } from '../../helpers/requests.js';
import { ISS, SILENT, withServer, type Api } from '../../helpers/server.js';

const ONE = 'ground_station_timeseries';
const ALL = 'all_ground_stations';

async function stations({ db, enterprise: { accountId } }: Api): Promise<{ high: number; idle: number; west: number }> {
  const add = async (station: Omit<Parameters<typeof insertStation>[1], 'accountId'>): Promise<number> =>
    (await insertStation(db.knex, { accountId, ...station })).id;
  return {
    high: await add({ name: 'High', latitudeDeg: -24.627, longitudeDeg: -70.404, elevationMeters: 2635 }),
    idle: await add({ name: 'Idle', latitudeDeg: 1, longitudeDeg: 2, active: false }),
    west: await add({ name: 'West', latitudeDeg: 5, longitudeDeg: 180, description: 'on the line' }),
  };
}

/** Sends a request; resolves to the response when it begins, for the caller to read or not. */
function open(api: Api, path: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const all = { authorization: `Bearer ${api.enterprise.token}`, ...headers };
  return new Promise((resolve, reject) => {
    get({ port: api.port, path, headers: all, agent: false }, resolve).on('error', reject);
  });
}

test('a station is told its passes and the minutes in them', (t) =>
  withServer(t, async (api) => {
    const { high } = await stations(api);
    const range = { start_time: '2025-12-06T08:00:30Z', end_time: '2025-12-06T09:00:00Z' };
    const { status, json } = await asker(api, ONE)({ ground_station_id: high, ...range, frequency_band: 'Ku' });
    t.is(status, 200);
    t.deepEqual(json.data, {
      tracked_satellite_id: api.enterprise.tracked[ISS],
      ground_station: {
        id: high,
        name: 'High',
        latitude: '-24.627',
        longitude: '-70.404',
        elevation_meters: 2635,
        active: true,
        description: null,
      },
      start_time: '2025-12-06T08:00:00Z',
      end_time: '2025-12-06T09:00:00Z',
      nside: 64,
      cell_resolution_deg: 0.9161,
      frequency_band: 'Ku',
      data_points: 1,
      passes: [
        {
          aos: '2025-12-06T08:01:30Z',
          los: '2025-12-06T08:03:00Z',
          max_elevation_deg: 45.68,
          max_elevation_time: '2025-12-06T08:02:15Z',
          duration_seconds: 90,
          peak_intensity: 12,
          mean_intensity: 11.67,
          risk_level: 'moderate',
          complete: true,
        },
        {
          aos: '2025-12-06T08:59:40Z',
          los: '2025-12-06T09:00:00Z',
          max_elevation_deg: 11,
          max_elevation_time: '2025-12-06T09:00:00Z',
          duration_seconds: 20,
          peak_intensity: null,
          mean_intensity: null,
          risk_level: null,
          complete: false,
        },
      ],
      timeseries: [{ timestamp: '2025-12-06T08:02:00Z', intensity: 12, risk_level: 'moderate' }],
    });
    t.like(api.analysis.askedStations[0], {
      norad: ISS,
      latDeg: -24.627,
      lonDeg: -70.404,
      heightKm: 2.635,
      band: 'Ku',
      fromEpoch: 480,
      toEpoch: 540,
      account: api.enterprise.accountId,
    });
  }));

test('a satellite without data in the band has passes and no minutes', (t) =>
  withServer(t, async (api) => {
    const { west } = await stations(api);
    const { data } = (await asker(api, ONE)({ ground_station_id: west }, SILENT)).json;
    t.deepEqual([data.data_points, data.timeseries, data.passes.length], [0, [], 2]);
    t.is(data.passes[0].peak_intensity, null);
    t.is(data.ground_station.longitude, '180');
    t.is(api.analysis.askedStations[0]?.lonDeg, -180);
  }));

test('all active stations are told the same, with the common fields once', (t) =>
  withServer(t, async (api) => {
    const { high, west } = await stations(api);
    const { status, json } = await asker(api, ALL)();
    t.is(status, 200);
    const { ground_stations: list, ...common } = json.data;
    t.deepEqual(common, {
      tracked_satellite_id: api.enterprise.tracked[ISS],
      start_time: '2025-12-06T00:00:00Z',
      end_time: '2025-12-13T00:00:00Z',
      nside: 64,
      cell_resolution_deg: 0.9161,
      frequency_band: 'all',
    });
    const ids = list.map((entry: { ground_station: { id: number } }) => entry.ground_station.id);
    t.deepEqual(ids, [high, west]);
    for (const entry of list) {
      const one = (await asker(api, ONE)({ ground_station_id: entry.ground_station.id })).json.data;
      t.deepEqual(one, { ...common, ...entry });
    }
  }));

test('an account without stations has an empty list', (t) =>
  withServer(t, async (api) => {
    t.deepEqual((await asker(api, ALL)()).json.data.ground_stations, []);
  }));

test('a horizon mask is asked about with its station, told in the answer, and makes it another answer', (t) =>
  withServer(t, async (api) => {
    const { high } = await stations(api);
    const horizonMask = Array.from({ length: 12 }, (_, i) => [30 * i, i] as const);
    for (const [endpoint, query] of [
      [ONE, { ground_station_id: high }],
      [ALL, {}],
    ] as const) {
      const mask = (given: string | null) =>
        api.db.knex('ground_stations').where({ id: high }).update({ horizon_mask: given });
      await mask(null);
      const plain = await asker(api, endpoint)(query);
      t.false(plain.text.includes('horizon_mask'));
      const etag = plain.headers.get('etag') ?? '';
      await mask(JSON.stringify(horizonMask));
      const masked = await asker(api, endpoint)(query, ISS, { 'if-none-match': etag, 'cache-control': '' });
      t.is(masked.status, 200);
      const [found] = endpoint === ALL ? masked.json.data.ground_stations : [masked.json.data];
      t.deepEqual(found.ground_station.horizon_mask, horizonMask);
      t.deepEqual(
        api.analysis.askedStations.flatMap((asked) => asked.horizonMask ?? []),
        horizonMask,
      );
      api.analysis.askedStations.length = 0;
    }
  }));

test('a failure before the first station is an ordinary error', (t) =>
  withServer(t, async (api) => {
    await stations(api);
    api.analysis.gate = Promise.reject(new Overloaded('too many computations', 2));
    const { status, json, headers } = await asker(api, ALL)();
    t.deepEqual([status, json.error.code, headers.get('etag')], [503, 'OVERLOADED', null]);
  }));

for (const encoding of ['identity', 'gzip']) {
  test(`each station is sent as soon as it is there (${encoding})`, (t) =>
    withServer(t, async (api) => {
      const { high } = await stations(api);
      let proceed: () => void = () => undefined;
      const gate = new Promise<void>((resolve) => (proceed = resolve));
      api.analysis.stationGate = () => gate;
      const response = await open(api, questionPath(api, ALL), { 'accept-encoding': encoding });
      t.is(response.headers['content-encoding'], encoding === 'gzip' ? 'gzip' : undefined);
      const plain = encoding === 'gzip' ? response.pipe(createGunzip()) : response;
      let received = '';
      for await (const chunk of plain.setEncoding('utf8')) {
        received += String(chunk);
        // The first station has arrived completely before the second one is computed.
        if (received.includes('"timeseries":[{') && api.analysis.askedStations.length === 1) proceed();
      }
      const list = JSON.parse(received).data.ground_stations;
      t.deepEqual([list.length, list[0].ground_station.id], [2, high]);
    }));
}

test('a failure between two stations breaks the connection', (t) =>
  withServer(t, async (api) => {
    await stations(api);
    let fail: (error: Error) => void = () => undefined;
    const gate = new Promise((_, reject) => (fail = reject));
    api.analysis.stationGate = () => gate;
    const response = await open(api, questionPath(api, ALL));
    t.is(response.statusCode, 200);
    fail(new Error('the pool is gone'));
    await t.throwsAsync(text(response), { code: 'ECONNRESET' });
    t.true(api.log.some(({ level, msg }) => Number(level) >= 40 && msg === 'an answer broke off'));
  }));
