import { BASE_PATH } from '../../../../src/spec.js';
import { get, query, type Question, raw, send } from '../ask.js';

const STATION = '/interference/ground_station_timeseries?tracked_satellite_id=1&ground_station_id=2';
const CONDITIONAL = [
  '/interference/timeseries?tracked_satellite_id=1&lat=3&lon=4',
  STATION,
  '/interference/all_ground_stations?tracked_satellite_id=2',
  '/interference/available_frequency_bands?tracked_satellite_id=1',
  '/interference/encounters?tracked_satellite_id=1&ground_station_id=2',
  '/coverage_analysis_runs/{run 1}/interference_cells',
  '/coverage_analysis_runs/{run 1}/interference_cells/by_epoch/77',
  '/coverage_analysis_runs/{run 1}/interference_cells/time_series?ipix=5&nside=64',
].map((path) => BASE_PATH + path);
const ENCODINGS = ['gzip', 'br', 'deflate', 'gzip;q=0, identity', 'identity;q=0', '*;q=0', 'br;q=1, gzip;q=0.5', 'x'];
const ACCEPTED = [
  'application/json',
  'text/html',
  '*/*;q=0',
  'application/*',
  'text/csv, application/json;q=0.1',
  'nonsense',
];

/** Variants of ordinary requests: encodings, HEAD, OPTIONS, conditions, origins, and bytes that are hardly HTTP. */
export function httpQuestions(): Question[] {
  const me = `${BASE_PATH}/me`;
  return [
    ...CONDITIONAL.flatMap((path, index): Question[] => [
      get(path, { headers: { 'accept-encoding': 'gzip' } }),
      { ...get(path), method: 'HEAD', keep: [`etag ${index}`, 'etag'] },
      get(path, { headers: { 'if-none-match': `{etag ${index}}` } }),
      get(path, { headers: { 'if-none-match': '"another"' } }),
    ]),
    get(CONDITIONAL[0] ?? '', { headers: { 'if-none-match': '*' } }),
    ...ENCODINGS.map((encoding) => get(BASE_PATH + STATION, { headers: { 'accept-encoding': encoding } })),
    ...ACCEPTED.map((accept) => get(me, { headers: { accept } })),
    ...['/', '/docs', '/openapi.json'].flatMap((path, index): Question[] => [
      { ...get(path, { as: 'nobody' }), method: 'HEAD', keep: [`file ${index}`, 'etag'] },
      get(path, { as: 'nobody', headers: { 'if-none-match': `{file ${index}}` } }),
    ]),
    ...[me, `${BASE_PATH}/ground_stations/1`, `${BASE_PATH}/auth`, '/docs', '/nowhere', '/health_check'].map((path) =>
      send('OPTIONS', path, undefined, { as: 'nobody' }),
    ),
    ...['https://app.example.org', 'https://elsewhere.example.org'].flatMap((origin) => [
      get(me, { headers: { origin } }),
      send('OPTIONS', me, undefined, { as: 'nobody', headers: { origin, 'access-control-request-method': 'GET' } }),
    ]),
    get(me, { headers: { 'x-request-id': 'my-own.id_1' } }),
    get(me, { headers: { 'x-request-id': 'not a valid <id>' } }),
    get(me, { headers: { expect: 'a miracle' } }),
    get(me, {
      headers: { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https', host: 'sidelobe.example.org' },
    }),
    get('/docs', { as: 'nobody', headers: { host: 'sidelobe.example.org' } }),
    get(`${me}?${'x'.repeat(20_000)}`),
    send('GET', me, '{"a":1}'),
    ...RAW.map(raw),
  ];
}

const HOST = 'Host: 127.0.0.1\r\n';
const LINE = 'GET /api/v1/health_check HTTP/1.1\r\n';
const POST = 'POST /api/v1/auth HTTP/1.1\r\nConnection: close\r\nContent-Type: application/json\r\n';
/** Bytes that are no HTTP request, or one that a server may misread; each is sent on a connection of its own. */
const RAW = [
  `${LINE}Connection: close\r\n${HOST}\r\n`,
  `${LINE}Connection: close\r\n\r\n`,
  `${LINE}Connection: close\r\n${HOST}${HOST}\r\n`,
  `${LINE}Connection: close\r\nHost: a b\r\n\r\n`,
  'GET /api/v1/health_check HTTP/1.0\r\n\r\n',
  `GET /api/v1/health_check HTTP/2.0\r\n${HOST}\r\n`,
  'GET /api/v1/health_check\r\n\r\n',
  'nonsense\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  `GET http://elsewhere.example.org/health_check HTTP/1.1\r\nConnection: close\r\n${HOST}\r\n`,
  `GET * HTTP/1.1\r\nConnection: close\r\n${HOST}\r\n`,
  `OPTIONS * HTTP/1.1\r\nConnection: close\r\n${HOST}\r\n`,
  `CONNECT example.org:443 HTTP/1.1\r\n${HOST}\r\n`,
  `GET /api/v1/\xe9 HTTP/1.1\r\nConnection: close\r\n${HOST}\r\n`,
  `${LINE}${HOST}No colon\r\n\r\n`,
  `${LINE}${HOST}X: a\x00b\r\n\r\n`,
  `${LINE}${HOST}X: ${'x'.repeat(20_000)}\r\n\r\n`,
  `${LINE}${HOST}Connection: upgrade\r\nUpgrade: websocket\r\n\r\n`,
  `${POST}${HOST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  `${POST}${HOST}Content-Length: -1\r\n\r\n{}`,
  `${POST}${HOST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`,
  `${POST}${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  `${POST}${HOST}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  `${POST}${HOST}Transfer-Encoding: chunked\r\n\r\n2;${'x'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  `${POST}${HOST}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  `${POST}${HOST}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n{}`,
  `${POST}${HOST}Content-Length: 9999999\r\n\r\n`,
  `${LINE}${HOST}\r\n${LINE}${HOST}Connection: close\r\n\r\n`,
  `${LINE}${HOST}\r\nnonsense\r\n\r\n`,
  `${POST}${HOST}Content-Length: 20\r\n\r\n{`,
  `${LINE}${HOST}`,
];

/** Limit on an account's calls of each kind while limitQuestions are asked. */
export const FEW_CALLS = 4;

/**
 * Questions that exceed the limits on calls, on failed sign-ins and on unknown tokens. They come last, as the server
 * refuses sign-ins from this address afterwards.
 */
export function limitQuestions(): Question[] {
  const auth = `${BASE_PATH}/auth`;
  const poor = { as: 'poor' } as const;
  const nobody = { as: 'nobody' } as const;
  const week = `${BASE_PATH}/interference/timeseries${query({ tracked_satellite_id: '{tracked}', lat: 1, lon: 2 })}`;
  const calls = (path: string): Question[] => Array.from({ length: FEW_CALLS + 2 }, () => get(path, poor));
  const guess = { email: 'poor@example.org', password: 'a wrong password' };
  return [
    send('POST', auth, { ...guess, password: '{password}' }, { ...nobody, keep: ['poor token', 'data.token'] }),
    send(
      'POST',
      `${BASE_PATH}/tracked_satellites`,
      { norad_number: 25_544 },
      { ...poor, keep: ['tracked', 'data.id'] },
    ),
    ...calls(week.replace('%7B', '{').replace('%7D', '}')),
    ...calls(`${BASE_PATH}/me`),
    send('POST', `${BASE_PATH}/ground_stations`, '{', poor),
    { ...get(`${BASE_PATH}/me`, poor), method: 'HEAD' },
    get(`${BASE_PATH}/health_check`, poor),
    ...Array.from({ length: 23 }, () => send('POST', auth, guess, nobody)),
    send('POST', auth, { ...guess, password: '{password}' }, nobody),
    send('POST', '/page/session', { ...guess, password: '{password}' }, { as: 'session' }),
    send('DELETE', auth, undefined, poor),
    get(`${BASE_PATH}/me`, { ...nobody, headers: { authorization: `Bearer sl_${'0'.repeat(36)}` }, times: 110 }),
  ];
}
