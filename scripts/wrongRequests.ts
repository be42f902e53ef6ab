/**
 * Sends a running service what newcomers get wrong, and prints what each request is answered with, to be read and rated.
 *
 *     tsx scripts/wrongRequests.ts http://127.0.0.1:8080 sl_… [another token, of an account without Enterprise]
 */
import { mintToken } from '../src/db/accounts/credentials.js';

const [server = 'http://127.0.0.1:8080', token = '', freeToken = ''] = process.argv.slice(2);
const API = `${server}/api/v1`;

interface Wrong {
  what: string;
  method?: string;
  /** Below the base path, or below the server where it begins with `server:`. */
  target: string;
  headers?: Record<string, string>;
  body?: string;
}

async function ask(path: string): Promise<Record<string, unknown>> {
  const response = await fetch(API + path, { headers: { authorization: `Bearer ${token}` } });
  const { data, ...bare } = (await response.json()) as { data?: Record<string, unknown> };
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(bare)}`);
  return data ?? bare;
}

const [tracked] = (await ask('/tracked_satellites'))['tracked_satellites'] as {
  id: number;
  satellite: { norad_number: number };
}[];
if (tracked === undefined) throw new Error('the account tracks no satellite');
const { id } = tracked;
const norad = tracked.satellite.norad_number;
const bands = await ask(`/interference/available_frequency_bands?tracked_satellite_id=${id}`);
const run = Number(bands['coverage_analysis_run_id']);
const now = new Date().toISOString().slice(0, 16);

const BODY = { 'content-type': 'application/json' };
const place = `tracked_satellite_id=${id}&lat=52.52&lon=13.405`;
const cells = `/coverage_analysis_runs/${run}/interference_cells`;
const station = (body: string, headers = BODY): Omit<Wrong, 'what'> => ({
  method: 'POST',
  target: '/ground_stations',
  headers,
  body,
});
const get = (what: string, target: string, headers?: Record<string, string>): Wrong => ({
  what,
  target,
  ...(headers && { headers }),
});

const WRONG: readonly Wrong[] = [
  get('no token', '/me', { authorization: '' }),
  get('token without Bearer', '/me', { authorization: token }),
  get('placeholder left in', '/me', { authorization: 'Bearer <API_TOKEN>' }),
  get('token cut when copied', '/me', { authorization: `Bearer ${token.slice(0, 24)}` }),
  get('token of another installation', '/me', { authorization: `Bearer ${mintToken().token}` }),
  get('key in X-API-Key', '/me', { authorization: '', 'x-api-key': token }),
  get('GET to sign in', '/auth?email=a@example.org&password=x', { authorization: '' }),
  {
    what: 'sign in as a form',
    method: 'POST',
    target: '/auth',
    headers: { 'content-type': 'application/x-www-form-urlencoded', authorization: '' },
    body: 'email=a@example.org&password=x',
  },
  {
    what: 'sign in with username',
    method: 'POST',
    target: '/auth',
    headers: { ...BODY, authorization: '' },
    body: '{"username":"ada","password":"x"}',
  },
  {
    what: 'wrong password',
    method: 'POST',
    target: '/auth',
    headers: { ...BODY, authorization: '' },
    body: '{"email":"nobody@example.org","password":"x"}',
  },
  { what: 'sign in at /login', method: 'POST', target: '/login', headers: { ...BODY, authorization: '' }, body: '{}' },
  get('/v1 without /api', 'server:/v1/tracked_satellites'),
  get('/api without /v1', 'server:/api/tracked_satellites'),
  get('no base path', 'server:/interference/at_point'),
  get('base path twice', 'server:/api/v1/api/v1/me'),
  get('slash at the end', '/ground_stations/'),
  get('hyphens in the path', '/ground-stations'),
  get('a path that is nowhere', '/satellites_of_mine'),
  get(
    'catalogue number of a tracked satellite',
    `/interference/at_point?tracked_satellite_id=${norad}&lat=52.52&lon=13.405&timestamp=${now}:00Z`,
  ),
  get('catalogue number of another satellite', '/tracked_satellites/20580'),
  get('an id that is nowhere', '/tracked_satellites/987654'),
  get('name as id', '/tracked_satellites/ISS'),
  get('lat and lon swapped', `/interference/at_point?tracked_satellite_id=${id}&lat=139&lon=35&timestamp=${now}:00Z`),
  get(
    'latitude and longitude spelt out',
    `/interference/timeseries?tracked_satellite_id=${id}&latitude=52&longitude=13`,
  ),
  get('decimal comma', `/interference/timeseries?tracked_satellite_id=${id}&lat=52,52&lon=13,405`),
  get('longitude from 0 to 360', `/interference/timeseries?tracked_satellite_id=${id}&lat=40.7&lon=286`),
  get('degrees with a letter', `/interference/timeseries?tracked_satellite_id=${id}&lat=52.52N&lon=13.4E`),
  get('nothing but the path', '/interference/at_point'),
  get('no timestamp', `/interference/at_point?${place}`),
  get('time as seconds since 1970', `/interference/at_point?${place}&timestamp=${Math.floor(Date.now() / 1000)}`),
  get('time in the local form', `/interference/at_point?${place}&timestamp=07/12/2026`),
  get('time next year', `/interference/at_point?${place}&timestamp=2031-01-01T00:00:00Z`),
  get('+ of an offset not encoded', `/interference/at_point?${place}&timestamp=${now}:00+02:00`),
  get('start after end', `/interference/timeseries?${place}&start_time=${now}:00Z&end_time=2026-01-01T00:00:00Z`),
  get('a month', `/interference/timeseries?${place}&start_time=2026-07-01T00:00:00Z&end_time=2026-07-31T00:00:00Z`),
  get('band in lower case', `/interference/timeseries?${place}&frequency_band=ku`),
  get('two bands', `/interference/timeseries?${place}&frequency_band=Ku,Ka`),
  get('parameter twice', `/interference/timeseries?${place}&lat=52`),
  get('parameter as an array', `/interference/timeseries?${place}&frequency_band[]=Ku`),
  get('page 0', `${cells}?page=0`),
  get('per_page all', `${cells}?per_page=all`),
  get('epoch beyond the week', `${cells}/by_epoch/10080`),
  get('epoch as a time', `${cells}/by_epoch/${now}`),
  get('time series without nside', `${cells}/time_series?ipix=1234`),
  get('another nside', `${cells}/time_series?ipix=1234&nside=128`),
  get('run of nobody', '/coverage_analysis_runs/987654'),
  {
    what: 'JSON with a comma too many',
    ...station('{\n  "name": "Berlin",\n  "latitude": 52.52,\n  "longitude": 13.405,\n}'),
  },
  { what: "Python's repr for JSON", ...station("{'name': 'Berlin', 'latitude': 52.52, 'longitude': 13.405}") },
  { what: 'short names of fields', ...station('{"name": "Berlin", "lat": 52.52, "lon": 13.405}') },
  {
    what: 'a list of stations to the route of one',
    ...station('[{"name": "Berlin", "latitude": 52.52, "longitude": 13.405}]'),
  },
  {
    what: 'no Content-Type',
    ...station('{"name": "Berlin", "latitude": 52.52, "longitude": 13.405}', { 'content-type': 'text/plain' }),
  },
  { what: 'no body', ...station('') },
  { what: 'longitude in latitude', ...station('{"name": "Tokyo", "latitude": 139.7, "longitude": 35.7}') },
  { what: 'PUT to change', method: 'PUT', target: '/ground_stations/1', headers: BODY, body: '{"active": false}' },
  {
    what: 'a catalogue number as text',
    method: 'POST',
    target: '/tracked_satellites',
    headers: BODY,
    body: '{"norad_number": "25544"}',
  },
  {
    what: 'a number that is not catalogued',
    method: 'POST',
    target: '/tracked_satellites',
    headers: BODY,
    body: '{"norad_number": 999999}',
  },
  ...(freeToken === ''
    ? []
    : [get('without Enterprise', `/interference/timeseries?${place}`, { authorization: `Bearer ${freeToken}` })]),
];

for (const { what, method = 'GET', target, headers, body } of WRONG) {
  const url = target.startsWith('server:') ? server + target.slice('server:'.length) : API + target;
  const sent = new Headers({ authorization: `Bearer ${token}`, ...headers });
  if (sent.get('authorization') === '') sent.delete('authorization');
  const response = await fetch(url, { method, headers: sent, ...(body !== undefined && { body }) });
  const { error } = (await response.json()) as { error?: { message: string } };
  const shown = (text: string): string => text.replaceAll(token, 'sl_…');
  const asked = body === undefined ? method : `${method} (${body.replaceAll('\n', ' ')})`;
  const message = error === undefined ? 'no error' : shown(error.message);
  process.stdout.write(
    `${what}\n    ${asked} ${shown(url.slice(server.length))}\n    ${response.status} ${message}\n\n`,
  );
}
