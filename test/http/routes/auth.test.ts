import test from 'ava';
import { BASE, PASSWORD, withServer } from '../../helpers/server.js';

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

test('such a token expires after 30 days, and the database has only its hash', (t) =>
  withServer(t, async ({ call, db: { knex } }) => {
    const body = { email: 'free@example.org', password: PASSWORD };
    const { json } = await call(`${BASE}/auth`, { method: 'POST', body });
    const [row] = await knex('api_tokens').where({ origin: 'auth' });
    const days = (row.expires_at.getTime() - row.created_at.getTime()) / 86_400_000;
    t.true(Math.abs(days - 30) < 0.01, `${days} days`);
    t.false(JSON.stringify(row).includes(json.data.token));
  }));

test('a wrong password, an unknown email and a disabled account are told the same', (t) =>
  withServer(t, async ({ call, db: { knex }, free, enterprise }) => {
    await knex('accounts').where({ id: free.accountId }).update({ disabled_at: knex.fn.now() });
    const bodies = [
      { email: enterprise.email, password: 'wrong' },
      { email: 'nobody@example.org', password: PASSWORD },
      { email: 'nobody@example.org\0', password: PASSWORD },
      { email: free.email, password: PASSWORD },
    ];
    for (const body of bodies) {
      const { status, json, headers } = await call(`${BASE}/auth`, { method: 'POST', body });
      t.is(status, 401);
      t.deepEqual(json.error, { code: 'UNAUTHORIZED', message: 'the email or the password is wrong' });
      t.truthy(headers.get('www-authenticate'));
    }
  }));

test('what is missing, empty, no text or unknown is named', (t) =>
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
