import { z } from 'zod';
import { hashPassword } from '../../db/accounts/credentials.js';
import { COMMON_RULE, hasLength, isCommon, LENGTH_RULE, replacePassword } from '../../db/accounts/newPassword.js';
import { ServiceError } from '../response/serviceError.js';
import { audit, findUser } from '../request/credentials.js';
import { defineRoute, ofAccount } from '../route.js';
import { openSession } from './session.js';

/**
 * Changes the password and ends everything that the old one opened: all sessions (this browser gets a new one) and the
 * tokens of POST /auth; with `revoke_tokens` also the tokens made by hand.
 */
export const changePassword = defineRoute({
  ...ofAccount,
  method: 'PUT',
  path: '/password',
  summary: 'Change the password',
  body: z.strictObject({
    current_password: z.string({ error: 'must be a string' }),
    new_password: z.string({ error: LENGTH_RULE }).refine(hasLength, LENGTH_RULE),
    revoke_tokens: z.boolean({ error: 'must be true or false' }).default(false),
  }),
  response: z.strictObject({ changed: z.literal(true), revoked_tokens: z.int() }),
  handler: async ({ body, caller, ctx }, { knex, limits, log }) => {
    // Someone at an unattended browser gets no more guesses than at the sign-in.
    const given = { email: caller.email, password: body.current_password };
    if (!(await findUser(given, ctx, { knex, limits, log }))) {
      throw new ServiceError('VALIDATION_FAILED', 'the current password is wrong', { current_password: 'is wrong' });
    }
    if (await isCommon(body.new_password)) {
      throw new ServiceError('VALIDATION_FAILED', `the new password ${COMMON_RULE}`, { new_password: COMMON_RULE });
    }
    const passwordHash = await hashPassword(body.new_password);
    const revoked = await knex.transaction(async (trx) => {
      const count = await replacePassword(trx, caller.userId, passwordHash, { revokeTokens: body.revoke_tokens });
      await openSession(trx, ctx, caller);
      return count;
    });
    audit(ctx, log, 'password_changed', caller);
    return { changed: true as const, revoked_tokens: revoked };
  },
});
