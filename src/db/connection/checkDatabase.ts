import type { Knex } from 'knex';

/** Tables that calls with an API token read or write. */
const TABLES = 'accounts, users, subscriptions, api_tokens, rate_limits';

/**
 * Statements that fail if calls cannot write; the caller rolls them back. They take the lock that writers take, and
 * change one row within its page, so that nothing needs cleaning up. The count, with little work_mem, writes a
 * temporary file, which fails on a full disk.
 */
const TRIAL = `
  lock table ${TABLES} in row exclusive mode;
  update api_tokens set last_used_at = last_used_at
    where id = (select id from api_tokens order by id limit 1 for update skip locked);
  set local work_mem = '64kB';
  select count(*) from generate_series(1, 10000)`;

const underWay = new WeakMap<Knex, Promise<void>>();

/**
 * Checks that calls can read and write; checks made at the same time share one answer.
 *
 * @throws DatabaseAway if calls would fail: the database is away, locked, read-only or full, or we may not write.
 */
export function checkDatabase(knex: Knex): Promise<void> {
  const checking = underWay.get(knex) ?? tryToWrite(knex).finally(() => underWay.delete(knex));
  underWay.set(knex, checking);
  return checking;
}

async function tryToWrite(knex: Knex): Promise<void> {
  await knex.transaction(async (trx) => {
    await trx.raw(TRIAL);
    await trx.rollback();
  });
}
