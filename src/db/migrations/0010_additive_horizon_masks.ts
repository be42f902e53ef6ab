import type { Knex } from 'knex';

/** Adds the horizon mask of a ground station, a list of [azimuth, elevation]; null if it was given none. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table ground_stations add column horizon_mask jsonb check (jsonb_typeof(horizon_mask) = 'array')`);
}
