import type { Knex } from 'knex';
import { PASSWORD_LIMITS } from '../../spec.js';
import { deleteSessions } from './sessions.js';
import { revokeTokens } from './tokens.js';

const { least, most } = PASSWORD_LIMITS;

/** Rule of a new password's length, for messages. */
export const LENGTH_RULE = `must have ${least} to ${most} characters`;

/** Rule against common passwords, for messages. */
export const COMMON_RULE = 'is among the most common passwords, alone, repeated or with digits and signs around it';

/** Number of characters of a password, in code points: a simple emoji is one. */
export function lengthOf(password: string): number {
  return Array.from(password).length;
}

/** Whether a new password is neither too short nor too long. */
export function hasLength(password: string): boolean {
  const length = lengthOf(password);
  return length >= least && length <= most;
}

/** Share of a password's length from which a word in it makes the password as easy to guess as the word. */
const MOST_OF_IT = 0.5;

/**
 * Whether a new password, in capitals or not, is easy to guess: one of the 49,000 most common ones (alone, repeated, or
 * between digits and signs that are together no longer than it), or at most three characters, alone or repeated.
 * Nothing is sent anywhere.
 */
export async function isCommon(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common = dictionary['passwords-common'];
  const whole = password.toLowerCase();
  const piece = /^(.+?)\1+$/su.exec(whole)?.[1] ?? whole;
  const letters = whole.replaceAll(/^\P{L}+|\P{L}+$/gu, '');
  const words = letters.length >= MOST_OF_IT * whole.length ? [whole, piece, letters] : [whole, piece];
  return lengthOf(piece) <= 3 || words.some((word) => common.includes(word));
}

/**
 * Sets a user's password, ends all sessions, and revokes the tokens that sign-ins made (POST /auth), or all tokens with
 * `revokeTokens`. Returns how many tokens it revoked.
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
