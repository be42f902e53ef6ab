import { connect } from 'node:net';
import test from 'ava';
import { BASE, PASSWORD, ISS, withServer } from '../helpers/server.js';
import { until } from '../helpers/until.js';

const ID = '1f0c3a52-9f7e-4a55-8d57-0d1f2b3c4d5e';

test("a client's request id is taken over when it is a UUID, and only then", (t) =>
  withServer(t, async ({ call }) => {
    const kept = await call(`${BASE}/me`, { headers: { 'x-request-id': ID } });
    t.is(kept.headers.get('x-request-id'), ID);
    t.is(kept.json.meta.request_id, ID);
    for (const id of ['1', `${ID}0`, `${ID}, ${ID}`]) {
      const made = await call(`${BASE}/me`, { headers: { 'x-request-id': id } });
      t.not(made.headers.get('x-request-id'), id);
    }
  }));

test('checks come in order: token, method, plan, parameters, existence', (t) =>
  withServer(t, async ({ call, enterprise, free }) => {
    const path = `${BASE}/interference/at_point`;
    const bad = `${path}?lat=91`;
    const wellFormed = `${path}?tracked_satellite_id=999&lat=1&lon=1&timestamp=2025-12-06T00:00:00Z`;
    t.is((await call(bad, { method: 'POST', body: '{' })).status, 401);
    t.is((await call(bad, { method: 'POST', body: '{', token: free.token })).status, 405);
    t.is((await call(bad, { token: free.token })).status, 403);
    t.is((await call(bad, { token: enterprise.token })).status, 400);
    t.is((await call(wellFormed, { token: enterprise.token })).status, 404);
    const backwards = 'start_time=2025-12-07T00:00:00Z&end_time=2025-12-06T00:00:00Z';
    const week = `${BASE}/interference/timeseries?tracked_satellite_id=999&lat=1&lon=1&${backwards}`;
    t.is((await call(week, { token: enterprise.token })).status, 400);
  }));

const SERVICE_LINK = '</openapi.json>; rel="service-desc", </docs>; rel="service-doc"';

test('the base path and unknown paths tell where the API, its documentation and its document are', (t) =>
  withServer(t, async ({ call, enterprise: { token } }) => {
    for (const [path, options] of [
      [BASE, {}],
      [`${BASE}/`, {}],
      ['/api', {}],
      [`${BASE}/nothing`, { token }],
    ] as const) {
      const { status, json, headers } = await call(path, options);
      t.is(status, 404, path);
      t.true(json.error.message.includes('/docs'), path);
      const where = { base_path: '/api/v1', documentation: '/docs', openapi: '/openapi.json' };
      t.like(json.error.details, where, path);
      t.is(headers.get('link'), SERVICE_LINK, path);
    }
    const refused = await call(`${BASE}/nothing`);
    t.is(refused.status, 401);
    t.is(refused.headers.get('link'), SERVICE_LINK);
    t.is((await call(`${BASE}/me`, { token })).headers.get('link'), null);
  }));

test('without a token, a wrong method on the sign-in path still names the allowed ones', (t) =>
  withServer(t, async ({ call }) => {
    const early = await call(`${BASE}/auth`);
    t.is(early.json.error.message, 'GET is not allowed on /api/v1/auth; allowed: POST, DELETE, OPTIONS');
    t.is(early.headers.get('allow'), 'POST, DELETE, OPTIONS');
    t.is((await call(`${BASE}/auth`, { headers: { authorization: 'Bearer x' } })).status, 401);
  }));

test('a token counts only in one well-formed Authorization header', (t) =>
  withServer(t, async ({ call, raw, enterprise: { token } }) => {
    for (const authorization of [
      '',
      token,
      `Basic ${token}`,
      `Bearer`,
      `Bearer ${token} x`,
      `Bearer ${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`,
      `Bearer "${token}"`,
    ]) {
      const reply = await call(`${BASE}/me`, { headers: { authorization } });
      t.is(reply.status, 401, authorization);
      t.false(reply.text.includes(token));
    }
    t.is((await call(`${BASE}/me`, { headers: { authorization: `bearer  ${token}` } })).status, 200);
    t.is((await call(`${BASE}/me?token=${token}`)).status, 401);
    t.is((await call(`${BASE}/me`, { headers: { cookie: `token=${token}` } })).status, 401);
    const line = `Authorization: Bearer ${token}\r\n`;
    const request = (lines: string) => `GET ${BASE}/me HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines}\r\n`;
    t.regex(await raw(request(line)), /^HTTP\/1\.1 200 /);
    t.regex(await raw(request(line + line)), /^HTTP\/1\.1 401 [\s\S]*"UNAUTHORIZED"/);
  }));

test('the use of a token is noted', (t) =>
  withServer(t, async ({ call, db: { knex }, enterprise: { token } }) => {
    await call(`${BASE}/me`, { token });
    t.is((await knex('api_tokens').whereNotNull('last_used_at')).length, 1);
  }));

test('an unexpected error tells the client nothing but whom to ask', (t) =>
  withServer(t, async ({ call, db: { knex }, log, enterprise: { token } }) => {
    await knex.raw('alter table users rename column first_name to given_name');
    try {
      const { status, json, text } = await call(`${BASE}/me`, { token, headers: { 'x-request-id': ID } });
      t.is(status, 500);
      t.deepEqual(Object.keys(json.error), ['code', 'message']);
      t.is(json.error.code, 'INTERNAL_ERROR');
      t.notRegex(text, /first_name|column|select|\.ts|\.js|\bat \//i);
      const line = log.find((entry) => entry['msg'] === 'unexpected error');
      t.is(line?.['request_id'], ID);
      t.regex(JSON.stringify(line?.['err']), /first_name/);
    } finally {
      await knex.raw('alter table users rename column given_name to first_name');
    }
  }));

test('each request is one line of the log, by route and without secrets', (t) =>
  withServer(t, async ({ call, log, enterprise: { token, email, accountId } }) => {
    await call(`${BASE}/tracked_satellites/77?api_key=${token}`, { method: 'DELETE', token });
    await call(`${BASE}/auth`, { method: 'POST', body: { email, password: PASSWORD } });
    const lines = log.filter((entry) => entry['msg'] === 'request');
    t.is(lines.length, 2);
    const [line] = lines;
    t.is(line?.['route'], '/tracked_satellites/:id');
    t.is(line?.['method'], 'DELETE');
    t.is(line?.['status'], 400);
    t.is(line?.['account_id'], accountId);
    t.false(lines.some((one) => 'address' in one && one['address'] !== undefined));
    await call(`${BASE}/me`, { token: 'nobodys' });
    t.like(log.at(-1), { msg: 'request', status: 401, address: '127.0.0.1' });
    for (const secret of [token, PASSWORD]) t.false(JSON.stringify(log).includes(secret));
  }));

test('a request whose client goes away is one line of the log too, without a status where none was sent', (t) =>
  withServer(t, async ({ port, log, analysis, enterprise: { token, tracked } }) => {
    analysis.gate = new Promise(() => undefined);
    const week = `${BASE}/interference/timeseries?tracked_satellite_id=${tracked[ISS]}&lat=1&lon=2`;
    const socket = connect(port, '127.0.0.1');
    socket.write(`GET ${week} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    await until(() => analysis.asked.length > 0, 'the question');
    socket.destroy();
    await until(() => log.length > 0, 'a line of the log');
    const lines = log.map(({ msg, route, status, aborted }) => ({ msg, route, status, aborted }));
    t.deepEqual(lines, [{ msg: 'request', route: '/interference/timeseries', status: null, aborted: true }]);
  }));
