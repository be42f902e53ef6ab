import test, { type ExecutionContext } from 'ava';
import { UNKNOWN_CREDENTIAL_LIMIT } from '../../../src/spec.js';
import { type Api, BASE, ISS, PASSWORD, withServer } from '../../helpers/server.js';

const OWN = { 'sec-fetch-site': 'same-origin' };
const NEW_PASSWORD = 'another horse, another staple';

/** Cookie that a browser would send back. */
function cookieOf(headers: Headers): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function signIn(t: ExecutionContext, { call }: Api, email: string, password = PASSWORD): Promise<string> {
  const reply = await call('/page/session', { method: 'POST', headers: OWN, body: { email, password } });
  t.is(reply.status, 200, reply.text);
  return cookieOf(reply.headers);
}

/** The plan of whom the page takes for signed in; null for nobody. */
async function planOf({ call }: Api, cookie: string): Promise<string | null> {
  const { status, json } = await call('/page/session', { headers: { cookie } });
  return status === 200 ? (json.data.account?.plan ?? null) : String(status);
}

test('email and password get a session that scripts cannot read and other sites cannot use', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise, db } = api;
    const body = { email: enterprise.email, password: PASSWORD };
    const reply = await call('/page/session', { method: 'POST', headers: OWN, body });
    t.regex(
      reply.headers.getSetCookie().join('|'),
      /^__Host-sidelobe=[0-9A-Za-z]{30}; Max-Age=1209600; Path=\/; Secure; HttpOnly; SameSite=Lax$/,
    );
    t.is(reply.json.data.user.email, enterprise.email);
    t.deepEqual(reply.json.data.account, { plan: 'enterprise' });
    const cookie = cookieOf(reply.headers);
    const who = await call('/page/session', { headers: { cookie } });
    t.deepEqual(who.json.data.account, { plan: 'enterprise' });
    t.is(who.json.data.user.last_name, 'Núñez');
    const listed = await call('/page/tracked_satellites', { headers: { cookie } });
    t.deepEqual(who.json.data.tracked_satellites, listed.json.data.tracked_satellites);
    t.true(who.json.data.tracked_satellites.length > 0);
    const [stored] = (await db.knex('sessions').select('secret_hash')) as { secret_hash: Buffer }[];
    t.is(stored?.secret_hash.length, 32);
    t.false(stored?.secret_hash.toString('latin1').includes(cookie.split('=')[1] ?? ''));
  }));

test('who is not signed in is told so without a refusal; everything else is refused', (t) =>
  withServer(t, async ({ call }) => {
    for (const headers of [{}, { cookie: '__Host-sidelobe=' }, { cookie: `__Host-sidelobe=${'x'.repeat(30)}` }]) {
      const who = await call('/page/session', { headers });
      t.deepEqual([who.status, who.json.data], [200, { user: null, account: null, tracked_satellites: null }]);
      t.is(who.headers.get('cache-control'), 'no-store');
      for (const path of ['/page/tokens', '/page/satellites?search=iss', `/page${BASE}/me`]) {
        t.is((await call(path, { headers })).status, 401, path);
      }
      t.is((await call('/page/session', { method: 'DELETE', headers: { ...OWN, ...headers } })).status, 401);
    }
  }));

test('signing in again ends the session before, signing out this one', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise, free } = api;
    const first = await signIn(t, api, enterprise.email);
    const body = { email: free.email, password: PASSWORD };
    const reply = await call('/page/session', { method: 'POST', headers: { ...OWN, cookie: first }, body });
    const second = cookieOf(reply.headers);
    t.not(second, first);
    t.is(await planOf(api, first), null);
    t.is(await planOf(api, second), 'free');

    const out = await call('/page/session', { method: 'DELETE', headers: { ...OWN, cookie: second } });
    t.deepEqual(out.json.data, { signed_out: true });
    t.regex(out.headers.getSetCookie().join('|'), /^__Host-sidelobe=; Max-Age=0;/);
    t.is(await planOf(api, second), null);
  }));

test('a wrong password, an unknown email and a disabled account are told the same', (t) =>
  withServer(t, async ({ call, enterprise, free, db }) => {
    await db.knex('accounts').where({ id: free.accountId }).update({ disabled_at: db.knex.fn.now() });
    const told = new Set<string>();
    for (const [email, password] of [
      [enterprise.email, 'wrong'],
      ['nobody@example.org', PASSWORD],
      [free.email, PASSWORD],
    ]) {
      const reply = await call('/page/session', { method: 'POST', headers: OWN, body: { email, password } });
      t.is(reply.status, 401);
      t.deepEqual(reply.headers.getSetCookie(), []);
      told.add(reply.json.error.message);
    }
    t.is(told.size, 1);
  }));

test('attempts are limited together with those of POST /auth', (t) =>
  withServer(t, async ({ call, enterprise: { email } }) => {
    const attempt = (path: string) => call(path, { method: 'POST', headers: OWN, body: { email, password: 'wrong' } });
    for (let i = 0; i < 10; i++) {
      t.is((await attempt('/page/session')).status, 401);
      t.is((await attempt(`${BASE}/auth`)).status, 401);
    }
    t.is((await attempt('/page/session')).status, 429);
    t.is((await attempt(`${BASE}/auth`)).status, 429);
  }));

test('the page’s routes take sessions and no tokens, the API’s tokens and no sessions', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise } = api;
    const cookie = await signIn(t, api, enterprise.email);
    t.is((await call('/page/tokens', { token: enterprise.token })).status, 401);
    t.is((await call('/page/session', { token: enterprise.token })).json.data.user, null);
    t.is((await call(`${BASE}/me`, { headers: { cookie } })).status, 401);
    t.is((await call(`/page${BASE}/me`, { token: enterprise.token })).status, 401);
    t.is((await call(`/page${BASE}/me`, { headers: { cookie } })).json.data.email, enterprise.email);
    t.is((await call('/page/nothing')).status, 401);
    t.is((await call('/page/nothing', { headers: { cookie } })).status, 404);
    t.is((await call(`/page${BASE}/auth`, { headers: { cookie } })).status, 404);
  }));

test('a change that another site asks for is refused, also a sign-in', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise, port } = api;
    const cookie = await signIn(t, api, enterprise.email);
    const body = { norad_number: ISS };
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await call(`/page${BASE}/tracked_satellites`, { method: 'POST', headers: { cookie, ...headers }, body })).status;
    for (const site of ['cross-site', 'same-site', 'none']) t.is(await status({ 'sec-fetch-site': site }), 401, site);
    t.is(await status({}), 401);
    t.is(await status({ origin: 'https://elsewhere.example' }), 401);
    t.is(await status({ origin: 'null' }), 401);
    t.is(await status({ origin: `http://127.0.0.1:${port}` }), 200);
    t.is(await status({ ...OWN, origin: 'https://behind.a.proxy.example' }), 200);
    const credentials = { email: enterprise.email, password: PASSWORD };
    const from = { 'sec-fetch-site': 'cross-site' };
    t.is((await call('/page/session', { method: 'POST', headers: from, body: credentials })).status, 401);
  }));

test('an expired session and one of a disabled account are none', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise, db } = api;
    const cookie = await signIn(t, api, enterprise.email);
    const status = async (): Promise<number> => (await call('/page/tokens', { headers: { cookie } })).status;
    t.is(await status(), 200);
    await db.knex('accounts').where({ id: enterprise.accountId }).update({ disabled_at: db.knex.fn.now() });
    t.is(await status(), 401);
    await db.knex('accounts').where({ id: enterprise.accountId }).update({ disabled_at: null });
    await db.knex('sessions').update({ expires_at: db.knex.raw(`now() - interval '1 second'`) });
    t.is(await status(), 401);
    t.is(await planOf(api, cookie), null);
    await signIn(t, api, enterprise.email);
    t.is((await db.knex('sessions')).length, 1);
  }));

test('a new password ends what the old one opened, and no other token', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise, free } = api;
    const { email, token } = enterprise;
    const elsewhere = await signIn(t, api, email);
    const here = await signIn(t, api, email);
    const others = await signIn(t, api, free.email);
    const auth = await call(`${BASE}/auth`, { method: 'POST', body: { email, password: PASSWORD } });
    const change = (body: object) => call('/page/password', { method: 'PUT', headers: { ...OWN, cookie: here }, body });
    const wrong = await change({ current_password: 'wrong', new_password: NEW_PASSWORD });
    t.deepEqual([wrong.status, Object.keys(wrong.json.error.details)], [422, ['current_password']]);
    const short = await change({ current_password: PASSWORD, new_password: 'short' });
    t.deepEqual([short.status, Object.keys(short.json.error.details)], [422, ['new_password']]);
    const common = await change({ current_password: PASSWORD, new_password: 'Password2026!' });
    t.deepEqual([common.status, Object.keys(common.json.error.details)], [422, ['new_password']]);
    t.is(await planOf(api, elsewhere), 'enterprise');

    const changed = await change({ current_password: PASSWORD, new_password: NEW_PASSWORD });
    t.deepEqual(changed.json.data, { changed: true, revoked_tokens: 1 });
    const now = cookieOf(changed.headers);
    for (const cookie of [elsewhere, here]) t.is(await planOf(api, cookie), null);
    t.deepEqual([await planOf(api, now), await planOf(api, others)], ['enterprise', 'free']);
    t.is((await call(`${BASE}/me`, { token: auth.json.data.token })).status, 401);
    t.is((await call(`${BASE}/me`, { token })).status, 200);
    t.is((await call(`${BASE}/auth`, { method: 'POST', body: { email, password: PASSWORD } })).status, 401);
    await signIn(t, api, email, NEW_PASSWORD);

    const all = { current_password: NEW_PASSWORD, new_password: PASSWORD, revoke_tokens: true };
    const again = await call('/page/password', { method: 'PUT', headers: { ...OWN, cookie: now }, body: all });
    t.deepEqual(again.json.data, { changed: true, revoked_tokens: 1 });
    t.is((await call(`${BASE}/me`, { token })).status, 401);
  }));

test('a token is told once, works until it is revoked, and belongs to who made it', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise, free } = api;
    const cookie = await signIn(t, api, enterprise.email);
    const make = (name: unknown) =>
      call('/page/tokens', { method: 'POST', headers: { ...OWN, cookie }, body: { name } });
    const made = await make('  laptop ');
    t.is(made.json.data.name, 'laptop');
    t.is((await call(`${BASE}/me`, { token: made.json.data.token })).json.data.email, enterprise.email);
    for (const name of ['', ' ', 'x'.repeat(101), 'a\0b', 'a\nb', '\u001b[31m', 7])
      t.is((await make(name)).status, 422, String(name));

    const { tokens } = (await call('/page/tokens', { headers: { cookie } })).json.data;
    t.like(tokens[0], { id: made.json.data.id, name: 'laptop', origin: 'ui', expires_at: null });
    t.is(typeof tokens[0].last_used_at, 'string');
    t.false(JSON.stringify(tokens).includes('sl_'));

    const path = `/page/tokens/${made.json.data.id}`;
    const foreign = await signIn(t, api, free.email);
    t.is((await call(path, { method: 'DELETE', headers: { ...OWN, cookie: foreign } })).status, 404);
    t.deepEqual((await call(path, { method: 'DELETE', headers: { ...OWN, cookie } })).json.data, { revoked: true });
    t.is((await call(path, { method: 'DELETE', headers: { ...OWN, cookie } })).status, 404);
    t.is((await call(`${BASE}/me`, { token: made.json.data.token })).status, 401);
    t.is((await call('/page/tokens', { headers: { cookie } })).json.data.tokens.length, tokens.length - 1);
  }));

test('the page’s own routes have a budget of their own, and what it asks of the API counts as everybody’s', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise } = api;
    const cookie = await signIn(t, api, enterprise.email);
    const budget = async (path: string, more: object = { headers: { cookie } }) => {
      const { headers } = await call(path, more);
      return [headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining'), headers.get('ratelimit-policy')];
    };
    const token = { token: enterprise.token };
    const other = '"other";q=10000;w=3600';
    const interference = '"interference";q=10000;w=60';
    t.deepEqual(await budget('/page/tracked_satellites'), ['600', '599', '"page";q=600;w=60']);
    t.deepEqual(await budget('/page/ground_stations'), ['600', '598', '"page";q=600;w=60']);
    t.deepEqual(await budget(`${BASE}/me`, token), ['10000', '9999', other]);
    t.deepEqual(await budget(`/page${BASE}/ground_stations`), ['10000', '9998', other]);
    t.deepEqual(await budget(`${BASE}/me`, token), ['10000', '9997', other]);
    t.deepEqual(await budget(`/page${BASE}/interference/at_point`), ['10000', '9999', interference]);
    t.deepEqual(await budget(`${BASE}/interference/at_point`, token), ['10000', '9998', interference]);
    t.deepEqual(await budget('/page/tokens'), ['600', '597', '"page";q=600;w=60']);
  }));

test('sessions that nobody has are looked up for an address so often, and good ones go on', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise } = api;
    const cookie = await signIn(t, api, enterprise.email);
    t.is(await planOf(api, cookie), 'enterprise');
    const unknown = { cookie: `__Host-sidelobe=${'x'.repeat(30)}` };
    for (let i = 0; i < UNKNOWN_CREDENTIAL_LIMIT.calls; i++) {
      t.is((await call('/page/session', { headers: unknown })).status, 200);
    }
    t.is((await call('/page/session', { headers: unknown })).status, 429);
    t.is((await call('/page/tokens', { headers: unknown })).status, 429);
    t.is(await planOf(api, cookie), 'enterprise');
  }));

test('a user has at most 100 tokens; a sign-in beyond them ends one that a sign-in made', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise, db } = api;
    const cookie = await signIn(t, api, enterprise.email);
    const make = () =>
      call('/page/tokens', { method: 'POST', headers: { ...OWN, cookie }, body: { name: 'one more' } });
    const auth = () => call(`${BASE}/auth`, { method: 'POST', body: { email: enterprise.email, password: PASSWORD } });
    const fill = (origin: string, count: number) =>
      db.knex.raw(
        `insert into api_tokens (account_id, user_id, name, token_hash, origin)
         select ?, ?, 'filled', sha256(cast('t' || i || ? as bytea)), ? from generate_series(1, ?) i`,
        [enterprise.accountId, enterprise.userId, origin, origin, count],
      );
    await fill('auth', 99);
    t.is((await auth()).status, 200);
    t.is((await make()).status, 200);
    const listed = async () => (await call('/page/tokens', { headers: { cookie } })).json.data.tokens.length;
    t.is(await listed(), 100);

    await db.knex('api_tokens').where({ origin: 'auth' }).delete();
    await fill('ui', 98);
    for (const refused of [await make(), await auth()]) {
      t.is(refused.status, 422);
      t.regex(refused.json.error.message, /100 already, the most that a user has: revoke one first/);
    }
    t.is(await listed(), 100);
  }));

test('a session that is not used for three days ends, and one that is used stays', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise, db } = api;
    const cookie = await signIn(t, api, enterprise.email);
    const unused = (hours: number) =>
      db.knex('sessions').update({ last_used_at: db.knex.raw(`now() - interval '${hours} hours'`) });
    const status = async () => (await call('/page/tokens', { headers: { cookie } })).status;
    await unused(71);
    t.is(await status(), 200);
    const recent = db.knex('sessions').whereRaw(`last_used_at > now() - interval '1 minute'`);
    t.is((await recent).length, 1);
    await unused(73);
    t.is(await status(), 401);
    t.is(await planOf(api, cookie), null);
    await signIn(t, api, enterprise.email);
    t.is((await db.knex('sessions')).length, 1, 'the ended one is gone');
  }));

test('a user sees where they are signed in, and ends that, but nobody else’s', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise, free } = api;
    const credentials = { email: enterprise.email, password: PASSWORD };
    const headers = { ...OWN, 'user-agent': `Elsewhere/1.0 ${'x'.repeat(500)}` };
    const elsewhere = cookieOf((await call('/page/session', { method: 'POST', headers, body: credentials })).headers);
    const here = await signIn(t, api, enterprise.email);
    const foreign = await signIn(t, api, free.email);
    const list = async (cookie: string) => (await call('/page/sessions', { headers: { cookie } })).json.data.sessions;
    const sessions = await list(here);
    t.is(sessions.length, 2);
    t.is((await list(foreign)).length, 1);
    const other = sessions.find((session: { is_this: boolean }) => !session.is_this);
    t.is(other.user_agent.length, 200);
    t.regex(other.user_agent, /^Elsewhere\/1\.0 /);
    for (const time of ['created_at', 'last_used_at', 'expires_at']) t.regex(other[time], /^\d{4}-.*Z$/);
    t.false(JSON.stringify(sessions).includes(here.split('=')[1] ?? ''));
    const end = (id: number, cookie: string) =>
      call(`/page/sessions/${id}`, { method: 'DELETE', headers: { ...OWN, cookie } });
    t.is((await end(other.id, foreign)).status, 404);
    t.is(await planOf(api, elsewhere), 'enterprise');
    t.deepEqual((await end(other.id, here)).json.data, { signed_out: true });
    t.is(await planOf(api, elsewhere), null);
    t.is((await end(other.id, here)).status, 404);
    t.is((await list(here)).length, 1);
  }));
