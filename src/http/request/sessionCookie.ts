import { mintSession, sessionHash } from '../../db/accounts/credentials.js';
import type { ApiContext } from '../context.js';

/** RFC 6265bis, section 4.1.3.2: a browser takes the prefix only with Secure, Path=/ and no Domain. */
const NAME = '__Host-sidelobe';
const ATTRIBUTES = 'Path=/; Secure; HttpOnly; SameSite=Lax';

/** Hash of the session in the request's cookie. */
export function sessionOf(ctx: ApiContext): Buffer | undefined {
  const secret = ctx.cookies.get(NAME);
  return secret === undefined ? undefined : sessionHash(secret);
}

/** Gives the browser a new session; returns the hash to store. */
export function setSession(ctx: ApiContext, seconds: number): Buffer {
  const { secret, hash } = mintSession();
  ctx.append('Set-Cookie', `${NAME}=${secret}; Max-Age=${seconds}; ${ATTRIBUTES}`);
  return hash;
}

export function clearSession(ctx: ApiContext): void {
  ctx.append('Set-Cookie', `${NAME}=; Max-Age=0; ${ATTRIBUTES}`);
}
