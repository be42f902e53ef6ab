import fc from 'fast-check';
import { BASE_PATH, EPOCH_MS } from '../../../../src/spec.js';
import { requestsOf } from '../../../../test/helpers/fuzz.js';
import { document } from '../../../../test/helpers/openapi.js';
import { get, type Question, send } from '../ask.js';
import { STATIONS, TRACKED } from './api.js';

/** Number of requests with one thing wrong that are drawn for each operation of the API's document. */
const DRAWN = 10;
const POINT = '/interference/at_point?tracked_satellite_id=1&lat=52.52&lon=13.405';

/** Paths, below the API's base path, of requests with mistakes that people make. */
const MISTAKEN_PATHS = [
  '/ground_stations/',
  '/ground-stations',
  '/GROUND_STATIONS',
  '/satellites_of_mine',
  '/api/v1/me',
  '/%6de',
  '/me%',
  '/tracked_satellites/987654',
  '/tracked_satellites/ISS',
  `${POINT}&timestamp=1795383292`,
  `${POINT}&timestamp=2031-01-01T00:00:00Z`,
  '/interference/at_point?tracked_satellite_id=1&lat=139&lon=35&timestamp=2026-01-01',
  '/interference/at_point?tracked_satellite_id=1&lat=52.52N&lon=13.4E&timestamp=2026-01-01',
  '/interference/timeseries?tracked_satellite_id=1&latitude=52&longitude=13',
  '/interference/timeseries?tracked_satellite_id=1&lat=52,52&lon=13,405',
  '/interference/timeseries?tracked_satellite_id=1&lat=1&lon=2&frequency_band=ku',
  '/interference/timeseries?tracked_satellite_id=1&lat=1&lon=2&frequency_hz=12e9&frequency_band=Ku',
  '/interference/timeseries?tracked_satellite_id=1&lat=1&lon=2&start_time=2026-11-23&end_time=2026-01-01',
  '/interference/timeseries?tracked_satellite_id=1&lat=1&lon=2&start_time=2020-01-01&end_time=2020-01-02',
  '/interference/ground_station_timeseries?tracked_satellite_id=1&ground_station_id=987654',
  '/interference/interferers?tracked_satellite_id=1&timestamp=2026-01-01&lat=1&lon=1&ground_station_id=1',
  '/interference/encounters?tracked_satellite_id=1&ground_station_id=1&exclude_operator=spacex',
  '/interference/clear_passes?tracked_satellite_ids=1,987654',
  '/coverage_analysis_runs/987654/interference_cells',
  '/coverage_analysis_runs/{run 1}/interference_cells/time_series?ipix=1&nside=128',
];

/** Bodies of a station that are refused. */
const WRONG_STATIONS: readonly unknown[] = [
  '',
  '{',
  '[{"name":"Berlin"}]',
  "{'name': 'Berlin'}",
  '{"name":"Berlin","latitude":52.52,"longitude":13.405,}',
  '{"name":"a","name":"b","latitude":1,"longitude":2}',
  `{"name":"${'x'.repeat(70_000)}"}`,
  { name: 'Berlin', lat: 52.52, lon: 13.405 },
  { name: 'Tokyo', latitude: 139.7, longitude: 35.7 },
  { name: 'Tokyo', latitude: '35.7', longitude: true },
];

/** Requests with something wrong, most of which the API refuses; `startMs` is the start of the window. */
export function wrongQuestions(startMs: number): Question[] {
  const stations = `${BASE_PATH}/ground_stations`;
  const json = { 'content-type': 'application/json' };
  const me = `${BASE_PATH}/me`;
  const beyond = new Date(startMs + 10_080 * EPOCH_MS).toISOString();
  const credential = (authorization: string): Question => get(me, { as: 'nobody', headers: { authorization } });
  return [
    ...MISTAKEN_PATHS.map((path) => get(BASE_PATH + path)),
    ...drawnQuestions(startMs),
    get(`${BASE_PATH}${POINT}&timestamp=${beyond}`),
    ...['/v1/me', '/api/me', '/interference/at_point', '/api/v1', '/api/v1/', '/robots.txt', '/..%2f', '//me'].map(
      (path) => get(path),
    ),
    get('/nowhere', { as: 'nobody', headers: { accept: 'text/html' } }),
    get(me, { as: 'nobody' }),
    get(me, { as: 'nobody', headers: { 'x-api-key': '{demo token}' } }),
    get(`${BASE_PATH}/nowhere`, { as: 'nobody' }),
    ...[
      '{demo token}',
      'Bearer',
      'Bearer <API_TOKEN>',
      'bearer {demo token}',
      'Basic YTpi',
      'Bearer {demo token} x',
    ].map(credential),
    credential('Bearer sl_thisTokenIsMistypedAtItsVeryEnd000000'),
    ...WRONG_STATIONS.map((body) => send('POST', stations, body)),
    ...['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=latin1'].map((type) =>
      send('POST', stations, '{"name":"Berlin"}', { headers: { 'content-type': type } }),
    ),
    send('POST', stations, '{}', { headers: { ...json, 'content-encoding': 'gzip' } }),
    send('POST', stations, '\xff\xfe', { headers: json }),
    send('POST', `${stations}/batch`, []),
    send('POST', `${BASE_PATH}/tracked_satellites`, { norad_number: 999_999 }),
    send('POST', `${BASE_PATH}/auth`, { email: 'nobody@example.org', password: 'x' }, { as: 'nobody' }),
    send('POST', `${BASE_PATH}/auth`, { username: 'ada', password: 'x' }, { as: 'nobody' }),
    send('POST', `${BASE_PATH}/login`, {}, { as: 'nobody' }),
    ...['PUT', 'POST', 'PATCH', 'TRACE', 'PROPFIND'].map((method) => send(method, me)),
    send('PUT', `${stations}/1`, { active: false }),
    send('DELETE', stations),
  ];
}

/** Random requests to every operation, always the same ones, each with one thing wrong. */
function drawnQuestions(startMs: number): Question[] {
  const ids = { tracked_satellite: TRACKED, ground_station: STATIONS, coverage_analysis_run: TRACKED };
  const known = { ids, windowStartMs: startMs, bodies: {} };
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [path, method] as const),
  );
  return operations.flatMap(([path, method], seed) =>
    fc
      .sample(requestsOf(path, method, known, false), { numRuns: DRAWN, seed })
      .map(({ target, withToken, ...rest }) => ({
        method: rest.method,
        path: BASE_PATH + target,
        as: withToken ? 'demo' : 'nobody',
        headers: rest.headers,
        ...(rest.body !== undefined && { body: rest.body }),
      })),
  );
}
