import { z } from 'zod';
import type { User } from '../../db/accounts/accounts.js';
import { mintToken } from '../../db/accounts/credentials.js';
import { addToken, revokeToken } from '../../db/accounts/tokens.js';
import { DAY_MS, TOKENS_PER_USER } from '../../spec.js';
import { audit, credentials, tooManyTokens, userOf } from '../request/credentials.js';
import { defineRoute, ofAccount } from '../route.js';
import { EXAMPLE_USER, user } from '../schemas/session.js';

type Named = Pick<User, 'email' | 'firstName' | 'lastName'>;

export function userObject(id: number, { email, firstName, lastName }: Named): z.input<typeof user> {
  return { id, email, first_name: firstName, last_name: lastName };
}

export const me = defineRoute({
  ...ofAccount,
  method: 'GET',
  path: '/me',
  summary: 'The current user',
  response: user,
  example: { response: EXAMPLE_USER },
  handler: async ({ caller }) => userObject(caller.userId, caller),
});

/** Well-formed token that cannot exist: its checksum is wrong. */
const EXAMPLE_TOKEN = 'sl_0123456789abcdefghijABCDEFGHIJ000000';

export const signIn = defineRoute({
  method: 'POST',
  path: '/auth',
  summary: 'Exchange email and password for an API token, which expires after AUTH_TOKEN_DAYS (30 by default)',
  auth: 'none',
  limitGroup: 'sign-in',
  body: credentials,
  response: z
    .strictObject({
      token: z.string().describe('The API token: `sl_` and 36 letters and digits. It is told this once'),
      user: user.describe('Whose token it is'),
    })
    .meta({ id: 'SignedIn', description: 'A new token, and whose it is' }),
  errors: ['UNAUTHORIZED'],
  example: {
    body: { email: EXAMPLE_USER.email, password: 'correct horse battery staple' },
    response: { token: EXAMPLE_TOKEN, user: EXAMPLE_USER },
  },
  handler: async ({ body, ctx }, { knex, limits, log, settings }) => {
    const found = await userOf(body, ctx, { knex, limits, log });
    const { token, hash } = mintToken();
    const newToken = {
      accountId: found.accountId,
      userId: found.id,
      name: 'POST /auth',
      hash,
      origin: 'auth' as const,
      expiresAt: new Date(Date.now() + settings.authTokenDays * DAY_MS),
    };
    const tokenId = await addToken(knex, newToken, TOKENS_PER_USER);
    if (tokenId === undefined) throw tooManyTokens();
    audit(ctx, log, 'sign_in', { accountId: found.accountId, userId: found.id, tokenId });
    return { token, user: userObject(found.id, found) };
  },
});

export const signOut = defineRoute({
  ...ofAccount,
  method: 'DELETE',
  path: '/auth',
  summary: 'Revoke the token that the request carries',
  // Free, so that a leaked token can be revoked even when its thief has used the limit up.
  free: true,
  response: z
    .strictObject({ revoked: z.literal(true).describe('The token does not work any more') })
    .meta({ id: 'Revoked', description: 'The end of a token' }),
  example: { response: { revoked: true } },
  handler: async ({ caller, ctx }, { knex, log }) => {
    await revokeToken(knex, caller.id);
    audit(ctx, log, 'token_revoked', { ...caller, tokenId: caller.id });
    return { revoked: true as const };
  },
});
