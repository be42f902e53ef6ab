import type { Knex } from 'knex';

/** Adds the minimum elevation and the dish of a ground station; null if it was given none. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table ground_stations
      add column min_elevation_deg double precision check (min_elevation_deg >= 0 and min_elevation_deg < 90),
      add column dish_diameter_m double precision check (dish_diameter_m > 0)`);
}
