import { z } from 'zod';
import { endSession, listSessions } from '../../db/accounts/sessions.js';
import { ServiceError } from '../response/serviceError.js';
import { browserSession } from '../schemas/session.js';
import { audit } from '../request/credentials.js';
import { formatTime } from '../schemas/instant.js';
import * as parameters from '../schemas/parameters.js';
import { defineRoute } from '../route.js';

const ofSessions = { auth: 'token', limitGroup: 'other' } as const;

export const listOwnSessions = defineRoute({
  ...ofSessions,
  method: 'GET',
  path: '/sessions',
  summary: 'Where the user is signed in, the one used last first',
  response: z.strictObject({ sessions: z.array(browserSession) }),
  handler: async ({ caller }, { knex }) => ({
    sessions: (await listSessions(knex, caller.userId)).map(({ id, userAgent, ...session }) => ({
      id,
      is_this: id === caller.id,
      user_agent: userAgent,
      created_at: formatTime(session.createdAt.getTime()),
      last_used_at: formatTime(session.lastUsedAt.getTime()),
      expires_at: formatTime(session.expiresAt.getTime()),
    })),
  }),
});

export const endOwnSession = defineRoute({
  ...ofSessions,
  method: 'DELETE',
  path: '/sessions/:id',
  summary: 'Sign a browser of mine out',
  params: z.strictObject({ id: parameters.id }),
  response: z.strictObject({ signed_out: z.literal(true) }),
  handler: async ({ params, caller, ctx }, { knex, log }) => {
    if (!(await endSession(knex, params.id, caller.userId))) {
      throw new ServiceError('NOT_FOUND', 'the user has no session under this id');
    }
    audit(ctx, log, 'session_ended', { accountId: caller.accountId, userId: caller.userId });
    return { signed_out: true as const };
  },
});
