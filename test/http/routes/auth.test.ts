import test from 'ava';
import { readConfig } from '../../../src/config.js';
import { createServerPool } from '../../../src/db/connection/connect.js';
import { SIGN_IN_LIMITS } from '../../../src/spec.js';
import { PATIENT } from '../../helpers/until.js';
import { BASE, fakeAnalysis, PASSWORD, withApp, withServer, withServers } from '../../helpers/server.js';

test('email and password get a token, and the token gets in', (t) =>
  withServer(t, async ({ call, enterprise }) => {
    const body = { email: 'ADA@example.ORG', password: PASSWORD };
    const { status, json, headers } = await call(`${BASE}/auth`, { method: 'POST', body });
    t.is(status, 200);
    t.regex(json.data.token, /^sl_[0-9A-Za-z]{36}$/);
    const user = { id: enterprise.userId, email: 'Ada@Example.org', first_name: 'Ada', last_name: 'Núñez' };
    t.deepEqual(json.data, { token: json.data.token, user });
    t.is(headers.get('cache-control'), 'no-store');
    t.deepEqual((await call(`${BASE}/me`, { token: json.data.token })).json.data, user);
  }));

test('a token of a sign-in expires after 30 days, or after the days of the setting', (t) =>
  withServer(t, async ({ call, db: { knex }, analysis }) => {
    const signIn = { method: 'POST', body: { email: 'free@example.org', password: PASSWORD } };
    await call(`${BASE}/auth`, signIn);
    const settings = readConfig({ ...PATIENT, AUTH_TOKEN_DAYS: '2' });
    await withApp(t, { knex, analysis, settings }, (other) => other.call(`${BASE}/auth`, signIn).then(() => undefined));
    const rows = await knex('api_tokens').where({ origin: 'auth' }).orderBy('id');
    const days = rows.map((row) => Math.round((row.expires_at.getTime() - row.created_at.getTime()) / 86_400_000));
    t.deepEqual(days, [30, 2]);
  }));

test('nothing stored in the database lets anybody sign in', (t) =>
  withServer(t, async ({ call, db: { knex }, enterprise: { token, email } }) => {
    const signIn = await call(`${BASE}/auth`, { method: 'POST', body: { email, password: PASSWORD } });
    const tables = await knex('pg_tables').where({ schemaname: 'public' }).pluck<string[]>('tablename');
    t.true(tables.includes('api_tokens') && tables.includes('rate_limits'));
    const values: string[] = [];
    for (const table of tables) {
      for (const row of await knex(table)) {
        for (const value of Object.values(row)) {
          if (Buffer.isBuffer(value))
            values.push(value.toString('hex'), value.toString('base64'), value.toString('latin1'));
          else values.push(typeof value === 'string' ? value : JSON.stringify(value));
        }
      }
    }
    for (const secret of [token, signIn.json.data.token, PASSWORD]) {
      t.false(values.some((value) => value.includes(secret) || value.includes(secret.slice(3, 33))));
    }
    const { token_hash: hash } = await knex('api_tokens').first('token_hash');
    const { password_hash: passwordHash } = await knex('users').where({ email }).first('password_hash');
    for (const tried of [hash.toString('hex'), hash.toString('base64url'), `sl_${hash.toString('hex').slice(0, 36)}`]) {
      t.is((await call(`${BASE}/me`, { token: tried })).status, 401);
    }
    t.is((await call(`${BASE}/auth`, { method: 'POST', body: { email, password: passwordHash } })).status, 401);
  }));

test('failures with one email are limited, whoever makes them and whether or not it exists', (t) =>
  withServer(t, async ({ db, analysis, enterprise: { token } }) => {
    const settings = readConfig({ ...PATIENT, TRUST_PROXY: '127.0.0.1' });
    await withApp(t, { knex: db.knex, kind: db.kind, analysis, settings }, async ({ call }) => {
      let client = 0;
      const signIn = (email: string, password: string) => {
        client += 1;
        const headers = { 'x-forwarded-for': `198.51.${client >> 8}.${client & 255}` };
        return call(`${BASE}/auth`, { method: 'POST', headers, body: { email, password } });
      };
      const { calls, seconds } = SIGN_IN_LIMITS.emailFailures;
      for (const email of ['ada@example.org', 'nobody@example.org', 'no\0body@example.org']) {
        for (let attempt = 0; attempt < calls; attempt++) t.is((await signIn(email, 'wrong')).status, 401);
        const refused = await signIn(email.toUpperCase(), PASSWORD);
        t.is(refused.status, 429);
        const { message } = refused.json.error;
        t.deepEqual(refused.json, {
          error: { code: 'RATE_LIMITED', message },
          retry_after: Number(refused.headers.get('retry-after')),
        });
        t.regex(message, /^too many failed sign-ins with this email: 20 are allowed; retry after \d+ s$/);
        t.true(refused.json.retry_after > 0 && refused.json.retry_after <= seconds);
        t.is(refused.headers.get('x-ratelimit-limit'), String(calls));
        t.is(refused.headers.get('x-ratelimit-remaining'), '0');
        t.is(refused.headers.get('ratelimit-policy'), '"failed sign-ins by email";q=20;w=900');
      }
      t.is((await signIn('free@example.org', PASSWORD)).status, 200, 'another email');
      t.is((await call(`${BASE}/me`, { token })).status, 200, 'a token of the one that is locked out');
    });
  }));

test("strangers' failures with an email lock nobody out where its user has signed in before", (t) =>
  withServers(t, async ({ db, analysis, enterprise: { email } }) => {
    const settings = readConfig({ ...PATIENT, TRUST_PROXY: '127.0.0.1' });
    await withApp(t, { knex: db.knex, kind: db.kind, analysis, settings }, async ({ call }) => {
      const signIn = async (client: string, password: string) => {
        const headers = { 'x-forwarded-for': client };
        return (await call(`${BASE}/auth`, { method: 'POST', headers, body: { email, password } })).status;
      };
      const { calls } = SIGN_IN_LIMITS.emailFailures;
      const [home, elsewhere, stranger] = ['203.0.113.9', '203.0.113.10', '198.51.100.1'];
      t.is(await signIn(home, PASSWORD), 200);
      for (let i = 0; i < calls; i++) t.is(await signIn(stranger, 'wrong'), 401);
      t.is(await signIn(elsewhere, PASSWORD), 429);
      t.is(await signIn(home, PASSWORD), 200);
      for (let i = 0; i < calls; i++) t.is(await signIn(home, 'wrong'), 401);
      t.is(await signIn(home, PASSWORD), 429);
    });
  }));

test('failures from one address are limited, and then nothing else of an attempt is looked at', (t) =>
  withServer(t, async ({ call, enterprise: { email } }) => {
    const signIn = (body: unknown, headers = {}) => call(`${BASE}/auth`, { method: 'POST', body, headers });
    const good = { email, password: PASSWORD };
    t.is((await signIn(good)).status, 200);
    for (let attempt = 0; attempt < SIGN_IN_LIMITS.networkFailures.calls; attempt++) {
      t.is((await signIn({ email: `nobody${attempt}@example.org`, password: PASSWORD })).status, 401);
    }
    t.is((await signIn(good)).json.error.message.split(':')[0], 'too many failed sign-ins from this address');
    t.is((await signIn('{')).status, 429);
    // No proxy is trusted, so the header cannot name another client address.
    t.is((await signIn(good, { 'x-forwarded-for': '198.51.100.1' })).status, 429);
  }));

/** Repeats a sign-in while it is refused because too many wait already; counts these refusals. */
async function untilNotBusy<T extends { status: number }>(
  call: () => Promise<T>,
): Promise<{ answer: T; busy: number }> {
  for (let busy = 0; ; busy++) {
    const answer = await call();
    if (answer.status !== 503) return { answer, busy };
  }
}

test('good sign-ins at once are all let in, and count against nobody else behind the address', (t) =>
  withServer(t, async ({ call, enterprise, free }) => {
    const signIn = (email: string) =>
      untilNotBusy(() => call(`${BASE}/auth`, { method: 'POST', body: { email, password: PASSWORD } }));
    const { calls } = SIGN_IN_LIMITS.email;
    const together = 2 * SIGN_IN_LIMITS.emailFailures.calls;
    const atOnce = await Promise.all(Array.from({ length: together }, () => signIn(enterprise.email)));
    t.deepEqual(new Set(atOnce.map(({ answer }) => answer.status)), new Set([200]));
    let signedIn = together;
    while ((await signIn(enterprise.email)).answer.status === 200) signedIn++;
    // Attempts that were refused as busy may have counted.
    t.true(signedIn <= calls && signedIn >= calls - atOnce.reduce((sum, { busy }) => sum + busy, 0));
    const { answer: refused } = await signIn(enterprise.email.toUpperCase());
    t.is(refused.status, 429);
    t.regex(refused.json.error.message, /^too many sign-ins with this email: 100 are allowed/);
    t.is((await signIn(free.email)).answer.status, 200);
  }));

test('simultaneous guesses are checked no more often than guesses one after the other', (t) =>
  withServers(t, async ({ call, enterprise: { email } }) => {
    const guess = () =>
      untilNotBusy(() => call(`${BASE}/auth`, { method: 'POST', body: { email, password: 'wrong' } }));
    const statuses = (await Promise.all(Array.from({ length: 30 }, guess))).map(({ answer }) => answer.status);
    t.is(statuses.filter((status) => status === 401).length, SIGN_IN_LIMITS.emailFailures.calls);
    t.is(statuses.filter((status) => status === 429).length, 30 - SIGN_IN_LIMITS.emailFailures.calls);
  }));

test('a good sign-in between bad ones uses nothing of their limit', (t) =>
  withServer(t, async ({ call, enterprise: { email } }) => {
    const signIn = async (password: string) =>
      (await call(`${BASE}/auth`, { method: 'POST', body: { email, password } })).status;
    for (let attempt = 0; attempt < SIGN_IN_LIMITS.emailFailures.calls; attempt++) {
      t.is(await signIn(PASSWORD), 200);
      t.is(await signIn('wrong'), 401);
    }
    t.is(await signIn(PASSWORD), 429);
  }));

// Runs alone: another test would set a database up meanwhile, which keeps a processor busy until the server closes idle
// connections.
test.serial(
  'without a database the process lives, is not ready, and attempts fail, and then are refused',
  async (t) => {
    // Nobody listens on port 1.
    const { knex: away } = createServerPool('postgres://127.0.0.1:1/sidelobe');
    await withApp(t, { knex: away, analysis: fakeAnalysis(1) }, async ({ call }) => {
      t.is((await call('/health/live')).status, 200);
      const ready = await call('/health/ready');
      t.deepEqual([ready.status, ready.json.error.code], [503, 'UNAVAILABLE']);
      t.notRegex(ready.text, /127\.0\.0\.1|ECONN/);
      const signIn = async () =>
        (await call(`${BASE}/auth`, { method: 'POST', body: { email: 'a', password: 'b' } })).json.error.code;
      for (let attempt = 0; attempt < SIGN_IN_LIMITS.networkFailures.calls; attempt++)
        t.is(await signIn(), 'UNAVAILABLE');
      t.is(await signIn(), 'RATE_LIMITED');
    });
    await away.destroy();
  },
);

test('a wrong password, an unknown email and a disabled account are told the same', (t) =>
  withServer(t, async ({ call, db: { knex }, free, enterprise }) => {
    await knex('accounts').where({ id: free.accountId }).update({ disabled_at: knex.fn.now() });
    const bodies = [
      { email: enterprise.email, password: 'wrong' },
      { email: 'nobody@example.org', password: PASSWORD },
      { email: 'nobody@example.org\0', password: PASSWORD },
      { email: free.email, password: PASSWORD },
      { email: 'a'.repeat(60_000), password: PASSWORD },
      { email: enterprise.email, password: 'x'.repeat(60_000) },
    ];
    for (const body of bodies) {
      const { status, json, headers } = await call(`${BASE}/auth`, { method: 'POST', body });
      t.is(status, 401);
      t.deepEqual(json.error, {
        code: 'UNAUTHORIZED',
        message: 'the email or the password is wrong, or the account is disabled: ask who runs this service',
      });
      t.truthy(headers.get('www-authenticate'));
    }
  }));

test('fields that are missing, empty, no text or unknown are named', (t) =>
  withServer(t, async ({ call }) => {
    const details = async (body: unknown) => {
      const { status, json, text } = await call(`${BASE}/auth`, { method: 'POST', body });
      t.is(status, 422);
      t.false(text.includes(PASSWORD));
      return json.error.details;
    };
    t.deepEqual(await details({}), { email: 'must be a string', password: 'must be a string' });
    t.deepEqual(await details({ email: '', password: PASSWORD }), { email: 'must not be empty' });
    t.deepEqual(await details({ email: ['a'], password: PASSWORD }), { email: 'must be a string' });
    t.deepEqual(await details({ email: 'a', password: PASSWORD, remember: true }), { remember: 'is unknown' });
  }));

test('DELETE /auth revokes the token that it carries, and no other', (t) =>
  withServer(t, async ({ call, enterprise: { token, email } }) => {
    const signIn = { method: 'POST', body: { email, password: PASSWORD } };
    const second = (await call(`${BASE}/auth`, signIn)).json.data.token;
    const { status, json } = await call(`${BASE}/auth`, { method: 'DELETE', token: second });
    t.is(status, 200);
    t.deepEqual(json.data, { revoked: true });
    t.is((await call(`${BASE}/me`, { token: second })).status, 401);
    t.is((await call(`${BASE}/auth`, { method: 'DELETE', token: second })).status, 401);
    t.is((await call(`${BASE}/me`, { token })).status, 200);
  }));
