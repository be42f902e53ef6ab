import type { Knex } from 'knex';
import { HAS_ENTERPRISE } from './accounts.js';

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

/** Finds the caller of the credentials that `live` selects from their table `c`. */
export async function selectCaller(
  db: Knex,
  credentials: 'api_tokens' | 'sessions',
  live: (query: Knex.QueryBuilder) => Knex.QueryBuilder,
): Promise<Caller | undefined> {
  const query = db(`${credentials} as c`)
    .join('accounts as a', 'a.id', 'c.account_id')
    .join('users as u', 'u.id', 'c.user_id')
    .where({ 'a.disabled_at': null });
  return (await live(query).first(
    {
      id: 'c.id',
      accountId: 'a.id',
      userId: 'u.id',
      email: 'u.email',
      firstName: 'u.first_name',
      lastName: 'u.last_name',
    },
    db.raw(`${HAS_ENTERPRISE} as enterprise`),
  )) as Caller | undefined;
}
