import type { NewTokenJson, TokenJson } from '../../http/schemas/session.js';
import { askJson } from '../data/client.js';

const PATH = '/page/tokens';

export async function listTokens(signal: AbortSignal): Promise<TokenJson[]> {
  const { tokens } = await askJson<{ tokens: TokenJson[] }>(PATH, { signal });
  return tokens;
}

export function createToken(name: string): Promise<NewTokenJson> {
  return askJson<NewTokenJson>(PATH, { method: 'POST', body: { name } });
}

export async function revokeToken(id: number): Promise<void> {
  await askJson(`${PATH}/${id}`, { method: 'DELETE' });
}

/** Changes the password; returns the number of tokens that this revoked: those of sign-ins, or all. */
export async function changePassword(current: string, next: string, revokeAll: boolean): Promise<number> {
  const body = { current_password: current, new_password: next, revoke_tokens: revokeAll };
  const { revoked_tokens: revoked } = await askJson<{ revoked_tokens: number }>('/page/password', {
    method: 'PUT',
    body,
  });
  return revoked;
}
