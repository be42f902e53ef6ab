import type { Knex } from 'knex';
import { insertSession } from '../../db/accounts/sessions.js';
import { DAY_MS, SESSION_DAYS, USER_AGENT_LENGTH } from '../../spec.js';
import type { ApiContext } from '../context.js';
import { setSession } from '../request/credentials.js';

/** Starts a session in the browser that sent the request. */
export async function openSession(
  db: Knex,
  ctx: ApiContext,
  { accountId, userId }: { accountId: number; userId: number },
  now: Date,
): Promise<void> {
  const lastsMs = SESSION_DAYS * DAY_MS;
  const hash = setSession(ctx, lastsMs / 1000);
  const expiresAt = new Date(now.getTime() + lastsMs);
  const userAgent = ctx.get('User-Agent').slice(0, USER_AGENT_LENGTH);
  await insertSession(db, { accountId, userId, hash, expiresAt, userAgent });
}
