import type { Knex } from 'knex';

/** When a session was used last, and by which browser: it ends when it is not, and is told from others in a list. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table sessions
      add column last_used_at timestamptz not null default now(),
      add column user_agent text not null default '';
  `);
}
