import test from 'ava';
import { createKnown } from '../../src/db/known.js';
import type { Call, Reply } from '../helpers/client.js';
import { OWN, signIn } from '../helpers/pageSession.js';
import { BASE, PASSWORD, withApp, withServers } from '../helpers/server.js';
import { until } from '../helpers/until.js';

const NEW_PASSWORD = 'another horse, another staple';

interface Ended {
  token: string;
  cookie: string;
}

/** Requests that end a token, a session or both. */
const ENDINGS: readonly [
  what: string,
  ends: 'token' | 'session' | 'both',
  end: (call: (path: string, call?: Call) => Promise<Reply>, given: Ended) => Promise<Reply>,
][] = [
  ['DELETE /auth', 'token', (call, { token }) => call(`${BASE}/auth`, { method: 'DELETE', token })],
  [
    'revoked on the page',
    'token',
    async (call, { cookie }) => {
      const [newest] = (await call('/page/tokens', { headers: { cookie } })).json.data.tokens;
      return call(`/page/tokens/${newest.id}`, { method: 'DELETE', headers: { ...OWN, cookie } });
    },
  ],
  [
    'signed out',
    'session',
    (call, { cookie }) => call('/page/session', { method: 'DELETE', headers: { ...OWN, cookie } }),
  ],
  [
    'a new password',
    'both',
    (call, { cookie }) => {
      const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
      return call('/page/password', { method: 'PUT', headers: { ...OWN, cookie }, body });
    },
  ],
];

test('a token or session that was ended is refused at once by its process, and soon by others', (t) =>
  withServers(t, async (api) => {
    const { db, analysis, enterprise } = api;
    const process = () => ({ knex: db.knex, kind: db.kind, analysis, known: createKnown(db.knex) });
    await withApp(t, process(), ({ call: first }) =>
      withApp(t, process(), async ({ call: other }) => {
        for (const [what, ends, end] of ENDINGS) {
          const body = { email: enterprise.email, password: PASSWORD };
          const { token } = (await first(`${BASE}/auth`, { method: 'POST', body })).json.data;
          const cookie = await signIn(t, api, enterprise.email);
          const statuses = async (call: typeof first): Promise<number[]> => [
            (await call(`${BASE}/me`, { token })).status,
            (await call('/page/tokens', { headers: { cookie } })).status,
          ];
          for (const call of [first, other]) t.deepEqual(await statuses(call), [200, 200], what);
          t.is((await end(first, { token, cookie })).status, 200, what);
          const expected = [ends === 'session' ? 200 : 401, ends === 'token' ? 200 : 401];
          t.deepEqual(await statuses(first), expected, what);
          await until(async () => (await statuses(other)).join() === expected.join(), `${what}, elsewhere`);
        }
      }),
    );
  }));
