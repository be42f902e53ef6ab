import type { Knex } from 'knex';
import { SESSION_IDLE_HOURS } from '../../spec.js';
import { type Caller, selectCaller } from './callers.js';
import { insertRow } from '../connection/statements.js';

export interface NewSession {
  accountId: number;
  userId: number;
  /** SHA-256 of the cookie's secret, 32 bytes; the secret itself is never stored. */
  hash: Buffer;
  expiresAt: Date;
  /** User-Agent of the browser; empty by default. */
  userAgent?: string;
}

export interface SessionSummary {
  id: number;
  userAgent: string;
  createdAt: Date;
  lastUsedAt: Date;
  expiresAt: Date;
}

const IDLE_SINCE = `now() - interval '${SESSION_IDLE_HOURS} hours'`;

/** Inserts a session, and deletes the user's sessions that have ended; returns the new id. */
export async function insertSession(
  db: Knex,
  { accountId, userId, hash, expiresAt, userAgent = '' }: NewSession,
): Promise<number> {
  await db('sessions')
    .where({ user_id: userId })
    .whereRaw(`(expires_at < now() or last_used_at < ${IDLE_SINCE})`)
    .delete();
  return insertRow(db, 'sessions', { accountId, userId, secretHash: hash, expiresAt, userAgent });
}

/**
 * Finds the caller of a session; undefined if it is unknown, expired, or unused for too long, or its account is
 * disabled.
 */
export async function findSession(db: Knex, hash: Buffer): Promise<Caller | undefined> {
  const live = `c.secret_hash = ? and c.expires_at > now() and c.last_used_at > ${IDLE_SINCE}`;
  return selectCaller(db, 'sessions', live, hash);
}

/** Lists the user's sessions that have not ended, the most recently used first. */
export async function listSessions(db: Knex, userId: number): Promise<SessionSummary[]> {
  const { rows } = await db.raw<{ rows: SessionSummary[] }>(
    `select id, user_agent as "userAgent", created_at as "createdAt", last_used_at as "lastUsedAt",
       expires_at as "expiresAt"
     from sessions
     where user_id = ? and expires_at > now() and last_used_at > ${IDLE_SINCE}
     order by last_used_at desc, id desc`,
    [userId],
  );
  return rows;
}

export async function deleteSession(db: Knex, hash: Buffer): Promise<void> {
  await db('sessions').where({ secret_hash: hash }).delete();
}

/** Ends a session by its id; returns false if the user has none of that id. */
export async function endSession(db: Knex, id: number, userId: number): Promise<boolean> {
  return (await db('sessions').where({ id, user_id: userId }).delete()) > 0;
}

/** Ends every session of the user; returns how many. */
export async function deleteSessions(db: Knex, userId: number): Promise<number> {
  return db('sessions').where({ user_id: userId }).delete();
}
