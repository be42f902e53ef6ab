import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import { mintToken } from '../../src/db/accounts/credentials.js';
import { insertToken } from '../../src/db/accounts/tokens.js';
import { createLimits } from '../../src/http/limits.js';
import { UNKNOWN_CREDENTIAL_LIMIT } from '../../src/spec.js';
import { statements, tapStatements } from '../helpers/database.js';
import { type Api, BASE, ISS, withApp, withServer, withServers } from '../helpers/server.js';

type Reply = Awaited<ReturnType<Api['call']>>;

const ME = `${BASE}/me`;
const BANDS = `${BASE}/interference/available_frequency_bands`;

function budget({ headers }: Reply): (number | undefined)[] {
  return ['limit', 'remaining'].map((name) => {
    const value = headers.get(`x-ratelimit-${name}`);
    return value === null ? undefined : Number(value);
  });
}

/** Runs the body with a server that has these limits, over the database of `api`, as another process would. */
async function withLimits(
  t: ExecutionContext,
  { db, analysis }: Api,
  [interferencePerMinute, otherPerHour]: [number, number],
  body: (call: Api['call']) => Promise<void>,
): Promise<void> {
  const limits = createLimits(db, { interferencePerMinute, otherPerHour });
  await withApp(t, { knex: db.knex, analysis, limits }, ({ call }) => body(call));
}

test('every answer to a known caller says what is left of which limit', (t) =>
  withServers(t, async (api) => {
    const { token } = api.enterprise;
    await withLimits(t, api, [50, 70], async (call) => {
      let left = 70;
      for (const [path, method, status] of [
        [ME, 'GET', 200],
        [ME, 'HEAD', 200],
        [`${BASE}/nothing`, 'GET', 404],
        [ME, 'PUT', 405],
        [`${BASE}/auth`, 'GET', 405],
        [`${ME}?x=1`, 'GET', 400],
        [`${BASE}/tracked_satellites`, 'POST', 415],
        [`${BASE}/tracked_satellites/999`, 'DELETE', 404],
      ] as const) {
        const reply = await call(path, { method, token });
        t.is(reply.status, status, `${method} ${path}`);
        left -= 1;
        t.deepEqual(budget(reply), [70, left], `${method} ${path}`);
        const resetMs = Number(reply.headers.get('x-ratelimit-reset')) * 1000 - Date.now();
        t.true(resetMs > 0 && resetMs <= 3_601_000, String(resetMs));
        t.is(reply.headers.get('retry-after'), null);
        t.is(reply.headers.get('ratelimit-policy'), '"other";q=70;w=3600');
      }
      const run = `${BASE}/coverage_analysis_runs/999`;
      t.deepEqual(budget(await call(BANDS, { token })), [50, 49], 'invalid');
      t.deepEqual(budget(await call(`${BASE}/interference/at_point`, { method: 'POST', token })), [50, 48], '405');
      const analysis = await call(run, { token });
      t.deepEqual(budget(analysis), [50, 47], 'coverage analysis');
      t.is(analysis.headers.get('ratelimit-policy'), '"interference";q=50;w=60');
      t.deepEqual(budget(await call(BANDS, { token: api.free.token })), [50, 49], 'another account, without the plan');
    });
  }));

test('an unexpected error says what is left too', (t) =>
  withServer(t, async (api) => {
    const { token, tracked } = api.enterprise;
    api.analysis.gate = Promise.reject(new Error('out of order'));
    api.analysis.gate.catch(() => undefined);
    const query = `tracked_satellite_id=${tracked[ISS]}&lat=1&lon=1`;
    await withLimits(t, api, [100, 100], async (call) => {
      const reply = await call(`${BASE}/interference/timeseries?${query}`, { token });
      t.is(reply.status, 500);
      t.deepEqual(budget(reply), [100, 99]);
    });
  }));

test("where the server ends a known caller's request, the answer says what is left too", (t) =>
  withServer(t, async ({ db, port, enterprise: { token } }) => {
    const counted = new Promise<void>((resolve) => {
      tapStatements(db.knex, (sql) => {
        if (sql.includes('rate_limits')) resolve();
      });
    });
    const head = `Host: a\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\n`;
    const socket = connect(port, '127.0.0.1');
    socket.write(`POST ${BASE}/tracked_satellites HTTP/1.1\r\n${head}Transfer-Encoding: chunked\r\n\r\n`);
    await counted;
    // Gives the route time to wait for the body.
    await sleep(20);
    socket.write('no chunk\r\n');
    t.regex(await text(socket), /^HTTP\/1\.1 400 [\s\S]*^X-RateLimit-Remaining: 9999\r$/m);
  }));

test('calls that belong to no account have no budget and use none', (t) =>
  withServer(t, async ({ call, enterprise: { token } }) => {
    for (const reply of [
      await call(ME),
      await call(ME, { token: mintToken().token }),
      await call('/health/live', { token }),
      await call(`${BASE}/health_check`, { token }),
      await call(ME, { method: 'OPTIONS', token }),
      await call('/nothing', { token }),
    ]) {
      t.deepEqual(budget(reply), [undefined, undefined]);
    }
    t.deepEqual(budget(await call(ME, { token })), [10_000, 9_999]);
  }));

test('beyond the limit: 429 with its four headers and its own body, and nothing else', (t) =>
  withServer(t, async (api) => {
    const { token } = api.enterprise;
    await withLimits(t, api, [2, 2], async (call) => {
      for (const path of [ME, BANDS]) {
        await call(path, { token });
        t.deepEqual(budget(await call(path, { token })), [2, 0]);
        const before = Date.now();
        const { status, json, headers } = await call(path, { token });
        t.is(status, 429);
        const retryAfter = Number(headers.get('retry-after'));
        const windowSeconds = path === ME ? 3600 : 60;
        t.true(Number.isInteger(retryAfter) && retryAfter >= 1 && retryAfter <= windowSeconds, String(retryAfter));
        t.deepEqual(json, {
          error: { code: 'RATE_LIMITED', message: json.error.message },
          retry_after: retryAfter,
        });
        t.regex(json.error.message, /^too many .* 2 are allowed; retry after \d+ s$/);
        t.is(headers.get('x-ratelimit-limit'), '2');
        t.is(headers.get('x-ratelimit-remaining'), '0');
        const reset = headers.get('x-ratelimit-reset') ?? '';
        t.regex(reset, /^\d{10}$/);
        // The reset time less the seconds to wait is the time of the answer, which lies between `before` and now.
        t.true(Number(reset) - retryAfter >= Math.floor(before / 1000) - 1);
        t.true(Number(reset) - retryAfter <= Math.ceil(Date.now() / 1000) + 1);
        t.is(headers.get('content-type'), 'application/json; charset=utf-8');
        t.is(headers.get('cache-control'), 'no-store');
      }
    });
  }));

test('the token is checked before the limit, and the limit before everything else', (t) =>
  withServer(t, async (api) => {
    const { token } = api.free;
    await withLimits(t, api, [1, 1], async (call) => {
      const path = `${BASE}/interference/at_point?lat=91`;
      t.is((await call(path, { token })).status, 403);
      t.is((await call(path, { method: 'POST', body: '{', token })).status, 429);
      t.is((await call(path, { token })).status, 429);
      t.is((await call(path, { method: 'POST', body: '{' })).status, 401);
      t.is((await call(`${BASE}/nothing`, { token })).status, 404);
      t.is((await call(`${BASE}/nothing`, { token })).status, 429);
      t.is((await call(ME, { token: `${token}x` })).status, 401);
    });
  }));

test('tokens of one account share its limit', (t) =>
  withServer(t, async (api) => {
    const { accountId, userId, token } = api.enterprise;
    const { token: another, hash } = mintToken();
    await insertToken(api.db.knex, { accountId, userId, name: 'another', hash, origin: 'auth' });
    await withLimits(t, api, [100, 3], async (call) => {
      const asked = [token, another, token, another, another].map((one) => call(ME, { token: one }));
      const statuses = (await Promise.all(asked)).map(({ status }) => status);
      t.deepEqual(
        statuses.toSorted((x, y) => x - y),
        [200, 200, 200, 429, 429],
      );
      t.is((await call(ME, { token: api.free.token })).status, 200);
    });
  }));

test('an unchanged answer costs nothing and says rightly what is left; others cost one call each', (t) =>
  withServer(t, async (api) => {
    const { token, tracked } = api.enterprise;
    const path = `${BASE}/interference/timeseries?tracked_satellite_id=${tracked[ISS]}&lat=1&lon=2`;
    await withLimits(t, api, [4, 100], async (call) => {
      const first = await call(path, { token });
      t.deepEqual(budget(first), [4, 3]);
      const known = { token, headers: { 'if-none-match': first.headers.get('etag') ?? '', 'cache-control': '' } };
      for (let turn = 0; turn < 5; turn++) {
        const reply = await call(path, known);
        t.deepEqual([reply.status, ...budget(reply)], [304, 4, 3]);
        t.is(reply.headers.get('ratelimit-policy'), '"interference";q=4;w=60');
      }
      const changed = await call(`${path}&frequency_band=Ku`, known);
      t.deepEqual([changed.status, ...budget(changed)], [200, 4, 2]);
      const gone = await call(path.replace(/id=\d+/, 'id=999'), known);
      t.deepEqual([gone.status, ...budget(gone)], [404, 4, 1]);
      const head = await call(path, { ...known, method: 'HEAD' });
      t.deepEqual([head.status, ...budget(head)], [304, 4, 1]);
      t.deepEqual(budget(await call(BANDS, { ...known })), [4, 0], 'invalid');
      const asked = api.analysis.asked.length;
      const spent = await call(`${path}&frequency_band=S`, known);
      t.deepEqual([spent.status, ...budget(spent)], [429, 4, 0]);
      const free = await call(path, known);
      t.deepEqual([free.status, ...budget(free)], [304, 4, 0], 'free also when nothing is left');
      t.is((await call(path, { token })).status, 429);
      t.is(api.analysis.asked.length, asked, 'nothing was computed for it');
    });
  }));

test('of simultaneous questions with an ETag all unchanged ones are answered, and of the others as many as the limit allows', (t) =>
  withServer(t, async (api) => {
    const { token, tracked } = api.enterprise;
    const path = `${BASE}/interference/timeseries?tracked_satellite_id=${tracked[ISS]}&lon=2&end_time=2025-12-06T00:05Z`;
    await withLimits(t, api, [11, 100], async (call) => {
      const etag = (await call(`${path}&lat=1`, { token })).headers.get('etag') ?? '';
      const known = { token, headers: { 'if-none-match': etag, 'cache-control': '' } };
      // Both servers share the database.
      await withLimits(t, api, [11, 100], async (second) => {
        const same = Array.from({ length: 20 }, (_unused, i) => (i % 2 === 0 ? call : second)(`${path}&lat=1`, known));
        t.deepEqual(new Set((await Promise.all(same)).map(({ status }) => status)), new Set([304]));
        const others = Array.from({ length: 30 }, (_unused, i) =>
          (i % 2 === 0 ? call : second)(`${path}&lat=${i + 2}`, known),
        );
        const replies = await Promise.all(others);
        const answered = replies.filter(({ status }) => status === 200);
        t.is(answered.length, 10);
        t.is(replies.filter(({ status }) => status === 429).length, 20);
        const left = answered.map((reply) => budget(reply)[1] ?? -1).toSorted((a, b) => a - b);
        t.deepEqual(left, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
      });
    });
  }));

test('DELETE /auth costs nothing, and works when everything is used up', (t) =>
  withServer(t, async (api) => {
    const { accountId, userId, token } = api.enterprise;
    const { token: leaked, hash } = mintToken();
    await insertToken(api.db.knex, { accountId, userId, name: 'leaked', hash, origin: 'ui' });
    await withLimits(t, api, [1, 2], async (call) => {
      await call(ME, { token });
      await call(ME, { token });
      t.is((await call(ME, { token })).status, 429);
      t.is((await call(`${BASE}/auth`, { method: 'GET', token })).status, 429);
      const revoked = await call(`${BASE}/auth`, { method: 'DELETE', token: leaked });
      t.deepEqual([revoked.status, ...budget(revoked)], [200, 2, 0]);
      t.is((await call(ME, { token: leaked })).status, 401);
    });
  }));

test('an address may try only so many unknown tokens; good tokens go on', (t) =>
  withServer(t, async ({ call, db: { knex }, enterprise: { token } }) => {
    // Successful calls do not count, however many come from one address.
    for (let i = 0; i < 20; i++) t.is((await call(ME, { token })).status, 200);
    for (let i = 0; i < UNKNOWN_CREDENTIAL_LIMIT.calls; i++) {
      t.is((await call(ME, { token: i % 2 === 0 ? mintToken().token : 'sl_x' })).status, 401);
    }
    const asked = await statements(knex, async () => {
      const refused = await call(ME, { token: mintToken().token });
      t.deepEqual([refused.status, ...budget(refused)], [429, 100, 0]);
      t.is(refused.headers.get('ratelimit-policy'), '"unknown credentials";q=100;w=60');
      t.is(refused.json.retry_after, Number(refused.headers.get('retry-after')));
    });
    t.is(asked, 0);
    t.is((await call(ME, { token })).status, 200);
    t.is((await call(ME)).status, 401, 'without a token nothing is looked up');
  }));
