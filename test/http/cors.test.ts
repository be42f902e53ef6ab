import test, { type ExecutionContext } from 'ava';
import { readConfig } from '../../src/config.js';
import { PATIENT } from '../helpers/until.js';
import { type Api, BASE, withApp, withServer } from '../helpers/server.js';

const ORIGIN = 'https://app.example.org';
const ME = `${BASE}/me`;

function withOrigins(t: ExecutionContext, body: (api: Pick<Api, 'call' | 'enterprise'>) => Promise<void>) {
  return withServer(t, ({ db: { knex }, analysis, enterprise }) => {
    const settings = readConfig({ ...PATIENT, CORS_ORIGINS: `https://other.example,${ORIGIN}` });
    return withApp(t, { knex, analysis, settings }, ({ call }) => body({ call, enterprise }));
  });
}

function corsHeaders(headers: Headers): string[] {
  return [...headers.keys()].filter((name) => name.startsWith('access-control-'));
}

test('without settings no page of another origin may read anything', (t) =>
  withServer(t, async ({ call, enterprise: { token } }) => {
    const headers = { origin: ORIGIN, 'access-control-request-method': 'GET' };
    for (const reply of [await call(ME, { token, headers }), await call(ME, { method: 'OPTIONS', headers })]) {
      t.deepEqual(corsHeaders(reply.headers), []);
      t.notRegex(reply.headers.get('vary') ?? '', /origin/i);
    }
  }));

test('a page of an allowed origin may read answers, refusals, and what is left of the limit', (t) =>
  withOrigins(t, async ({ call, enterprise: { token } }) => {
    for (const reply of [
      await call(ME, { token, headers: { origin: ORIGIN } }),
      await call(ME, { headers: { origin: ORIGIN } }),
      await call('/nothing', { headers: { origin: ORIGIN } }),
    ]) {
      t.is(reply.headers.get('access-control-allow-origin'), ORIGIN);
      t.is(reply.headers.get('access-control-allow-credentials'), null);
      t.regex(reply.headers.get('vary') ?? '', /\borigin\b/i);
      const exposed = reply.headers.get('access-control-expose-headers')?.split(', ') ?? [];
      for (const name of ['Limit', 'Remaining', 'Reset']) t.true(exposed.includes(`X-RateLimit-${name}`));
      t.true(exposed.includes('RateLimit-Policy'));
      t.true(exposed.includes('Retry-After') && exposed.includes('X-Request-Id'));
    }
  }));

test('a preflight is 204 with what may be sent; a token is not needed and nothing is counted', (t) =>
  withOrigins(t, async ({ call, enterprise: { token } }) => {
    const left = async () => Number((await call(ME, { token })).headers.get('x-ratelimit-remaining'));
    const before = await left();
    const headers = {
      origin: ORIGIN,
      'access-control-request-method': 'DELETE',
      'access-control-request-headers': 'authorization',
    };
    const reply = await call(`${BASE}/tracked_satellites/1`, { method: 'OPTIONS', headers });
    t.is(reply.status, 204);
    t.is(reply.text, '');
    t.is(reply.headers.get('allow'), 'GET, HEAD, DELETE, OPTIONS');
    t.is(reply.headers.get('access-control-allow-origin'), ORIGIN);
    t.is(reply.headers.get('access-control-allow-methods'), 'GET, HEAD, DELETE, OPTIONS');
    t.regex(reply.headers.get('access-control-allow-headers') ?? '', /\bAuthorization\b.*\bContent-Type\b/);
    t.regex(reply.headers.get('access-control-max-age') ?? '', /^\d+$/);
    t.is(await left(), before - 1);
  }));

test('other origins are told nothing, and caches that it depends on the origin', (t) =>
  withOrigins(t, async ({ call, enterprise: { token } }) => {
    for (const origin of [
      'https://app.example.org.evil.example',
      'http://app.example.org',
      'null',
      ORIGIN.toUpperCase(),
    ]) {
      const reply = await call(ME, { token, headers: { origin } });
      t.is(reply.status, 200);
      t.deepEqual(corsHeaders(reply.headers), [], origin);
      t.regex(reply.headers.get('vary') ?? '', /\borigin\b/i);
      t.deepEqual(corsHeaders((await call(ME, { method: 'OPTIONS', headers: { origin } })).headers), [], origin);
    }
    t.regex((await call(ME, { token })).headers.get('vary') ?? '', /\borigin\b/i);
  }));
