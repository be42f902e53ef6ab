import type { Knex } from 'knex';

/** What is used up of each limit. `expire` is in milliseconds since 1970, by the database's clock. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(RATE_LIMITS);
}

// Unlogged: a call that is counted waits for no disk, and after a crash of the database everybody starts anew. Room in
// the pages, and no index on what changes, let an update stay in its page.
const RATE_LIMITS = `
create unlogged table rate_limits (
  key text primary key,
  points int not null,
  expire bigint not null
) with (fillfactor = 50);
`;
