import { z } from 'zod';
import { findUserByEmail, hasEnterprise } from '../../db/accounts.js';
import { verifyPassword } from '../../db/credentials.js';
import { deleteSession, insertSession } from '../../db/sessions.js';
import { ServiceError } from '../../errors.js';
import { DAY_MS, SESSION_DAYS } from '../../spec.js';
import { refuseBeyond } from '../limits.js';
import { defineRoute } from '../route.js';
import { user, userObject } from '../routes/me.js';
import { clearSession, sessionOf, setSession } from './cookie.js';

const SESSION_SECONDS = (SESSION_DAYS * DAY_MS) / 1000;

const credential = z.string({ error: 'must be a string' }).min(1, 'must not be empty');
const signedIn = z.strictObject({ user, account: z.strictObject({ plan: z.enum(['enterprise', 'free']) }) });

const planOf = (enterprise: boolean) => ({ plan: enterprise ? ('enterprise' as const) : ('free' as const) });

export const whoIsSignedIn = defineRoute({
  method: 'GET',
  path: '/session',
  summary: 'Who is signed in',
  auth: 'token',
  limitGroup: 'other',
  response: signedIn,
  handler: async ({ caller }) => ({ user: userObject(caller.userId, caller), account: planOf(caller.enterprise) }),
});

/** Whatever session the browser had before ends: nobody else's cookie becomes that of who signs in. */
export const signInToPage = defineRoute({
  method: 'POST',
  path: '/session',
  summary: 'Sign in',
  auth: 'none',
  limitGroup: 'sign-in',
  body: z.strictObject({ email: credential, password: credential }),
  response: signedIn,
  handler: async ({ body, ctx }, { knex, limits, clock = () => new Date() }) => {
    refuseBeyond(ctx, await limits.signInAs(body.email), 'attempts to sign in with this email');
    const found = await findUserByEmail(knex, body.email);
    const matches = await verifyPassword(found?.passwordHash, body.password);
    if (!found || !matches || found.disabledAt !== null) {
      throw new ServiceError('UNAUTHORIZED', 'the email or the password is wrong');
    }
    const before = sessionOf(ctx);
    if (before) await deleteSession(knex, before);
    const { accountId, id: userId } = found;
    const expiresAt = new Date(clock().getTime() + SESSION_SECONDS * 1000);
    await insertSession(knex, { accountId, userId, hash: setSession(ctx, SESSION_SECONDS), expiresAt });
    return { user: userObject(userId, found), account: planOf(await hasEnterprise(knex, accountId)) };
  },
});

export const signOutOfPage = defineRoute({
  method: 'DELETE',
  path: '/session',
  summary: 'Sign out',
  auth: 'token',
  limitGroup: 'other',
  response: z.strictObject({ signed_out: z.literal(true) }),
  handler: async ({ ctx }, { knex }) => {
    const session = sessionOf(ctx);
    if (session) await deleteSession(knex, session);
    clearSession(ctx);
    return { signed_out: true as const };
  },
});
