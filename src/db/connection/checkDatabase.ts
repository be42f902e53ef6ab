import type { Knex } from 'knex';

/** What every authenticated call reads or writes. */
const TABLES = 'accounts, users, subscriptions, api_tokens, rate_limits';

/**
 * Writes as calls do, and undoes it. Nothing is left to clean up: the lock is the one that writers take, the changed row
 * stays on its page, and the numbers go through a temporary file, which a full disk has no room for.
 */
const TRIAL = `
  lock table ${TABLES} in row exclusive mode;
  update api_tokens set last_used_at = last_used_at
    where id = (select id from api_tokens order by id limit 1 for update skip locked);
  set local work_mem = '64kB';
  select count(*) from generate_series(1, 10000)`;

const underWay = new WeakMap<Knex, Promise<void>>();

/**
 * Whoever asks meanwhile gets the same answer.
 *
 * @throws DatabaseAway where calls would fail: the database is away, locked, read-only or full, or we may not write.
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
