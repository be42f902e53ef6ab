import { z } from 'zod';
import { hasEnterprise } from '../../db/accounts/accounts.js';
import { deleteSession } from '../../db/accounts/sessions.js';
import { audit, credentials, userOf, clearSession, sessionOf } from '../request/credentials.js';
import { defineRoute } from '../route.js';
import { userObject } from '../routes/auth.js';
import { trackedSatelliteObject } from '../routes/trackedSatellites.js';
import { session, sessionIfAny } from '../schemas/session.js';
import { openSession } from './openSession.js';

const planOf = (enterprise: boolean) => ({ plan: enterprise ? ('enterprise' as const) : ('free' as const) });

/** Tells who is signed in, and what their account tracks. Nobody is a 200 too: browsers log a 401 to the console as an error, at every first visit. */
export const whoIsSignedIn = defineRoute({
  method: 'GET',
  path: '/session',
  summary: 'Who is signed in, if anybody, and what their account tracks',
  auth: 'none',
  limitGroup: 'other',
  response: sessionIfAny,
  handler: async ({ ctx }, { known, limits }) => {
    const hash = sessionOf(ctx);
    const caller = hash && (await limits.credentials.lookUp(ctx, hash, (given) => known.session(given)));
    if (!caller) return { user: null, account: null, tracked_satellites: null };
    return {
      user: userObject(caller.userId, caller),
      account: planOf(caller.enterprise),
      tracked_satellites: (await known.allTracked(caller.accountId)).map(trackedSatelliteObject),
    };
  },
});

/**
 * Signs in, and ends the session that the browser had: a cookie planted by somebody else never becomes this user's
 * session.
 */
export const signInToPage = defineRoute({
  method: 'POST',
  path: '/session',
  summary: 'Sign in',
  auth: 'none',
  limitGroup: 'sign-in',
  body: credentials,
  response: session,
  handler: async ({ body, ctx }, { knex, limits, log, clock = () => new Date() }) => {
    const found = await userOf(body, ctx, { knex, limits, log });
    const before = sessionOf(ctx);
    if (before) await deleteSession(knex, before);
    const { accountId, id: userId } = found;
    await openSession(knex, ctx, { accountId, userId }, clock());
    audit(ctx, log, 'sign_in', { accountId, userId });
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
  handler: async ({ caller, ctx }, { knex, log }) => {
    const hash = sessionOf(ctx);
    if (hash) await deleteSession(knex, hash);
    clearSession(ctx);
    audit(ctx, log, 'sign_out', caller);
    return { signed_out: true as const };
  },
});
