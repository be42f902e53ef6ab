import { z } from 'zod';
import { findUserByEmail } from '../../db/accounts.js';
import { mintToken, verifyPassword } from '../../db/credentials.js';
import { insertToken, revokeToken } from '../../db/tokens.js';
import { ServiceError } from '../../errors.js';
import { refuseBeyond } from '../limits.js';
import { defineRoute } from '../route.js';
import { EXAMPLE_USER, user, userObject } from './me.js';

const DAY_MS = 86_400_000;

const credential = z.string({ error: 'must be a string' }).min(1, 'must not be empty');

export const signIn = defineRoute({
  method: 'POST',
  path: '/auth',
  summary: 'Exchange email and password for an API token, which expires after AUTH_TOKEN_DAYS (30 by default)',
  auth: 'none',
  limitGroup: 'sign-in',
  body: z.strictObject({ email: credential, password: credential }),
  response: z.strictObject({ token: z.string(), user }),
  errors: ['UNAUTHORIZED'],
  example: {
    body: { email: EXAMPLE_USER.email, password: 'correct horse battery staple' },
    response: { token: 'sl_…', user: EXAMPLE_USER },
  },
  handler: async ({ body, ctx }, { knex, limits, settings, clock = () => new Date() }) => {
    refuseBeyond(ctx, await limits.signInAs(body.email), 'attempts to sign in with this email');
    const found = await findUserByEmail(knex, body.email);
    const matches = await verifyPassword(found?.passwordHash, body.password);
    if (!found || !matches || found.disabledAt !== null) {
      throw new ServiceError('UNAUTHORIZED', 'the email or the password is wrong');
    }
    const { token, hash } = mintToken();
    await insertToken(knex, {
      accountId: found.accountId,
      userId: found.id,
      name: 'POST /auth',
      hash,
      origin: 'auth',
      expiresAt: new Date(clock().getTime() + settings.authTokenDays * DAY_MS),
    });
    return { token, user: userObject(found.id, found) };
  },
});

export const signOut = defineRoute({
  method: 'DELETE',
  path: '/auth',
  summary: 'Revoke the token that the request carries',
  auth: 'token',
  limitGroup: 'other',
  response: z.strictObject({ revoked: z.literal(true) }),
  example: { response: { revoked: true } },
  handler: async ({ caller }, { knex }) => {
    await revokeToken(knex, caller.id);
    return { revoked: true as const };
  },
});
