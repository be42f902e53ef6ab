import type { Knex } from 'knex';

/** Drops the functions that sent notices of changes to other processes, with the triggers that called them. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw('drop function if exists tell_account() cascade; drop function if exists tell_everybody() cascade');
}
