import type { Knex } from 'knex';
import { HAS_ENTERPRISE } from './accounts.js';
import { insertRow } from './insert.js';

type TokenOrigin = 'auth' | 'ui' | 'cli';

export interface NewToken {
  accountId: number;
  userId: number;
  name: string;
  /** SHA-256 of the token, 32 bytes; the token itself is never stored. */
  hash: Buffer;
  origin: TokenOrigin;
  /** Absent or null: never. */
  expiresAt?: Date | null;
}

/** A token that is neither expired nor revoked, of an account that is not disabled. */
export interface LiveToken {
  id: number;
  accountId: number;
  userId: number;
  email: string;
  firstName: string;
  lastName: string;
  enterprise: boolean;
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

/** The new token's id. */
export async function insertToken(db: Knex, token: NewToken): Promise<number> {
  return insertRow(db, 'api_tokens', {
    account_id: token.accountId,
    user_id: token.userId,
    name: token.name,
    token_hash: token.hash,
    origin: token.origin,
    expires_at: token.expiresAt ?? null,
  });
}

/** One query and no cache: a revoked token, a disabled account and an ended subscription count from the next call on. */
export async function findToken(db: Knex, hash: Buffer): Promise<LiveToken | undefined> {
  return db('api_tokens as t')
    .join('accounts as a', 'a.id', 't.account_id')
    .join('users as u', 'u.id', 't.user_id')
    .where({ 't.token_hash': hash, 't.revoked_at': null, 'a.disabled_at': null })
    .whereRaw('(t.expires_at is null or t.expires_at > now())')
    .first<LiveToken | undefined>(
      {
        id: 't.id',
        accountId: 'a.id',
        userId: 'u.id',
        email: 'u.email',
        firstName: 'u.first_name',
        lastName: 'u.last_name',
      },
      db.raw(`${HAS_ENTERPRISE} as enterprise`),
    );
}

/** Notes that the token was used, at most once a minute. */
export async function touchToken(db: Knex, id: number): Promise<void> {
  await db('api_tokens')
    .where({ id })
    .whereRaw(`(last_used_at is null or last_used_at < now() - interval '1 minute')`)
    .update({ last_used_at: db.fn.now() });
}

/** False when there is no such token, or it was revoked before. */
export async function revokeToken(db: Knex, id: number): Promise<boolean> {
  const revoked = await db('api_tokens').where({ id, revoked_at: null }).update({ revoked_at: db.fn.now() });
  return revoked > 0;
}

/** Revokes every token of that name that the user has; returns how many. */
export async function revokeTokensByName(db: Knex, userId: number, name: string): Promise<number> {
  return db('api_tokens').where({ user_id: userId, name, revoked_at: null }).update({ revoked_at: db.fn.now() });
}

/** All tokens, or those of one user, oldest first; revoked and expired ones too. */
export async function listTokens(db: Knex, email?: string): Promise<TokenSummary[]> {
  const tokens = db('api_tokens as t').join('users as u', 'u.id', 't.user_id').orderBy('t.id').select<TokenSummary[]>({
    id: 't.id',
    email: 'u.email',
    name: 't.name',
    origin: 't.origin',
    createdAt: 't.created_at',
    lastUsedAt: 't.last_used_at',
    expiresAt: 't.expires_at',
    revokedAt: 't.revoked_at',
  });
  return email === undefined ? tokens : tokens.whereRaw('lower(u.email) = lower(?)', [email]);
}
