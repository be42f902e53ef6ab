import test from 'ava';
import { BASE, withServer } from '../../helpers/server.js';

test('an answer that Accept leaves out is 406, with a body in JSON', (t) =>
  withServer(t, async ({ call, enterprise: { token } }) => {
    const ask = (accept: string) => call(`${BASE}/me`, { token, headers: { accept } });
    for (const accept of [
      'text/html',
      'application/xml, text/csv;q=0.5',
      'application/json;q=0',
      'application/json;q=0.000, */*',
      'application/*;q=0, */*;q=0.1',
      '*/*;q=0',
      'application/problem+json',
      'json',
    ]) {
      const { status, json, headers } = await ask(accept);
      t.is(status, 406, accept);
      t.is(json.error.code, 'NOT_ACCEPTABLE');
      t.regex(json.error.message, /^answers are application\/json, which Accept leaves out: "/);
      t.is(headers.get('content-type'), 'application/json; charset=utf-8');
    }
    for (const accept of [
      '*/*',
      'application/*',
      'application/json',
      'Application/JSON; charset=utf-8',
      'text/html;q=0.9, application/json;q=0.001',
      'application/json, */*;q=0',
      'text/html, image/gif, */*; q=.2',
      '',
    ]) {
      t.is((await ask(accept)).status, 200, accept);
    }
  }));

test('a missing token is reported first, then a wrong method, then an unacceptable type', (t) =>
  withServer(t, async ({ call, enterprise: { token } }) => {
    const headers = { accept: 'text/html' };
    t.is((await call(`${BASE}/me`, { headers })).status, 401);
    t.is((await call(`${BASE}/me`, { method: 'PUT', token, headers })).status, 405);
    const body = { email: 'a', password: 'b' };
    t.is((await call(`${BASE}/auth`, { method: 'POST', body, headers })).status, 406);
    for (const path of ['/health_check', `${BASE}/health/live`, '/health/ready', '/openapi.json', '/docs']) {
      t.is((await call(path, { headers })).status, 200, `${path} answers whatever is accepted`);
    }
  }));
