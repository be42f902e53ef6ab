import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { z } from 'zod';
import { findUserByEmail, type User } from '../../db/accounts/accounts.js';
import { verifyPassword } from '../../db/accounts/credentials.js';
import { ServiceError } from '../response/serviceError.js';
import { TOKENS_PER_USER } from '../../spec.js';
import { audit } from './audit.js';
import type { ApiContext } from '../context.js';
import { refuseBeyond } from '../limits/budget.js';
import { emailKey, type Limits } from '../limits/limits.js';

const credential = z.string({ error: 'must be a string' }).min(1, 'must not be empty');

/** What somebody signs in with. */
export const credentials = z.strictObject({
  email: credential.describe("The user's email address, in any case"),
  password: credential.describe("The user's password"),
});

interface Parts {
  knex: Knex;
  limits: Limits;
  log: Logger;
}

/**
 * The user whose email and password these are, if they are anybody's. An attempt is counted as a failure before the
 * password is looked at, so that guesses at once cannot pass together, and taken back where it is none; it waits for its
 * turn first, so that good ones at once do not stand in each other's way. Throws RATE_LIMITED.
 */
export async function findUser(
  { email, password }: z.output<typeof credentials>,
  ctx: ApiContext,
  { knex, limits, log }: Parts,
): Promise<User | undefined> {
  const { network } = ctx.state;
  const key = await emailKey(knex, email);
  let found: User | undefined;
  const matches = await verifyPassword(async () => {
    refuseBeyond(ctx, await limits.failuresFrom.consume(network), 'failed sign-ins from this address');
    refuseBeyond(ctx, await limits.failuresAs.consume(key), 'failed sign-ins with this email');
    found = await findUserByEmail(knex, email);
    return found?.passwordHash;
  }, password);
  if (!found || !matches || found.disabledAt !== null) {
    audit(ctx, log, 'sign_in_failed', { accountId: found?.accountId, userId: found?.id });
    return undefined;
  }
  await limits.failuresFrom.refund(network);
  await limits.failuresAs.refund(key);
  return found;
}

/**
 * Signs somebody in, which counts against the email. Throws RATE_LIMITED, and UNAUTHORIZED with the same words for an
 * unknown email, a wrong password and a disabled account.
 */
export async function userOf(given: z.output<typeof credentials>, ctx: ApiContext, parts: Parts): Promise<User> {
  const { knex, limits } = parts;
  const found = await findUser(given, ctx, parts);
  if (!found) throw new ServiceError('UNAUTHORIZED', 'the email or the password is wrong');
  refuseBeyond(ctx, await limits.signInsAs.consume(await emailKey(knex, found.email)), 'sign-ins with this email');
  return found;
}

/** Where nothing but tokens that somebody made by hand is left. */
export function tooManyTokens(): ServiceError {
  const rule = `are ${TOKENS_PER_USER} already, the most that a user has: revoke one first`;
  return new ServiceError('VALIDATION_FAILED', `the tokens ${rule}`, { tokens: rule });
}
