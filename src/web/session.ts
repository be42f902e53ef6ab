import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { askJson } from './data/client.js';

export interface Session {
  user: { email: string; first_name: string; last_name: string };
  account: { plan: 'enterprise' | 'free' };
}

interface Held {
  session: Session;
  signOut: () => void;
}

export const SessionContext = createContext<Held | undefined>(undefined);

/** The session of a view, which is drawn only where there is one. */
export function useSession(): Held {
  const held = useContext(SessionContext);
  if (!held) throw new Error('a view that needs a session is drawn without one');
  return held;
}

export function findSession(signal: AbortSignal | undefined): Promise<Session> {
  return askJson<Session>('/page/session', { signal });
}

export async function signIn(email: string, password: string): Promise<Session> {
  await askJson('/page/session', { method: 'POST', body: { email, password } });
  return findSession(undefined);
}

const KEY = 'sidelobe.session';

/**
 * Remembers whether somebody signed in with this browser, which the page cannot see from its cookie: who did not is
 * spared a request that is refused. Without storage it is asked.
 */
export function rememberSession(signedIn: boolean): void {
  try {
    if (signedIn) localStorage.setItem(KEY, 'open');
    else localStorage.removeItem(KEY);
  } catch {
    // see above
  }
}

export function mayHaveSession(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return true;
  }
}

export function endSession(): Promise<unknown> {
  return askJson('/page/session', { method: 'DELETE' });
}
