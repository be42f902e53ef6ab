import test from 'ava';
import { browserOf, cookieOf, freeBrowser, OWN, signedInTest, signIn } from '../../helpers/pageSession.js';
import { type Api, BASE, ISS, PASSWORD, withServer } from '../../helpers/server.js';

const NEW_PASSWORD = 'another horse, another staple';

/** Plan of the user who is signed in by this cookie: null for nobody, the status if the request fails. */
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

test('without a session the page is told so; every other call is refused', (t) =>
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

test('attempts are limited together with those of POST /auth', (t) =>
  withServer(t, async ({ call, enterprise: { email } }) => {
    const attempt = (path: string) => call(path, { method: 'POST', headers: OWN, body: { email, password: 'wrong' } });
    for (let i = 0; i < 10; i++) {
      const { status, headers } = await attempt('/page/session');
      t.deepEqual([status, headers.getSetCookie()], [401, []]);
      t.is((await attempt(`${BASE}/auth`)).status, 401);
    }
    t.is((await attempt('/page/session')).status, 429);
    t.is((await attempt(`${BASE}/auth`)).status, 429);
  }));

signedInTest(
  'the page’s routes take sessions and no tokens, the API’s tokens and no sessions',
  async (t, api, here) => {
    const { call, enterprise } = api;
    t.is((await call('/page/tokens', { token: enterprise.token })).status, 401);
    t.is((await call('/page/session', { token: enterprise.token })).json.data.user, null);
    t.is((await here.get(`${BASE}/me`)).status, 401);
    t.is((await call(`/page${BASE}/me`, { token: enterprise.token })).status, 401);
    t.is((await here.get(`/page${BASE}/me`)).json.data.email, enterprise.email);
    t.is((await call('/page/nothing')).status, 401);
    t.is((await here.get('/page/nothing')).status, 404);
    t.is((await here.get(`/page${BASE}/auth`)).status, 404);
  },
);

signedInTest('a change that another site asks for is refused, also a sign-in', async (t, api, here) => {
  const { call, enterprise, port } = api;
  const { cookie } = here;
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
});

signedInTest(
  'a session that expired, was not used for three days, or whose account is disabled is none',
  async (t, api, here) => {
    const { enterprise, db } = api;
    let { cookie } = here;
    const status = async (): Promise<number> => (await api.call('/page/tokens', { headers: { cookie } })).status;
    const account = db.knex('accounts').where({ id: enterprise.accountId });
    const change = (what: string, when: string) => db.knex('sessions').update({ [what]: db.knex.raw(when) });
    await change('last_used_at', `now() - interval '71 hours'`);
    t.is(await status(), 200);
    t.is((await db.knex('sessions').whereRaw(`last_used_at > now() - interval '1 minute'`)).length, 1);
    await account.clone().update({ disabled_at: db.knex.fn.now() });
    t.is(await status(), 401);
    await account.clone().update({ disabled_at: null });
    for (const [what, when] of [
      ['last_used_at', `now() - interval '73 hours'`],
      ['expires_at', `now() - interval '1 second'`],
    ] as const) {
      await change(what, when);
      t.is(await status(), 401, what);
      t.is(await planOf(api, cookie), null);
      cookie = await signIn(t, api, enterprise.email);
      t.is((await db.knex('sessions')).length, 1, 'the ended one is gone');
    }
  },
);

signedInTest('a new password ends what the old one opened, and no other token', async (t, api, here) => {
  const { call, enterprise, free } = api;
  const { email, token } = enterprise;
  const elsewhere = await signIn(t, api, email);
  const others = await signIn(t, api, free.email);
  const auth = await call(`${BASE}/auth`, { method: 'POST', body: { email, password: PASSWORD } });
  for (const [current, next, wrong] of [
    ['wrong', NEW_PASSWORD, 'current_password'],
    [PASSWORD, 'short', 'new_password'],
    [PASSWORD, 'Password2026!', 'new_password'],
  ]) {
    const refused = await here.send('PUT', '/page/password', { current_password: current, new_password: next });
    t.deepEqual([refused.status, Object.keys(refused.json.error.details)], [422, [wrong]]);
  }
  t.is(await planOf(api, elsewhere), 'enterprise');

  const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
  const changed = await here.send('PUT', '/page/password', body);
  t.deepEqual(changed.json.data, { changed: true, revoked_tokens: 1 });
  const now = browserOf(api, cookieOf(changed.headers));
  for (const cookie of [elsewhere, here.cookie]) t.is(await planOf(api, cookie), null);
  t.deepEqual([await planOf(api, now.cookie), await planOf(api, others)], ['enterprise', 'free']);
  t.is((await call(`${BASE}/me`, { token: auth.json.data.token })).status, 401);
  t.is((await call(`${BASE}/me`, { token })).status, 200);
  t.is((await call(`${BASE}/auth`, { method: 'POST', body: { email, password: PASSWORD } })).status, 401);
  await signIn(t, api, email, NEW_PASSWORD);

  const all = { current_password: NEW_PASSWORD, new_password: PASSWORD, revoke_tokens: true };
  t.deepEqual((await now.send('PUT', '/page/password', all)).json.data, { changed: true, revoked_tokens: 1 });
  t.is((await call(`${BASE}/me`, { token })).status, 401);
});

signedInTest('a token is shown once, works until it is revoked, and belongs to its maker', async (t, api, here) => {
  const { call, enterprise } = api;
  const make = (name: unknown) => here.send('POST', '/page/tokens', { name });
  const made = await make('  laptop ');
  t.is(made.json.data.name, 'laptop');
  t.is((await call(`${BASE}/me`, { token: made.json.data.token })).json.data.email, enterprise.email);
  for (const name of ['', ' ', 'x'.repeat(101), 'a\0b', 'a\nb', '\u001b[31m', 7])
    t.is((await make(name)).status, 422, String(name));

  const { tokens } = (await here.get('/page/tokens')).json.data;
  t.like(tokens[0], { id: made.json.data.id, name: 'laptop', origin: 'ui', expires_at: null });
  t.is(typeof tokens[0].last_used_at, 'string');
  t.false(JSON.stringify(tokens).includes('sl_'));

  const path = `/page/tokens/${made.json.data.id}`;
  t.is((await (await freeBrowser(t, api)).send('DELETE', path)).status, 404);
  t.deepEqual((await here.send('DELETE', path)).json.data, { revoked: true });
  t.is((await here.send('DELETE', path)).status, 404);
  t.is((await call(`${BASE}/me`, { token: made.json.data.token })).status, 401);
  t.is((await here.get('/page/tokens')).json.data.tokens.length, tokens.length - 1);
});

signedInTest(
  'the page’s own routes have a budget of their own, and what it asks of the API counts as everybody’s',
  async (t, api, here) => {
    const { call, enterprise } = api;
    const { token } = enterprise;
    const budgetOf = (headers: Headers) =>
      ['limit', 'remaining'].map((what) => headers.get(`x-ratelimit-${what}`)).join(' ') +
      ` ${headers.get('ratelimit-policy')}`;
    const other = '"other";q=10000;w=3600';
    const interference = '"interference";q=10000;w=60';
    for (const [path, isPage, expected] of [
      ['/page/tracked_satellites', true, '600 599 "page";q=600;w=60'],
      ['/page/ground_stations', true, '600 598 "page";q=600;w=60'],
      [`${BASE}/me`, false, `10000 9999 ${other}`],
      [`/page${BASE}/ground_stations`, true, `10000 9998 ${other}`],
      [`${BASE}/me`, false, `10000 9997 ${other}`],
      [`/page${BASE}/interference/at_point`, true, `10000 9999 ${interference}`],
      [`${BASE}/interference/at_point`, false, `10000 9998 ${interference}`],
      ['/page/tokens', true, '600 597 "page";q=600;w=60'],
    ] as const) {
      const { headers } = await (isPage ? here.get(path) : call(path, { token }));
      t.is(budgetOf(headers), expected, path);
    }
  },
);

signedInTest(
  'a user has at most 100 tokens; a sign-in beyond them ends one that a sign-in made',
  async (t, api, here) => {
    const { call, enterprise, db } = api;
    const make = () => here.send('POST', '/page/tokens', { name: 'one more' });
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
    const listed = async () => (await here.get('/page/tokens')).json.data.tokens.length;
    t.is(await listed(), 100);

    await db.knex('api_tokens').where({ origin: 'auth' }).delete();
    await fill('ui', 98);
    for (const refused of [await make(), await auth()]) {
      t.is(refused.status, 422);
      t.regex(refused.json.error.message, /100 already, the most that a user has: revoke one first/);
    }
    t.is(await listed(), 100);
  },
);

signedInTest('a user sees where they are signed in, and ends that, but nobody else’s', async (t, api, here) => {
  const body = { email: api.enterprise.email, password: PASSWORD };
  const headers = { ...OWN, 'user-agent': `Elsewhere/1.0 ${'x'.repeat(500)}` };
  const elsewhere = cookieOf((await api.call('/page/session', { method: 'POST', headers, body })).headers);
  const foreign = await freeBrowser(t, api);
  const list = async ({ get }: typeof here) => (await get('/page/sessions')).json.data.sessions;
  const sessions = await list(here);
  t.is(sessions.length, 2);
  t.is((await list(foreign)).length, 1);
  const other = sessions.find((session: { is_this: boolean }) => !session.is_this);
  t.is(other.user_agent.length, 200);
  t.regex(other.user_agent, /^Elsewhere\/1\.0 /);
  for (const time of ['created_at', 'last_used_at', 'expires_at']) t.regex(other[time], /^\d{4}-.*Z$/);
  t.false(JSON.stringify(sessions).includes(here.cookie.split('=')[1] ?? ''));
  const path = `/page/sessions/${other.id}`;
  t.is((await foreign.send('DELETE', path)).status, 404);
  t.is(await planOf(api, elsewhere), 'enterprise');
  t.deepEqual((await here.send('DELETE', path)).json.data, { signed_out: true });
  t.is(await planOf(api, elsewhere), null);
  t.is((await here.send('DELETE', path)).status, 404);
  t.is((await list(here)).length, 1);
});
