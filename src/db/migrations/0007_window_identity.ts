import type { Knex } from 'knex';

/** What tells a window from every other, of other databases too: ids begin anew in each. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('alter table windows add column identity uuid not null default gen_random_uuid()');
}
