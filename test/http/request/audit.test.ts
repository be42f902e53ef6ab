import test from 'ava';
import { BASE, PASSWORD, withServer } from '../../helpers/server.js';

const PAGE = { 'Sec-Fetch-Site': 'same-origin' };
const NEW_PASSWORD = 'another horse, another staple';

test('each event of credentials leaves a line with user and address, and never a secret', (t) =>
  withServer(t, async ({ call, enterprise, log }) => {
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

    const session = await call('/page/session', { method: 'POST', headers: PAGE, body: { email, password: PASSWORD } });
    t.deepEqual(look(), [{ ...ofUser, event: 'sign_in' }]);
    let cookie = session.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    secrets.push(cookie.split('=')[1] ?? '');
    const signedIn = { headers: { ...PAGE, cookie } };
    const made = await call('/page/tokens', { ...signedIn, method: 'POST', body: { name: 'laptop' } });
    secrets.push(made.json.data.token);
    const { id } = made.json.data;
    t.deepEqual(look(), [{ ...ofUser, event: 'token_created', token_id: id }]);
    await call(`/page/tokens/${id}`, { ...signedIn, method: 'DELETE' });
    t.deepEqual(look(), [{ ...ofUser, event: 'token_revoked', token_id: id }]);
    const body = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    const changed = await call('/page/password', { ...signedIn, method: 'PUT', body });
    t.deepEqual(look(), [{ ...ofUser, event: 'password_changed' }]);
    cookie = changed.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
    await call('/page/session', { method: 'POST', headers: PAGE, body: { email, password: NEW_PASSWORD } });
    look();
    const listed = await call('/page/sessions', { headers: { cookie } });
    const other = listed.json.data.sessions.find(({ is_this }: { is_this: boolean }) => !is_this);
    await call(`/page/sessions/${other.id}`, { method: 'DELETE', headers: { ...PAGE, cookie } });
    t.deepEqual(look(), [{ ...ofUser, event: 'session_ended' }]);
    await call('/page/session', { method: 'DELETE', headers: { ...PAGE, cookie } });
    t.deepEqual(look(), [{ ...ofUser, event: 'sign_out' }]);

    for (const secret of secrets) t.false(said.join('').includes(secret), secret);
  }));
