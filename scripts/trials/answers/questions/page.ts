import { BASE_PATH } from '../../../../src/spec.js';
import { get, type Question, send } from '../ask.js';

const VIEWS = ['/', '/?satellite=1&x=%00', '/ticket', '/stations', '/account', '/sign-in'];
const FILES = [...VIEWS, '/docs', '/docs.css', '/openapi.json'];

/**
 * Questions about the page's files and routes, without a session and with the session of a user who signs in here.
 *
 * @param assets paths of the page's files, with placeholders for names that differ between the builds
 */
export function pageQuestions(assets: readonly string[]): Question[] {
  const session = { as: 'session' } as const;
  const of = 'tracked_satellite_id=1';
  const inPage = (path: string, options = {}): Question => get(`/page${path}`, { ...session, ...options });
  const credentials = { email: 'demo@example.com', password: '{demo password}' };
  return [
    ...FILES.map((path) => get(path, { as: 'nobody' })),
    ...FILES.slice(-3).map((path) => get(path, { as: 'nobody', headers: { 'accept-encoding': 'br, gzip' } })),
    ...assets.flatMap((path) => [
      get(path, { as: 'nobody' }),
      get(path, { as: 'nobody', headers: { 'accept-encoding': 'br' } }),
    ]),
    get('/assets/nothing.js', { as: 'nobody' }),
    get('/not-found', { as: 'nobody' }),
    inPage('/session', { as: 'nobody' }),
    inPage('/tracked_satellites', { as: 'nobody' }),
    inPage('/api/v1/me', { as: 'nobody' }),
    send('POST', '/page/session', { ...credentials, password: 'wrong' }, session),
    send('POST', '/page/session', credentials, { as: 'nobody' }),
    send('POST', '/page/session', credentials, session),
    inPage('/session'),
    inPage('/sessions'),
    inPage('/tokens'),
    send('POST', '/page/tokens', { name: 'laptop' }, { ...session, keep: ['token', 'data.id'] }),
    send('POST', '/page/tokens', { name: '' }, session),
    send('DELETE', '/page/tokens/{token}', undefined, session),
    send('DELETE', '/page/tokens/{token}', undefined, session),
    send('DELETE', '/page/tokens/1', undefined, { ...session, headers: { origin: 'https://elsewhere.example.org' } }),
    inPage('/satellites?search=iss'),
    inPage('/tracked_satellites'),
    inPage('/ground_stations'),
    inPage(`/interference/interferers?${of}&ground_station_id=1&timestamp={day}`),
    inPage(`/track?${of}`),
    inPage('/track?tracked_satellite_id=3'),
    inPage('/track?tracked_satellite_id=99'),
    inPage(`/epochs?${of}&from=100`),
    inPage(`/epochs?${of}&from=10060&count=60&every=2`),
    inPage(`/epochs?${of}&from=10080`),
    inPage(`/epochs?${of}&from=5&count=61`),
    inPage(`/others?${of}&epoch=700`),
    inPage(`/others?${of}&epoch=700&frequency_match=band`),
    inPage(`/others?${of}&epoch=10080`),
    inPage(`/others/operators?${of}`),
    inPage('/passes?tracked_satellite_ids=1&lat=1&lon=1'),
    inPage(`/magnitudes?${of}`),
    inPage(`/magnitudes?${of}&frequency_band=W`),
    inPage('/passes?tracked_satellite_ids=1,3&frequency_match=band'),
    inPage(`/track?${of}`, { headers: { 'x-analysis-window': 'of another database' } }),
    send('POST', '/page/ground_stations/read', { text: 'name,latitude,longitude\nKiel,54.3,10.1\nx,y,z' }, session),
    { ...send('POST', '/page/ground_stations/read', { text: '{"type":"Feature"}' }), ...session },
    inPage(`${BASE_PATH}/me`),
    inPage(`${BASE_PATH}/interference/timeseries?${of}&lat=1&lon=2`),
    send('POST', '/page/api/v1/auth', credentials, session),
    send('PUT', '/page/password', { current_password: 'wrong', new_password: 'a long enough one' }, session),
    { ...send('PUT', '/page/password', { current_password: '{demo password}', new_password: 'short' }), ...session },
    {
      ...send('PUT', '/page/password', { current_password: '{demo password}', new_password: 'password1234' }),
      ...session,
    },
    send('DELETE', '/page/session', undefined, session),
    inPage('/tokens'),
  ];
}
