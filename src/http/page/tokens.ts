import { z } from 'zod';
import { mintToken } from '../../db/accounts/credentials.js';
import { addToken, isTokenName, listLiveTokens, revokeToken } from '../../db/accounts/tokens.js';
import { ServiceError } from '../response/serviceError.js';
import { TOKEN_NAME_LENGTH, TOKENS_PER_USER } from '../../spec.js';
import { audit, tooManyTokens } from '../request/credentials.js';
import { newToken, tokenEntry } from '../schemas/session.js';
import { formatTime } from '../schemas/instant.js';
import * as parameters from '../schemas/parameters.js';
import { defineRoute, ofAccount } from '../route.js';

const timeOf = (date: Date | null): string | null => date && formatTime(date.getTime());

export const listTokens = defineRoute({
  ...ofAccount,
  method: 'GET',
  path: '/tokens',
  summary: 'The tokens that work, the newest first',
  response: z.strictObject({ tokens: z.array(tokenEntry) }),
  handler: async ({ caller }, { knex }) => ({
    tokens: (await listLiveTokens(knex, caller.userId)).map(({ id, name, origin, ...token }) => ({
      id,
      name,
      origin,
      created_at: formatTime(token.createdAt.getTime()),
      last_used_at: timeOf(token.lastUsedAt),
      expires_at: timeOf(token.expiresAt),
    })),
  }),
});

const nameRule = `must be text of 1 to ${TOKEN_NAME_LENGTH} characters, without control characters`;

export const createToken = defineRoute({
  ...ofAccount,
  method: 'POST',
  path: '/tokens',
  summary: 'A new token, told this once',
  body: z.strictObject({
    name: z.string({ error: nameRule }).trim().refine(isTokenName, nameRule),
  }),
  response: newToken,
  handler: async ({ body, caller, ctx }, { knex, log }) => {
    const { accountId, userId } = caller;
    const { token, hash } = mintToken();
    const id = await addToken(knex, { accountId, userId, name: body.name, hash, origin: 'ui' }, TOKENS_PER_USER);
    if (id === undefined) throw tooManyTokens();
    audit(ctx, log, 'token_created', { accountId, userId, tokenId: id });
    return { id, name: body.name, token, created_at: formatTime(Date.now()) };
  },
});

export const revokeOwnToken = defineRoute({
  ...ofAccount,
  method: 'DELETE',
  path: '/tokens/:id',
  summary: 'Revoke a token of mine',
  params: z.strictObject({ id: parameters.id }),
  response: z.strictObject({ revoked: z.literal(true) }),
  handler: async ({ params, caller, ctx }, { knex, log }) => {
    if (!(await revokeToken(knex, params.id, caller.userId))) {
      throw new ServiceError('NOT_FOUND', 'the user has no token under this id that works');
    }
    audit(ctx, log, 'token_revoked', { ...caller, tokenId: params.id });
    return { revoked: true as const };
  },
});
