import type { Knex } from 'knex';
import { deleteSessions } from './sessions.js';
import { revokeTokens } from './tokens.js';

/**
 * Sets a user's password, ends all sessions, and revokes the tokens that sign-ins made (POST /auth), with
 * `revokeTokens` all tokens. Returns how many tokens it revoked.
 */
export async function replacePassword(
  db: Knex,
  userId: number,
  passwordHash: string,
  options: { revokeTokens?: boolean } = {},
): Promise<number> {
  return db.transaction(async (trx) => {
    await trx('users').where({ id: userId }).update({ password_hash: passwordHash });
    await deleteSessions(trx, userId);
    return revokeTokens(trx, userId, options.revokeTokens === true ? {} : { origin: 'auth' });
  });
}
