import type { Knex } from 'knex';

/**
 * Allows transmitters of television lists, and adds to windows the share of satellites without a known downlink, by
 * orbital class: `{"GEO": 0.189, ...}`. Windows that were opened before have none.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
alter table transmitters
  drop constraint transmitters_source_check,
  add constraint transmitters_source_check check (source in ('satnogs', 'csv', 'television', 'slot'));
alter table windows add column silent_share jsonb;
`);
}
