import test from 'ava';
import { browserOf, cookieOf, OWN } from '../../helpers/pageSession.js';
import { BASE, PASSWORD, withServer } from '../../helpers/server.js';

const NEW_PASSWORD = 'another horse, another staple';

test('each event of credentials leaves a line with user and address, and never a secret', (t) =>
  withServer(t, async (api) => {
    const { call, enterprise, log } = api;
    const { email, accountId, userId } = enterprise;
    const seen = (): object[] => {
      const events = log.filter(({ msg }) => msg === 'audit');
      for (const { address, request_id: id } of events) t.deepEqual([address, typeof id], ['127.0.0.1', 'string']);
      log.length = 0;
      return events.map(({ event, account_id, user_id, token_id }) => ({ event, account_id, user_id, token_id }));
    };
    const ofUser = { account_id: accountId, user_id: userId, token_id: undefined };
    const secrets: string[] = [PASSWORD, NEW_PASSWORD, 'wrong password'];
    const said: string[] = [];
    const look = (): object[] => {
      said.push(JSON.stringify(log));
      return seen();
    };

    const auth = await call(`${BASE}/auth`, { method: 'POST', body: { email, password: PASSWORD } });
    secrets.push(auth.json.data.token);
    const [signIn] = look() as { token_id: number }[];
    t.like(signIn, { event: 'sign_in', account_id: accountId, user_id: userId });
    t.is(typeof signIn?.token_id, 'number');
    await call(`${BASE}/auth`, { method: 'DELETE', token: auth.json.data.token });
    t.deepEqual(look(), [{ ...ofUser, event: 'token_revoked', token_id: signIn?.token_id }]);

    await call(`${BASE}/auth`, { method: 'POST', body: { email, password: 'wrong password' } });
    t.deepEqual(look(), [{ ...ofUser, event: 'sign_in_failed' }]);
    await call(`${BASE}/auth`, { method: 'POST', body: { email: 'nobody@example.org', password: 'wrong password' } });
    t.deepEqual(look(), [{ event: 'sign_in_failed', account_id: undefined, user_id: undefined, token_id: undefined }]);
    t.false(said.join('').includes('nobody@example.org'));

    const enter = (password: string) =>
      call('/page/session', { method: 'POST', headers: OWN, body: { email, password } });
    const first = browserOf(api, cookieOf((await enter(PASSWORD)).headers));
    t.deepEqual(look(), [{ ...ofUser, event: 'sign_in' }]);
    secrets.push(first.cookie.split('=')[1] ?? '');
    const made = await first.send('POST', '/page/tokens', { name: 'laptop' });
    secrets.push(made.json.data.token);
    const { id } = made.json.data;
    t.deepEqual(look(), [{ ...ofUser, event: 'token_created', token_id: id }]);
    await first.send('DELETE', `/page/tokens/${id}`);
    t.deepEqual(look(), [{ ...ofUser, event: 'token_revoked', token_id: id }]);
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    const changed = await first.send('PUT', '/page/password', body);
    t.deepEqual(look(), [{ ...ofUser, event: 'password_changed' }]);
    const second = browserOf(api, cookieOf(changed.headers));
    await enter(NEW_PASSWORD);
    look();
    const listed = await second.get('/page/sessions');
    const other = listed.json.data.sessions.find(({ is_this }: { is_this: boolean }) => !is_this);
    await second.send('DELETE', `/page/sessions/${other.id}`);
    t.deepEqual(look(), [{ ...ofUser, event: 'session_ended' }]);
    await second.send('DELETE', '/page/session');
    t.deepEqual(look(), [{ ...ofUser, event: 'sign_out' }]);

    for (const secret of secrets) t.false(said.join('').includes(secret), secret);
  }));
