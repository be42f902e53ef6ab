import test, { type ExecutionContext } from 'ava';
import { type Api, PASSWORD, withServer } from './server.js';

/** Header that a browser sends with requests of the page itself. */
export const OWN = { 'sec-fetch-site': 'same-origin' };

/** Cookie that a browser would send back. */
export function cookieOf(headers: Headers): string {
  return headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Signs in to the page; returns the cookie. */
export async function signIn(t: ExecutionContext, { call }: Api, email: string, password = PASSWORD): Promise<string> {
  const reply = await call('/page/session', { method: 'POST', headers: OWN, body: { email, password } });
  t.is(reply.status, 200, reply.text);
  return cookieOf(reply.headers);
}

/** Sends requests as the page does in a browser with this session cookie. */
export function browserOf({ call, port }: Api, cookie: string) {
  return {
    cookie,
    get: (path: string, headers = {}) => call(path, { headers: { cookie, ...headers } }),
    send: (method: string, path: string, body?: unknown) =>
      call(path, { method, headers: { ...OWN, cookie }, ...(body !== undefined && { body }) }),
    /** Requests a path; returns its bytes. */
    words: async (path: string) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } });
      return new DataView(await response.arrayBuffer());
    },
  };
}

type Browser = ReturnType<typeof browserOf>;

/**
 * Declares a test on a new server; the test gets `here`, a browser in which a user with the Enterprise plan is signed
 * in.
 */
export function signedInTest(
  title: string,
  body: (t: ExecutionContext, api: Api, here: Browser) => Promise<void>,
): void {
  test(title, (t) =>
    withServer(t, async (api) => body(t, api, browserOf(api, await signIn(t, api, api.enterprise.email)))),
  );
}

/** Returns a browser in which a user with the Free plan is signed in. */
export async function freeBrowser(t: ExecutionContext, api: Api): Promise<Browser> {
  return browserOf(api, await signIn(t, api, api.free.email));
}
