import { z } from 'zod';
import { setPassword } from '../../db/accounts.js';
import { hashPassword } from '../../db/credentials.js';
import { deleteSessions } from '../../db/sessions.js';
import { revokeSignIns } from '../../db/tokens.js';
import { ServiceError } from '../../errors.js';
import { PASSWORD_LIMITS } from '../../spec.js';
import { findUser } from '../credentials.js';
import { defineRoute } from '../route.js';
import { openSession } from './openSession.js';

const { characters, bytes } = PASSWORD_LIMITS;
const rule = `must have at least ${characters} characters and at most ${bytes} bytes`;
const newPassword = z
  .string({ error: rule })
  .refine((text) => text.length >= characters && Buffer.byteLength(text) <= bytes, rule);

/** Ends what the old password opened: all sessions but a new one here, and the tokens of POST /auth. */
export const changePassword = defineRoute({
  method: 'PUT',
  path: '/password',
  summary: 'Change the password',
  auth: 'token',
  limitGroup: 'other',
  body: z.strictObject({ current_password: z.string({ error: 'must be a string' }), new_password: newPassword }),
  response: z.strictObject({ changed: z.literal(true) }),
  handler: async ({ body, caller, ctx }, { knex, limits, clock = () => new Date() }) => {
    // Whoever found a browser open may guess no oftener than anybody else.
    const given = { email: caller.email, password: body.current_password };
    if (!(await findUser(given, ctx, { knex, limits }))) {
      throw new ServiceError('VALIDATION_FAILED', 'the current password is wrong', { current_password: 'is wrong' });
    }
    const passwordHash = await hashPassword(body.new_password);
    await knex.transaction(async (trx) => {
      await setPassword(trx, caller.userId, passwordHash);
      await revokeSignIns(trx, caller.userId);
      await deleteSessions(trx, caller.userId);
      await openSession(trx, ctx, caller, clock());
    });
    return { changed: true as const };
  },
});
