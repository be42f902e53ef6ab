import test, { type ExecutionContext } from 'ava';
import {
  embeddedInstallation,
  type RunningService,
  serverInstallation,
  startSmallTestService,
  startTestService,
} from '../helpers/service.js';
import { until } from '../helpers/until.js';

const OWN = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
const PASSWORD = 'correct horse battery staple';

/** Signs in on the page; returns the session's cookie. */
async function signIn({ url }: RunningService, email: string, password: string): Promise<string> {
  const body = JSON.stringify({ email, password });
  const response = await fetch(`${url}/page/session`, { method: 'POST', headers: OWN, body });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

async function tokenOf({ url }: RunningService, email: string, password: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/v1/auth`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  });
  const { data } = (await response.json()) as { data: { token: string } };
  return data.token;
}

async function pageStatus({ url }: RunningService, cookie: string): Promise<number> {
  return (await fetch(`${url}/page/tokens`, { headers: { cookie } })).status;
}

/** Waits until `ask` returns this status; logs how long it took. */
async function becomes(t: ExecutionContext, what: string, status: number, ask: () => Promise<number>): Promise<void> {
  const sinceMs = performance.now();
  let last = 0;
  await until(
    async () => (last = await ask()) === status,
    () => `${status} for ${what}, which is ${last}`,
  );
  t.is(last, status, what);
  t.log(`${what}: ${status} after ${(performance.now() - sinceMs).toFixed(0)} ms`);
}

/** Act after which a token or a session is no longer valid. */
interface Ending {
  what: string;
  /** Ends the token or the session by a call to one service. */
  end: (service: RunningService, credentials: { token: string; cookie: string; password: string }) => Promise<Response>;
  ends: 'token' | 'session' | 'both';
}

const ENDINGS: readonly Ending[] = [
  {
    what: 'DELETE /auth',
    end: ({ url }, { token }) =>
      fetch(`${url}/api/v1/auth`, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } }),
    ends: 'token',
  },
  {
    what: 'revoked on the page',
    async end({ url }, { cookie }) {
      const listed = await fetch(`${url}/page/tokens`, { headers: { cookie } });
      const { data } = (await listed.json()) as { data: { tokens: { id: number }[] } };
      return fetch(`${url}/page/tokens/${data.tokens[0]?.id}`, { method: 'DELETE', headers: { ...OWN, cookie } });
    },
    ends: 'token',
  },
  {
    what: 'signed out',
    end: ({ url }, { cookie }) => fetch(`${url}/page/session`, { method: 'DELETE', headers: { ...OWN, cookie } }),
    ends: 'session',
  },
  {
    what: 'a new password',
    end: ({ url }, { cookie, password }) =>
      fetch(`${url}/page/password`, {
        method: 'PUT',
        headers: { ...OWN, cookie },
        body: JSON.stringify({ current_password: password, new_password: PASSWORD }),
      }),
    ends: 'both',
  },
];

/**
 * Ends tokens and sessions of the demo's user by calls to the first service. It must refuse them at once, the other
 * services soon.
 */
async function endAll(t: ExecutionContext, [first, ...others]: RunningService[]): Promise<void> {
  if (first?.demo === undefined) throw new Error('there is no demo');
  const { email, password } = first.demo;
  for (const { what, end, ends } of ENDINGS) {
    const token = await tokenOf(first, email, password);
    const cookie = await signIn(first, email, password);
    for (const service of [first, ...others, first, ...others]) {
      t.is((await service.get('/me', token)).status, 200, what);
      t.is(await pageStatus(service, cookie), 200, what);
    }
    t.is((await end(first, { token, cookie, password })).status, 200, what);
    const [tokenStatus, sessionStatus] = [ends === 'session' ? 200 : 401, ends === 'token' ? 200 : 401];
    t.is((await first.get('/me', token)).status, tokenStatus, what);
    t.is(await pageStatus(first, cookie), sessionStatus, what);
    for (const other of others) {
      await becomes(t, `${what}: a token elsewhere`, tokenStatus, async () => (await other.get('/me', token)).status);
      await becomes(t, `${what}: a session elsewhere`, sessionStatus, () => pageStatus(other, cookie));
    }
  }
}

test.serial('on the embedded database a token or session that was ended is refused at the next call', async (t) => {
  const settings = embeddedInstallation(t);
  await (await startSmallTestService(t, settings)).stop();
  const service = await startTestService(t, settings);
  await endAll(t, [service]);
  await service.stop();
});

test.serial('on a server an ended credential is refused at once by its process, and soon by others', async (t) => {
  const installed = await serverInstallation(t);
  if (installed === undefined) return;
  const settings = { ...installed, RATE_LIMIT_OTHER_PER_HOUR: '100000' };
  await (await startSmallTestService(t, settings)).stop();
  const first = await startTestService(t, settings);
  const second = await startTestService(t, settings, { demo: false });
  await endAll(t, [first, second]);

  // A service that starts with the demo replaces the demo's token.
  const third = await startTestService(t, settings);
  for (const service of [first, second]) {
    await becomes(t, 'the demo begun anew', 401, async () => (await service.get('/me', first.demo?.token)).status);
    t.is((await service.get('/me', third.demo?.token)).status, 200);
  }
  await Promise.all([first.stop(), second.stop(), third.stop()]);
});
