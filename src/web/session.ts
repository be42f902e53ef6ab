import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { SessionIfAnyJson, SessionJson } from '../http/schemas/session.js';
import { askJson, PageError } from './data/client.js';
import { keepTracked } from './data/satellites.js';
import { change, tellTabs } from './data/tabs.js';

interface Held {
  session: SessionJson;
  /** Ends the session; throws PageError if the server does not. */
  signOut: () => Promise<void>;
}

export const SessionContext = createContext<Held | undefined>(undefined);

/** Session of the signed-in user. Throws if there is none: views are rendered only with a session. */
export function useSession(): Held {
  const held = useContext(SessionContext);
  if (!held) throw new Error('a view that needs a session is drawn without one');
  return held;
}

/** Loads the current session; undefined if nobody is signed in with this browser. Throws PageError. */
export async function findSession(signal?: AbortSignal): Promise<SessionJson | undefined> {
  const begun = await askJson<SessionIfAnyJson>('/page/session', { signal });
  if (begun.user === null) return undefined;
  keepTracked(begun.tracked_satellites);
  return { user: begun.user, account: begun.account };
}

/**
 * Signs in. Throws PageError if that fails, with the code NO_COOKIE if the browser does not keep the session's cookie,
 * as over plain HTTP from another machine.
 */
export async function signIn(email: string, password: string): Promise<SessionJson> {
  await askJson('/page/session', { method: 'POST', body: { email, password } });
  const session = await findSession();
  if (!session) throw new PageError(0, 'NO_COOKIE', 'the browser did not keep the session');
  tellTabs('session');
  return session;
}

export function endSession(): Promise<void> {
  return change('session', '/page/session', { method: 'DELETE' });
}
