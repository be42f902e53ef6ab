import { z } from 'zod';
import { findUserByEmail, type User } from '../db/accounts.js';
import { verifyPassword } from '../db/credentials.js';
import { ServiceError } from '../errors.js';
import { TOKENS_PER_USER } from '../spec.js';
import type { ApiContext } from './context.js';
import type { AppDependencies } from './dependencies.js';
import { refuseBeyond } from './limits.js';

const credential = z.string({ error: 'must be a string' }).min(1, 'must not be empty');

/** What somebody signs in with. */
export const credentials = z.strictObject({
  email: credential.describe("The user's email address, in any case"),
  password: credential.describe("The user's password"),
});

/**
 * Whom email and password belong to; every attempt counts against the email. Throws RATE_LIMITED, and UNAUTHORIZED with
 * the same words for an unknown email, a wrong password and a disabled account.
 */
export async function userOf(
  { email, password }: z.output<typeof credentials>,
  ctx: ApiContext,
  { knex, limits }: Pick<AppDependencies, 'knex' | 'limits'>,
): Promise<User> {
  refuseBeyond(ctx, await limits.signInAs(email), 'attempts to sign in with this email');
  const found = await findUserByEmail(knex, email);
  const matches = await verifyPassword(found?.passwordHash, password);
  if (found && matches && found.disabledAt === null) return found;
  throw new ServiceError('UNAUTHORIZED', 'the email or the password is wrong');
}

/** Where nothing but tokens that somebody made by hand is left. */
export function tooManyTokens(): ServiceError {
  const rule = `are ${TOKENS_PER_USER} already, the most that a user has: revoke one first`;
  return new ServiceError('VALIDATION_FAILED', `the tokens ${rule}`, { tokens: rule });
}
