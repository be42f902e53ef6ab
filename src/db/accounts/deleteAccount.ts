import type { Knex } from 'knex';

/** Tables with rows of an account, each before the tables that it refers to. */
const TABLES = ['sessions', 'api_tokens', 'tracked_satellites', 'ground_stations', 'subscriptions', 'users'] as const;

/** Number of deleted rows, by table. */
export type DeletedRows = Record<(typeof TABLES)[number], number>;

/**
 * Deletes an account with every row that belongs to it; undefined if there is no such account. Runs and windows belong
 * to nobody and stay. Counts of calls expire within an hour; the networks of its sign-ins, kept under a hash of the
 * email, within 14 days.
 */
export async function deleteAccount(db: Knex, accountId: number): Promise<DeletedRows | undefined> {
  return db.transaction(async (trx) => {
    // A call that adds a row to the account meanwhile waits for this lock, and then fails, as the account is gone.
    const account = await trx('accounts').where({ id: accountId }).forUpdate().first('id');
    if (account === undefined) return undefined;
    const deleted = {} as DeletedRows;
    for (const table of TABLES) deleted[table] = await trx(table).where({ account_id: accountId }).delete();
    await trx('accounts').where({ id: accountId }).delete();
    return deleted;
  });
}

const FOREIGN_KEY_VIOLATION = '23503';

/** Whether a row was refused because its account had been deleted meanwhile. */
export function isAccountGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, constraint = '' } = error as { code?: string; constraint?: string };
  return code === FOREIGN_KEY_VIOLATION && /_(?:account_id|user_id|tracked_by)_fkey$/.test(constraint);
}
