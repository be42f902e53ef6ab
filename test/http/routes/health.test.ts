import test from 'ava';
import { Unavailable } from '../../../src/errors.js';
import { BASE, withServer } from '../../helpers/server.js';

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
