import type { Knex } from 'knex';
import { type Caller, selectCaller } from './callers.js';
import { TOKEN_NAME_LENGTH } from '../../spec.js';
import { countRows, insertRow } from '../connection/statements.js';

type TokenOrigin = 'auth' | 'ui' | 'cli';

export interface NewToken {
  accountId: number;
  userId: number;
  name: string;
  /** SHA-256 of the token, 32 bytes; the token itself is never stored. */
  hash: Buffer;
  origin: TokenOrigin;
  /** When it stops working; null or absent: never. */
  expiresAt?: Date | null;
}

export interface TokenSummary {
  id: number;
  email: string;
  name: string;
  origin: TokenOrigin;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
}

/** Inserts a token; returns its id. */
export async function insertToken(db: Knex, { hash, ...token }: NewToken): Promise<number> {
  return insertRow(db, 'api_tokens', { tokenHash: hash, ...token });
}

/**
 * Inserts a token and returns its id. It first deletes the user's expired and revoked tokens and then, as far as needed
 * to make room, the least recently used tokens of sign-ins; undefined if `most` others are left nevertheless.
 */
export async function addToken(db: Knex, token: NewToken, most: number): Promise<number | undefined> {
  return db.transaction(async (trx) => {
    const ofUser = { user_id: token.userId };
    // Calls that make tokens at the same time take turns.
    await trx('users').where({ id: token.userId }).forNoKeyUpdate().select('id');
    await trx('api_tokens').where(ofUser).whereRaw('(revoked_at is not null or expires_at <= now())').delete();
    const spare = trx('api_tokens')
      .where({ ...ofUser, origin: 'auth' })
      .orderByRaw('coalesce(last_used_at, created_at), id')
      .limit(Math.max(0, (await countRows(trx, 'api_tokens', ofUser)) - most + 1))
      .select('id');
    await trx('api_tokens').whereIn('id', spare).delete();
    return (await countRows(trx, 'api_tokens', ofUser)) < most ? insertToken(trx, token) : undefined;
  });
}

/** Whether a token may have this name: 1 to TOKEN_NAME_LENGTH characters, not all blank, none UNPRINTABLE. */
export function isTokenName(name: string): boolean {
  const length = Array.from(name).length;
  return length >= 1 && length <= TOKEN_NAME_LENGTH && /\S/.test(name) && !UNPRINTABLE.test(name);
}

/**
 * Characters that names of tokens may not have, as they would spoil lists on the page and on terminals: control
 * characters, line separators, marks that turn the direction of text, and lone surrogates.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;

/** Finds the caller of a token; undefined if it is unknown, expired or revoked, or its account is disabled. */
export async function findToken(db: Knex, hash: Buffer): Promise<Caller | undefined> {
  const live = 'c.token_hash = ? and c.revoked_at is null and (c.expires_at is null or c.expires_at > now())';
  return selectCaller(db, 'api_tokens', live, hash);
}

/**
 * Revokes a token; with `userId`, only a token of that user. Returns false if there is no such token, or if it was
 * revoked before.
 */
export async function revokeToken(db: Knex, id: number, userId?: number): Promise<boolean> {
  const owner = userId === undefined ? {} : { user_id: userId };
  return (
    (await db('api_tokens')
      .where({ id, revoked_at: null, ...owner })
      .update({ revoked_at: db.fn.now() })) > 0
  );
}

/** Revokes every token of the user, or only the tokens of the given origin or name; returns how many. */
export async function revokeTokens(
  db: Knex,
  userId: number,
  which: { origin?: TokenOrigin; name?: string } = {},
): Promise<number> {
  return db('api_tokens')
    .where({ user_id: userId, revoked_at: null, ...which })
    .update({ revoked_at: db.fn.now() });
}

/** Lists the user's tokens that are neither revoked nor expired, the newest first. */
export async function listLiveTokens(db: Knex, userId: number): Promise<TokenSummary[]> {
  const live = 'u.id = ? and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())';
  return selectTokens(db, `where ${live} order by t.id desc`, [userId]);
}

/** Lists all tokens, or the tokens of one user, oldest first, with revoked and expired ones. */
export async function listTokens(db: Knex, email?: string): Promise<TokenSummary[]> {
  if (email === undefined) return selectTokens(db, 'order by t.id', []);
  return selectTokens(db, 'where lower(u.email) = lower(?) order by t.id', [email]);
}

async function selectTokens(db: Knex, which: string, values: (number | string)[]): Promise<TokenSummary[]> {
  const { rows } = await db.raw<{ rows: TokenSummary[] }>(
    `select t.id, u.email, t.name, t.origin, t.created_at as "createdAt", t.last_used_at as "lastUsedAt",
       t.expires_at as "expiresAt", t.revoked_at as "revokedAt"
     from api_tokens t join users u on u.id = t.user_id ${which}`,
    values,
  );
  return rows;
}
