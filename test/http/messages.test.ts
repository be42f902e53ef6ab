import test, { type ExecutionContext } from 'ava';
import { changePassword } from '../../src/http/page/password.js';
import { pageRoutes } from '../../src/http/page/index.js';
import { validateBody } from '../../src/http/request/validation.js';
import { describedRoutes } from '../../src/http/routes/index.js';
import { type Api, BASE, GPS, ISS, withServer } from '../helpers/server.js';

/** Sends a request that fails; returns the status, the message and the details of the error. */
async function told(api: Api, target: string, init: Parameters<Api['call']>[1] = { token: api.enterprise.token }) {
  const { status, json } = await api.call(target, init);
  return { status, message: json.error.message as string, details: json.error.details };
}

const at = { lat: '52.52', lon: '13.405', timestamp: '2025-12-06T08:05:00Z' };
const atPoint = (query: Record<string, string>): string =>
  `${BASE}/interference/at_point?${new URLSearchParams(query).toString()}`;

test('a catalogue number in place of an id has its own message, which tells only what the account may see', (t) =>
  withServer(t, async (api) => {
    const id = String(api.enterprise.tracked[ISS]);
    const own = await told(api, atPoint({ tracked_satellite_id: String(ISS), ...at }));
    t.is(own.status, 404);
    t.regex(
      own.message,
      /no satellite under id 25544, which is the catalogue number of .*: it tracks .* under id \d+$/,
    );
    t.deepEqual(own.details, { norad_number: ISS, tracked_satellite_id: Number(id) });
    const catalogued = await told(api, atPoint({ tracked_satellite_id: String(GPS), ...at }));
    t.regex(catalogued.message, /POST \/tracked_satellites with \{"norad_number": 48859\} starts to track it/);
    t.deepEqual(catalogued.details, { norad_number: GPS });
    const unknown = await told(api, atPoint({ tracked_satellite_id: '77777', ...at }));
    t.regex(unknown.message, /under id 77777; GET \/tracked_satellites lists the ids$/);
    t.is(unknown.details, undefined);
    for (const method of ['GET', 'DELETE']) {
      const request = { method, token: api.enterprise.token };
      t.deepEqual(await told(api, `${BASE}/tracked_satellites/${ISS}`, request), own, method);
    }
  }));

test("another account's id of a catalogued satellite is not told", (t) =>
  withServer(t, async (api) => {
    await api.call(`${BASE}/tracked_satellites`, {
      method: 'POST',
      token: api.free.token,
      body: { norad_number: GPS },
    });
    const { details } = await told(api, `${BASE}/tracked_satellites/${GPS}`);
    t.deepEqual(details, { norad_number: GPS });
  }));

test('all that is wrong with path and query is told at once', (t) =>
  withServer(t, async (api) => {
    const query =
      'tracked_satellite_id=x&latitude=1&lon=200&lon=1&start_time=2025-12-07T00:00:00Z&end_time=2025-12-06T00:00:00Z';
    const { status, message, details } = await told(api, `${BASE}/interference/timeseries?${query}`);
    t.is(status, 400);
    t.deepEqual(Object.keys(details), ['latitude', 'lon', 'tracked_satellite_id', 'lat', 'start_time']);
    for (const name of Object.keys(details)) t.true(message.includes(name), name);
    const cells = await told(api, `${BASE}/coverage_analysis_runs/x/interference_cells/time_series?ipix=y&nside=65`);
    t.deepEqual(Object.keys(cells.details), ['id', 'ipix', 'nside']);
  }));

test('a misspelt parameter is told the one that was meant, and only the first time all that there are', (t) =>
  withServer(t, async (api) => {
    const faults = async (query: string) => (await told(api, `${BASE}/interference/timeseries?${query}`)).details;
    const { latitude, lng, begin, start } = await faults('latitude=1&lng=2&begin=3&start=4');
    t.is(latitude.split(';')[0], 'is unknown: write lat');
    t.regex(latitude, /; parameters of this route: tracked_satellite_id, lat, lon, /);
    t.deepEqual([lng, begin, start], ['is unknown: write lon', ...Array(2).fill('is unknown: write start_time')]);
    t.regex((await faults('time=1')).time, /^is unknown: write end_time or start_time;/);
    t.regex((await faults('satellite_id=1')).satellite_id, /^is unknown: write tracked_satellite_id;/);
    t.regex((await faults('lat=1&latitude=1')).latitude, /^is unknown; parameters/);
    const clear = async (query: string) => (await told(api, `${BASE}/interference/clear_passes?${query}`)).details;
    t.regex((await clear('include=provenance')).include, /^is unknown; parameters/);
    t.regex((await clear('band=Ku')).band, /^is unknown: write .*frequency_band;/);
    t.regex((await clear('operator=SpaceX')).operator, /^is unknown: write exclude_operator;/);
  }));

test('messages suggest a likely correction', async (t: ExecutionContext) =>
  withServer(t, async (api) => {
    const id = String(api.enterprise.tracked[ISS]);
    const hint = async (wrong: Record<string, string>) =>
      /\(([^()]*)\)$/.exec((await told(api, atPoint({ tracked_satellite_id: id, ...at, ...wrong }))).message)?.[1];
    t.is(await hint({ lat: '139', lon: '35' }), 'are latitude and longitude swapped?');
    t.is(await hint({ lon: '190.5' }), 'east of 180 is west: write -169.5');
    t.is(await hint({ lat: '52,52' }), 'write 52.52, with a point');
    t.is(await hint({ lat: '52.52N' }), 'north and east are positive, south and west negative');
    t.is(await hint({ lat: '+52.52' }), 'without + and blanks');
    t.is(await hint({ lat: 'here' }), undefined);
    t.is(await hint({ timestamp: '1765008300' }), 'seconds since 1970 are not read: write 2025-12-06T08:05:00Z');
    t.is(await hint({ timestamp: '1765008300000' }), 'seconds since 1970 are not read: write 2025-12-06T08:05:00Z');
    t.is(await hint({ frequency_band: 'KU' }), 'write Ku');
    t.is(await hint({ frequency_band: 'Ku-Band' }), 'write Ku');
    t.is(await hint({ frequency_band: 'Ku,Ka' }), 'one band a call, or all');
    t.is(await hint({ frequency_band: 'Ku band' }), 'write Ku');
    t.is(await hint({ frequency_band: '12GHz' }), 'write Ku, which has 12GHz');
    t.is(await hint({ frequency_band: '2245.5 MHz' }), 'write S, which has 2245.5 MHz');
    t.is(await hint({ frequency_band: '2.4' }), 'write S, which has 2.4 GHz');
    t.is(await hint({ frequency_band: 'Q' }), undefined);
    t.is(await hint({ frequency_hz: '8.2 GHz' }), 'write 8200000000');
    t.is(await hint({ frequency_hz: '8.2e9' }), 'write 8200000000');
    t.is(await hint({ timestamp: '2026-02-30T00:00:00Z' }), '2026-02 has 28 days');
    t.is(await hint({ timestamp: '2025-13-01' }), 'there is no month 13');
    t.is(await hint({ timestamp: '2025-12-31T24:00:00Z' }), 'write 2026-01-01T00:00:00Z');
    t.is(await hint({ timestamp: '2025-12-06T08:60Z' }), 'hours go to 23, minutes and seconds to 59');
    t.is(await hint({ timestamp: '2025-12-06 08:05' }), 'write 2025-12-06T08:05');
    t.is(await hint({ timestamp: '2025-12-06T08:05:00 02:00' }), 'write 2025-12-06T08:05:00%2B02:00');
    t.is(await hint({ timestamp: 'now' }), undefined);
    const ids = async (list: string) =>
      /\(([^()]*)\)$/.exec(
        (await told(api, `${BASE}/interference/clear_passes?tracked_satellite_ids=${list}`)).message,
      )?.[1];
    t.is(await ids('1,ISS,2'), '"ISS" is no id: GET /tracked_satellites tells the ids');
    t.is(await ids('1,2,1'), '1 is there twice');
    const missing = await told(api, `${BASE}/interference/available_frequency_bands`);
    t.regex(missing.message, /tracked_satellite_id is missing; .* \(GET \/tracked_satellites tells the ids\)$/);
  }));

test('a cut or mistyped token has another message than an unknown one, and no message repeats it', (t) =>
  withServer(t, async (api) => {
    const { token } = api.enterprise;
    const last = token.at(-1) === 'x' ? 'y' : 'x';
    for (const wrong of [token.slice(0, 20), token.slice(0, -1) + last, '<API_TOKEN>', 'sl_', `${token}x`]) {
      const { status, message } = await told(api, `${BASE}/me`, { token: wrong });
      t.is(status, 401);
      t.regex(message, /^the API token is incomplete or mistyped: a token is sl_ and 36 letters and digits/);
      t.false(message.includes(token.slice(3, 12)));
    }
    await api.call(`${BASE}/auth`, { method: 'DELETE', token });
    const revoked = await told(api, `${BASE}/me`, { token });
    t.is(
      revoked.message,
      'the API token is unknown, expired or revoked, or its account is disabled; POST /api/v1/auth gives another',
    );
    t.regex((await told(api, `${BASE}/me`, {})).message, /POST \/api\/v1\/auth gives a token/);
  }));

test('a path outside the base path, or misspelt, gets the right path in its message', (t) =>
  withServer(t, async (api) => {
    const meant = async (path: string) => (await told(api, path)).message.replace(/^there is no path "[^"]*"; /, '');
    for (const path of [
      '/v1/tracked_satellites',
      '/api/tracked_satellites',
      '/tracked_satellites',
      '/api/v2/tracked_satellites',
      `${BASE}${BASE}/tracked_satellites`,
      `${BASE}/tracked_satellites/`,
      `${BASE}//tracked_satellites`,
      `${BASE}/tracked-satellites`,
      `${BASE}/trackedSatellites`,
      `${BASE}/Tracked_Satellites`,
      `${BASE}/tracked_satellite`,
    ]) {
      t.is(await meant(path), `there is ${BASE}/tracked_satellites`, path);
    }
    t.is(await meant('/v1/interference/at-point?lat=1'), `there is ${BASE}/interference/at_point`);
    t.is(await meant('/ground_station/3'), `there is ${BASE}/ground_stations/3`);
    t.is(await meant('/v1/nothing'), `the API is below ${BASE}, and /docs describes it`);
    t.is(await meant(`${BASE}/nothing`), '/docs lists those that there are');
    t.is(
      await meant(`${BASE}/coverage_analysis_runs`),
      `perhaps ${BASE}/coverage_analysis_runs/:id is meant, where :id must be an integer from 1 (GET /interference/available_frequency_bands tells the ids); /docs lists all`,
    );
    for (const path of ['/interference/at_pont', '/at_point']) {
      t.regex(await meant(BASE + path), /^perhaps \/api\/v1\/interference\/at_point( or \S+)? is meant; /);
    }
    t.is((await told(api, `/${'x'.repeat(5_000)}`)).message.length < 250, true);
  }));

test('a body that is no JSON is told the place of its fault, and one of another kind its kind', (t) =>
  withServer(t, async (api) => {
    const post = (body: string, headers = {}) =>
      told(api, `${BASE}/ground_stations`, { method: 'POST', token: api.enterprise.token, body, headers });
    const broken = await post('{\n  "name": "Berlin",\n  "latitude": 52.5,\n}');
    t.is(broken.message, 'the body is not JSON: line 4, column 1 has "}" in place of a name in double quotes');
    t.deepEqual(broken.details, { line: 4, column: 1 });
    t.regex((await post('')).message, /^the body is empty/);
    t.regex((await post('[{}]')).message, /is JSON, but an array; it must be an object/);
    t.regex((await post('"{}"')).message, /encoded as JSON twice/);
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    t.regex(
      (await post('name=Berlin', form)).message,
      /"Content-Type: application\/json"; it came as "application\/x-www/,
    );
  }));

test('missing, misnamed and out-of-range fields of a body have messages of their own, which name the value but no secret', (t) =>
  withServer(t, async (api) => {
    const body = { name: '', lat: 52.5, lng: 13.4, longitude: 213, description: 'secret' };
    const post = { method: 'POST', token: api.enterprise.token, body };
    const { status, message } = await told(api, `${BASE}/ground_stations`, post);
    t.is(status, 422);
    t.regex(message, /name is ""; it must be text of 1 to 200 characters/);
    t.regex(message, /latitude is missing; it must be a decimal number from -90 to 90/);
    t.regex(message, /longitude is 213; it must be .* \(east of 180 is west: write -147\)/);
    t.regex(
      message,
      /lat, lng are unknown; there are name, latitude, longitude, description, elevation_meters, active/,
    );
    t.regex(message, /horizon_mask \(write latitude for "lat"\)$/);
    t.false(message.includes('secret'));
    const messageOf = async (path: string, sent: unknown) =>
      (await told(api, BASE + path, { ...post, body: typeof sent === 'string' ? sent : JSON.stringify(sent) })).message;
    const place = { name: 'x', latitude: 1, longitude: 2 };
    t.regex(await messageOf('/ground_stations', { ...place, name: '   ' }), /name is " {3}"; it must be/);
    t.regex(await messageOf('/ground_stations', { ...place, latitude: '52,5' }), /latitude is "52,5"; it must be/);
    t.regex(await messageOf('/ground_stations', { ...place, name: 'y'.repeat(201) }), /name is "y{64}…"; it must be/);
    const mask = Array.from({ length: 11 }, (_, i) => [30 * i, 5]);
    t.regex(
      await messageOf('/ground_stations', { ...place, horizon_mask: mask }),
      /horizon_mask is a list of 11; it must/,
    );
    const huge = '{"name":"x","latitude":1,"longitude":-2,"elevation_meters":1e999}';
    t.regex(
      await messageOf('/ground_stations', huge),
      /elevation_meters is a number beyond 1.8e308; it must be a number/,
    );
    t.is(
      await messageOf('/ground_stations/batch', { ground_stations: [5] }),
      'the body is invalid: ground_stations[0] is 5; it must be a JSON object',
    );
    const named = await told(api, `${BASE}/tracked_satellites`, { ...post, body: { norad_number: 'ISS' } });
    t.regex(named.message, /\(GET \/satellites\?search= finds it by name\), without quotes$/);
  }));

test('no message repeats a password', (t) => {
  const body = { current_password: 'old one', new_password: 'secret', revoke_tokens: false };
  const error = t.throws(() => validateBody(changePassword.body!, body));
  t.regex(error?.message ?? '', /^the body is invalid: new_password is a text of length 6; it must/);
});

test('the rules of every field of every body are in words of our own, whatever is sent', (t) => {
  const bodies = [...describedRoutes, ...pageRoutes].flatMap(({ body }) => body ?? []);
  const one = [null, 5, 1.5, 1e20, -Infinity, true, 'x', '', [], {}];
  const sent = [one, one.map((it) => [it]), one.map((it) => [[it]]), one.map((it) => [{ name: it }])].flat();
  for (const body of bodies) {
    for (const value of sent) {
      const fields = Object.fromEntries(Object.keys(body.shape).map((name) => [name, value]));
      try {
        validateBody(body, fields);
      } catch (error) {
        const { details } = error as { details: Record<string, string> };
        for (const [field, rule] of Object.entries(details)) {
          t.regex(rule, /^(must|is unknown)\b/, `${field} ${JSON.stringify(value)}`);
        }
      }
    }
  }
  t.true(bodies.length > 7);
});
