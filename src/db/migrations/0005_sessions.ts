import type { Knex } from 'knex';

/** Who is signed in to the page. Sessions that have ended are deleted. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    create table sessions (
      id bigint generated always as identity primary key,
      account_id bigint not null references accounts,
      user_id bigint not null references users,
      secret_hash bytea not null unique check (length(secret_hash) = 32),
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    );
    create index sessions_user on sessions (user_id);
  `);
}
