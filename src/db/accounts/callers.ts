import type { Knex } from 'knex';
import { HAS_ENTERPRISE, NEXT_PLAN } from './accounts.js';

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
  /** Milliseconds for which all of this holds unless somebody changes it: at most a minute. */
  holdsMs: number;
}

/** The database cannot tell how long it is until an end that is infinite. */
const MOST = `interval '1 minute'`;

/**
 * Finds the caller of the credentials that `live` selects from their table `c`.
 *
 * @param ends expressions of when those credentials end, separated by commas; null is never
 */
export async function selectCaller(
  db: Knex,
  credentials: 'api_tokens' | 'sessions',
  { live, ends }: { live: (query: Knex.QueryBuilder) => Knex.QueryBuilder; ends: string },
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
    db.raw(`${millisecondsOf(`least(${ends}, ${NEXT_PLAN}, now() + ${MOST}) - now()`)} as "holdsMs"`),
  )) as Caller | undefined;
}

function millisecondsOf(interval: string): string {
  return `cast(extract(epoch from ${interval}) * 1000 as float8)`;
}
