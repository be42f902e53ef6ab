import type { Knex } from 'knex';

/**
 * Adds the bandwidth, symbol rate, mode and power of transmitters, and the frequencies that each satellite of a window
 * is frozen with: `[[low, high, source, rule], ...]`, ends in hertz. Windows that were opened before have none.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
alter table transmitters
  add column bandwidth_hz bigint check (bandwidth_hz > 0),
  add column baud double precision check (baud > 0),
  add column mode text not null default '',
  add column eirp_dbw double precision;
alter table window_satellites add column downlinks jsonb;
`);
}
