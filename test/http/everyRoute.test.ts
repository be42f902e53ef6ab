import test from 'ava';
import { NEVER_INTEGERS, NEVER_NUMBERS, NEVER_TIMES } from '../helpers/fuzzValues.js';
import { describedRoutes, routes } from '../../src/http/routes/index.js';
import { bodyOf, idParameters, ownedBy, requestOf, requiredParameters } from '../helpers/requests.js';
import { BASE, GPS, ISS, withServer } from '../helpers/server.js';

const gets = routes.filter(({ method }) => method === 'GET');
const paths = [...new Set(routes.map(({ path }) => path))];
const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

test('every route that takes an id has the same 404 for a foreign one and one that never was', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise, free } = api;
    const own = await ownedBy(api, enterprise.accountId, ISS);
    const foreign = await ownedBy(api, free.accountId, GPS);
    const taking = routes.filter((route) => idParameters(route).length > 0);
    t.true(taking.length >= 11);
    for (const route of taking) {
      for (const [name, kind] of idParameters(route)) {
        const errors = [];
        for (const id of [foreign[kind], 999_999, Number.MAX_SAFE_INTEGER]) {
          const path = requestOf(route, own, { [name]: String(id) });
          const reply = await call(path, { method: route.method, token: enterprise.token, ...bodyOf(route) });
          t.is(reply.status, 404, `${nameOf(route)}: ${name} ${id}`);
          t.is(reply.json.error.code, 'NOT_FOUND');
          errors.push(JSON.stringify(reply.json.error).replaceAll(String(id), 'ID'));
        }
        t.deepEqual(errors[0], errors[1]);
        t.deepEqual(errors[0], errors[2]);
      }
    }
    const stations = (await call(`${BASE}/ground_stations`, { token: free.token })).json.data.ground_stations;
    t.is(stations[0].name, 'Berlin');
    const tracked = (await call(`${BASE}/tracked_satellites`, { token: free.token })).json.data.tracked_satellites;
    t.is(tracked.length, 2);
  }));

test('without a token every route that needs one is 401, and without the plan 403 where it needs that', (t) =>
  withServer(t, async (api) => {
    const { call, free } = api;
    const own = await ownedBy(api, free.accountId, ISS);
    for (const route of routes.filter(({ auth }) => auth === 'token')) {
      const path = requestOf(route, own);
      t.is((await call(path, { method: route.method })).status, 401, nameOf(route));
      if (!route.enterprise) continue;
      t.is((await call(path, { method: route.method, token: free.token })).status, 403, nameOf(route));
    }
  }));

test('HEAD is GET without the body, on every route', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise, analysis } = api;
    const own = await ownedBy(api, enterprise.accountId, ISS);
    for (const route of gets) {
      const path = requestOf(route, own);
      const get = await call(path, { token: enterprise.token });
      const head = await call(path, { method: 'HEAD', token: enterprise.token });
      t.is(head.status, get.status, nameOf(route));
      t.is(head.text, '');
      for (const header of ['content-type', 'etag', 'cache-control']) {
        t.is(head.headers.get(header), get.headers.get(header), `${nameOf(route)}: ${header}`);
      }
    }
    t.is(analysis.held, 0, 'what was computed for HEAD is given back');
  }));

/** Values of parameters other than those of `requestOf`, with which a request has another answer. */
const OTHER: Readonly<Record<string, string>> = {
  end_time: '2025-12-06T08:07:00Z',
  exclude_operator: 'SpaceX',
  frequency_band: 'S',
  frequency_hz: '8200000000',
  frequency_match: 'overlap',
  include: 'provenance',
  include_cell_id: 'true',
  ipix: '1',
  lat: '3',
  limit: '5',
  lon: '4',
  max_separation_deg: '3',
  min_clear_seconds: '1',
  start_time: '2025-12-06T08:04:00Z',
  timestamp: '2025-12-06T08:07:00Z',
};

test('asked again with its ETag an answer is 304 without computation, and no other question has that ETag', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise, analysis } = api;
    const { token } = enterprise;
    const own = await ownedBy(api, enterprise.accountId, ISS);
    const asked = new Set<string>();
    for (const route of gets) {
      const etag = (await call(requestOf(route, own), { token })).headers.get('etag');
      if (etag === null) continue;
      t.regex(etag, /^W\/"[\w-]{22}"$/, nameOf(route));
      const again = { token, headers: { 'if-none-match': etag, 'cache-control': '' } };
      const computed = analysis.askers.length;
      const { status, text, headers } = await call(requestOf(route, own), again);
      t.deepEqual([status, text, headers.get('etag')], [304, '', etag], nameOf(route));
      t.is(analysis.askers.length, computed, nameOf(route));
      for (const name of Object.keys(route.query.shape).filter((one) => one in OTHER)) {
        const other = requestOf(route, own, { [name]: OTHER[name] ?? '' });
        t.is((await call(other, again)).status, 200, `${nameOf(route)}: ${name}`);
        asked.add(name);
      }
    }
    t.deepEqual([...asked].toSorted(), Object.keys(OTHER));
  }));

test('every path has its methods: OPTIONS names them, others are 405, and a trailing slash is 404', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise } = api;
    const own = await ownedBy(api, enterprise.accountId, ISS);
    for (const path of paths) {
      const onPath = describedRoutes.filter((route) => route.path === path);
      const [route] = onPath;
      if (!route) throw new Error(`no route has the path ${path}`);
      const [target = ''] = requestOf(route, own).split('?');
      const methods = onPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
      const allow = [...methods, 'OPTIONS'].join(', ');
      const options = await call(target, { method: 'OPTIONS', token: enterprise.token });
      t.is(options.status, 204, path);
      t.is(options.headers.get('x-ratelimit-remaining'), null, 'it is not counted');
      t.is(options.headers.get('allow'), allow);
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((name) => !methods.includes(name))) {
        const refused = await call(target, { method, token: enterprise.token });
        t.is(refused.json.error.code, 'METHOD_NOT_ALLOWED', `${method} ${path}`);
        t.is(refused.headers.get('allow'), allow);
      }
      for (const other of [`${target}/`, target.toUpperCase().replace('/API/V1', BASE)]) {
        t.is((await call(other, { token: enterprise.token })).status, 404, other);
      }
    }
  }));

const INTEGERS = ['', ...NEVER_INTEGERS];
const DECIMALS = ['', ...NEVER_NUMBERS.slice(0, -2)];
/** Texts that a parameter refuses on every route, by the parameter's name. */
const WRONG: Readonly<Record<string, readonly string[]>> = {
  id: [...NEVER_INTEGERS, '0'],
  tracked_satellite_id: [...INTEGERS, '0'],
  ground_station_id: [...INTEGERS, '0'],
  epoch_index: NEVER_INTEGERS,
  ipix: [...INTEGERS, '49152'],
  nside: [...INTEGERS, '0', '1', '63', '512'],
  lat: [...DECIMALS, '90.0000001', '-90.0000001', '91'],
  lon: [...DECIMALS, '180.0000001', '-180.0000001', '360'],
  timestamp: ['', ...NEVER_TIMES],
  start_time: NEVER_TIMES,
  end_time: NEVER_TIMES,
  frequency_band: ['', 'ku', 'ALL', 'Ku ', 'Ku,Ka', 'Q', '__proto__', "Ku' or 1=1--"],
  include_cell_id: ['', '1', 'yes', 'TRUE', 'null'],
  search: ['', '  ', 'x'.repeat(101)],
  limit: [...INTEGERS, '0', '10001'],
  frequency_match: ['', 'Band', 'both', 'null'],
  frequency_hz: [...INTEGERS, '0', '300000000001'],
  bandwidth_hz: [...INTEGERS, '0', '300000000001'],
  exclude_operator: ['', ' ', 'nobody', "SpaceX' or 1=1--"],
  max_separation_deg: [...DECIMALS, '0', '0.009', '90.1', '-1'],
  min_clear_seconds: [...DECIMALS, '-1', '604801'],
  tracked_satellite_ids: [...INTEGERS, '0', '1,', ',1', '1,1', '1;2'],
  ground_station_ids: [...INTEGERS, '0', '1,', ',1', '1,1', '1;2'],
  include: ['', 'all', 'provenance,provenance'],
};

test('wrong parameters of a route are 400, and named', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise, analysis } = api;
    const own = await ownedBy(api, enterprise.accountId, ISS);
    /**
     * Schemas of parameters that were tried. Routes share schemas: each is tried with all wrong texts on one route, and
     * with one wrong text on the others.
     */
    const tried = new Set<unknown>();
    for (const route of routes) {
      const refused = async (target: string, name: string) => {
        const { status, json } = await call(target, { method: route.method, token: enterprise.token });
        t.is(status, 400, `${route.method} ${target}`);
        t.is(json.error.code, 'INVALID_PARAMETER');
        t.true(Object.keys(json.error.details).includes(name), `${target} names ${name}`);
      };
      const inPath = [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
      const inQuery = Object.keys(route.query.shape);
      for (const name of [...inPath, ...inQuery]) {
        const schema: unknown = Object.entries(route.query.shape).find(([key]) => key === name)?.[1] ?? name;
        const values = WRONG[name] ?? [];
        for (const value of tried.has(schema) ? values.slice(0, 1) : values) {
          await refused(requestOf(route, own, { [name]: value }), name);
        }
        tried.add(schema);
      }
      const whole = requestOf(route, own);
      for (const name of requiredParameters(route)) {
        await refused(whole.replace(new RegExp(`([?&])${name}=[^&]*`), '$1'), name);
      }
      for (const name of inQuery) {
        await refused(`${whole}&${name}=1&${name}=1`, name);
        for (const array of [`${name}[]`, `${name}[0]`, `${name}[a][b]`]) await refused(`${whole}&${array}=1`, array);
        await refused(`${whole}&${name.toUpperCase()}=1`, name.toUpperCase());
      }
      for (const unknown of ['x', '__proto__', 'constructor', 'token']) await refused(`${whole}&${unknown}=1`, unknown);
      await refused(`${whole}&x%00=1`, 'x\0');
    }
    t.is(analysis.asked.length + analysis.askedCells.length, 0, 'nothing was computed');
  }));

test('a body that is no JSON object, of another type or with an unknown field is refused by every route that reads one', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise } = api;
    const own = await ownedBy(api, enterprise.accountId, ISS);
    for (const route of routes.filter(({ body }) => body !== undefined)) {
      const statusOf = async (body: unknown, headers: Record<string, string> = {}): Promise<number> =>
        (await call(requestOf(route, own), { method: route.method, token: enterprise.token, body, headers })).status;
      for (const body of ['', '{', '[]', 'null', '{"a":}', '{"a":1,"a":2}']) {
        t.is(await statusOf(body), 400, `${nameOf(route)} ${body}`);
      }
      t.is(await statusOf({ unknown: 1 }), 422, nameOf(route));
      t.is(await statusOf({}, { 'content-type': 'text/plain' }), 415, nameOf(route));
    }
  }));
