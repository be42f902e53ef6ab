import type { Knex } from 'knex';

/** When each address was asked for data, and what came of it: publishers limit how often they may be asked. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(FETCHES);
}

const FETCHES = `
create table fetches (
  url text primary key,
  etag text,
  last_modified text,
  attempted_at timestamptz not null,
  fetched_at timestamptz,
  status int,
  error text,
  failures int not null default 0 check (failures >= 0)
);
`;
