import type { Knex } from 'knex';
import { z } from 'zod';
import { hasEnterprise } from '../../db/accounts/accounts.js';
import { deleteSession, endSession, insertSession, listSessions } from '../../db/accounts/sessions.js';
import { DAY_MS, SESSION_DAYS, USER_AGENT_LENGTH } from '../../spec.js';
import type { ApiContext } from '../context.js';
import { audit, clearSession, credentials, sessionOf, setSession, signedIn, userOf } from '../request/credentials.js';
import { defineRoute, ofAccount } from '../route.js';
import { userObject } from '../routes/auth.js';
import { trackedSatelliteObject } from '../routes/trackedSatellites.js';
import { ServiceError } from '../response/serviceError.js';
import { formatTime } from '../schemas/instant.js';
import * as parameters from '../schemas/parameters.js';
import { browserSession, session, sessionIfAny } from '../schemas/session.js';

const planOf = (enterprise: boolean) => ({ plan: enterprise ? ('enterprise' as const) : ('free' as const) });

/**
 * Tells the signed-in user, and the satellites that their account tracks. Without a session the answer is a 200 too:
 * browsers would log a 401 to the console as an error, at every first visit.
 */
export const whoIsSignedIn = defineRoute({
  method: 'GET',
  path: '/session',
  summary: 'Who is signed in, if anybody, and what their account tracks',
  auth: 'none',
  limitGroup: 'other',
  response: sessionIfAny,
  handler: async ({ ctx }, { known, limits }) => {
    const caller = await signedIn({ known, limits }, ctx);
    if (!caller) return { user: null, account: null, tracked_satellites: null };
    return {
      user: userObject(caller.userId, caller),
      account: planOf(caller.enterprise),
      tracked_satellites: (await known.allTracked(caller.accountId)).map(trackedSatelliteObject),
    };
  },
});

/** Starts a session in the browser that sent the request. */
export async function openSession(
  db: Knex,
  ctx: ApiContext,
  { accountId, userId }: { accountId: number; userId: number },
): Promise<void> {
  const lastsMs = SESSION_DAYS * DAY_MS;
  const hash = setSession(ctx, lastsMs / 1000);
  const expiresAt = new Date(Date.now() + lastsMs);
  const userAgent = ctx.get('User-Agent').slice(0, USER_AGENT_LENGTH);
  await insertSession(db, { accountId, userId, hash, expiresAt, userAgent });
}

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
  handler: async ({ body, ctx }, { knex, limits, log }) => {
    const found = await userOf(body, ctx, { knex, limits, log });
    const before = sessionOf(ctx);
    if (before) await deleteSession(knex, before);
    const { accountId, id: userId } = found;
    await openSession(knex, ctx, { accountId, userId });
    audit(ctx, log, 'sign_in', { accountId, userId });
    return { user: userObject(userId, found), account: planOf(await hasEnterprise(knex, accountId)) };
  },
});

export const signOutOfPage = defineRoute({
  ...ofAccount,
  method: 'DELETE',
  path: '/session',
  summary: 'Sign out',
  response: z.strictObject({ signed_out: z.literal(true) }),
  handler: async ({ caller, ctx }, { knex, log }) => {
    const hash = sessionOf(ctx);
    if (hash) await deleteSession(knex, hash);
    clearSession(ctx);
    audit(ctx, log, 'sign_out', caller);
    return { signed_out: true as const };
  },
});

export const listOwnSessions = defineRoute({
  ...ofAccount,
  method: 'GET',
  path: '/sessions',
  summary: 'Where the user is signed in, the one used last first',
  response: z.strictObject({ sessions: z.array(browserSession) }),
  handler: async ({ caller }, { knex }) => ({
    sessions: (await listSessions(knex, caller.userId)).map(({ id, userAgent, ...opened }) => ({
      id,
      is_this: id === caller.id,
      user_agent: userAgent,
      created_at: formatTime(opened.createdAt.getTime()),
      last_used_at: formatTime(opened.lastUsedAt.getTime()),
      expires_at: formatTime(opened.expiresAt.getTime()),
    })),
  }),
});

export const endOwnSession = defineRoute({
  ...ofAccount,
  method: 'DELETE',
  path: '/sessions/:id',
  summary: 'Sign a browser of mine out',
  params: z.strictObject({ id: parameters.id }),
  response: z.strictObject({ signed_out: z.literal(true) }),
  handler: async ({ params, caller, ctx }, { knex, log }) => {
    if (!(await endSession(knex, params.id, caller.userId))) {
      throw new ServiceError('NOT_FOUND', 'the user has no session under this id');
    }
    audit(ctx, log, 'session_ended', caller);
    return { signed_out: true as const };
  },
});
