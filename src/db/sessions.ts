import type { Knex } from 'knex';
import { type Caller, selectCaller } from './callers.js';
import { insertRow } from './insert.js';

export interface NewSession {
  accountId: number;
  userId: number;
  /** SHA-256 of the cookie's secret, 32 bytes; the secret itself is never stored. */
  hash: Buffer;
  expiresAt: Date;
}

/** The new session's id. Those of the user that have expired go. */
export async function insertSession(db: Knex, { accountId, userId, hash, expiresAt }: NewSession): Promise<number> {
  await db('sessions').where({ user_id: userId }).where('expires_at', '<', db.fn.now()).delete();
  return insertRow(db, 'sessions', {
    account_id: accountId,
    user_id: userId,
    secret_hash: hash,
    expires_at: expiresAt,
  });
}

/** Undefined for a session that is unknown, ended or expired, or whose account is disabled. */
export async function findSession(db: Knex, hash: Buffer): Promise<Caller | undefined> {
  return selectCaller(db, 'sessions', (live) =>
    live.where({ 'c.secret_hash': hash }).where('c.expires_at', '>', db.fn.now()),
  );
}

export async function deleteSession(db: Knex, hash: Buffer): Promise<void> {
  await db('sessions').where({ secret_hash: hash }).delete();
}

/** Ends every session of the user; returns how many. */
export async function deleteSessions(db: Knex, userId: number): Promise<number> {
  return db('sessions').where({ user_id: userId }).delete();
}
