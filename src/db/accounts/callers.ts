import type { Knex } from 'knex';
import { HAS_ENTERPRISE } from './accounts.js';

type Credentials = 'api_tokens' | 'sessions';

/** User behind a live API token or session, of an account that is not disabled. */
export interface Caller {
  /** Id of the token or the session. */
  id: number;
  accountId: number;
  userId: number;
  email: string;
  firstName: string;
  lastName: string;
  enterprise: boolean;
}

/** Records that a token or session was used, at most once a minute. */
export async function noteUse(db: Knex, credentials: Credentials, id: number): Promise<void> {
  await db(credentials)
    .where({ id })
    .whereRaw(`(last_used_at is null or last_used_at < now() - interval '1 minute')`)
    .update({ last_used_at: db.fn.now() });
}

/**
 * Finds the user whose row in `credentials` (alias `c`) meets the SQL condition `live`, where `?` stands for the hash;
 * undefined if there is none, or the account is disabled.
 */
export async function selectCaller(
  db: Knex,
  credentials: Credentials,
  live: string,
  hash: Buffer,
): Promise<Caller | undefined> {
  const { rows } = await db.raw<{ rows: Caller[] }>(
    `select c.id, a.id as "accountId", u.id as "userId", u.email, u.first_name as "firstName",
       u.last_name as "lastName", ${HAS_ENTERPRISE} as enterprise
     from ${credentials} c join accounts a on a.id = c.account_id join users u on u.id = c.user_id
     where a.disabled_at is null and ${live}`,
    [hash],
  );
  return rows[0];
}
