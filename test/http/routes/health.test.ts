import test from 'ava';
import { createServerPool } from '../../../src/db/connection/connect.js';
import { Unavailable } from '../../../src/errors.js';
import { BASE, fakeAnalysis, withApp, withServer } from '../../helpers/server.js';

const PATHS = ['/health_check', '/health/live', '/health/ready'];

test('health is asked without a token, at the root and under the base path, and answers without an envelope', (t) =>
  withServer(t, async ({ call }) => {
    for (const path of PATHS.flatMap((below) => [below, `${BASE}${below}`])) {
      const { status, json } = await call(path);
      t.is(status, 200, path);
      t.deepEqual(json, { status: 'ok' });
    }
  }));

test('without a window, or a compute thread that answers, the process lives, but is not ready', (t) =>
  withServer(t, async ({ call, analysis }) => {
    analysis.isReady = false;
    t.is((await call('/health/live')).status, 200);
    const { status, json, headers } = await call('/health/ready');
    t.is(status, 503);
    t.is(json.error.code, 'ANALYSIS_NOT_READY');
    t.regex(headers.get('retry-after') ?? '', /^\d+$/);

    analysis.isReady = true;
    const message = 'None of 2 compute threads has answered within 3 s';
    analysis.check = () => Promise.reject(new Unavailable(message, 2));
    t.is((await call('/health/live')).status, 200);
    const still = await call('/health/ready');
    t.is(still.status, 503);
    t.like(still.json.error, { code: 'UNAVAILABLE', message });
    t.is(still.headers.get('retry-after'), '2');
  }));

test('without a database the process lives, is not ready, and what needs the database is unavailable', async (t) => {
  // Nobody listens on port 1.
  const { knex: away } = createServerPool('postgres://127.0.0.1:1/sidelobe');
  await withApp(t, { knex: away, analysis: fakeAnalysis(1) }, async ({ call }) => {
    t.is((await call('/health/live')).status, 200);
    const token = 'sl_7RDReHGZ4HfNO43g4V3DnJpQqFKQYg25MQKk';
    const signIn = { method: 'POST', body: { email: 'a', password: 'b' } };
    for (const reply of [
      await call('/health/ready'),
      await call(`${BASE}/me`, { token }),
      await call(`${BASE}/auth`, signIn),
    ]) {
      t.is(reply.status, 503);
      t.is(reply.json.error.code, 'UNAVAILABLE');
      t.regex(reply.headers.get('retry-after') ?? '', /^\d+$/);
      t.notRegex(reply.text, /127\.0\.0\.1|ECONN/);
    }
  });
  await away.destroy();
});
