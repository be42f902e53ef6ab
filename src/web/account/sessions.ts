import { askJson } from '../data/client.js';

/** A browser in which the user is signed in. */
export interface BrowserSession {
  id: number;
  /** Whether it is this one. */
  is_this: boolean;
  user_agent: string;
  created_at: string;
  last_used_at: string;
}

const PATH = '/page/sessions';

export async function listSessions(signal: AbortSignal): Promise<BrowserSession[]> {
  const { sessions } = await askJson<{ sessions: BrowserSession[] }>(PATH, { signal });
  return sessions;
}

export async function endSession(id: number): Promise<void> {
  await askJson(`${PATH}/${id}`, { method: 'DELETE' });
}

const BROWSERS = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\bChrom(?:e|ium)\//],
  ['Safari', /\bSafari\//],
] as const;
const SYSTEMS = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
] as const;

/** A browser by what it calls itself, in the words of people: `Firefox on Linux`. */
export function browserOf(userAgent: string): string {
  const name = BROWSERS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'Another browser';
  const system = SYSTEMS.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return system === undefined ? name : `${name} on ${system}`;
}
