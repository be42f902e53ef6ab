import { askJson } from '../data/client.js';

export interface Token {
  id: number;
  name: string;
  origin: 'ui' | 'auth' | 'cli';
  created_at: string;
  last_used_at: string | null;
  expires_at: string | null;
}

/** The only answer that holds the token itself. */
export interface NewToken {
  id: number;
  name: string;
  token: string;
  created_at: string;
}

const PATH = '/page/tokens';

export async function listTokens(signal: AbortSignal): Promise<Token[]> {
  const { tokens } = await askJson<{ tokens: Token[] }>(PATH, { signal });
  return tokens;
}

export function createToken(name: string): Promise<NewToken> {
  return askJson<NewToken>(PATH, { method: 'POST', body: { name } });
}

export async function revokeToken(id: number): Promise<void> {
  await askJson(`${PATH}/${id}`, { method: 'DELETE' });
}

/** Returns how many tokens it revoked: those of sign-ins, or all. */
export async function changePassword(current: string, next: string, revokeAll: boolean): Promise<number> {
  const body = { current_password: current, new_password: next, revoke_tokens: revokeAll };
  const { revoked_tokens: revoked } = await askJson<{ revoked_tokens: number }>('/page/password', {
    method: 'PUT',
    body,
  });
  return revoked;
}
