import type { Knex } from 'knex';

/** The counts of a block in parts of so many rows. Sweeps that are under way have all of theirs in part 0. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table sweeps add column part_rows int not null default 2147483647 check (part_rows > 0);
    alter table sweeps alter column part_rows drop default;
  `);
}
