import type { Knex } from 'knex';

/**
 * Adds the kind of source of element sets: `gp` and `sup-gp` of publishers, or `file`. Sets from before count as `gp`.
 * The index holds sets of `sup-gp` alone: where there are none it is empty, and a query finds that out at once.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
alter table elsets add column source text not null default 'gp' check (source in ('gp', 'sup-gp', 'file'));
create index elsets_sup_gp on elsets (norad_number, epoch_us) where source = 'sup-gp';
`);
}
