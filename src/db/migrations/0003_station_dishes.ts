import type { Knex } from 'knex';

/** Lets a ground station have a minimum elevation and a dish of its own; null where it was given none. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
    alter table ground_stations
      add column min_elevation_deg double precision check (min_elevation_deg >= 0 and min_elevation_deg < 90),
      add column dish_diameter_m double precision check (dish_diameter_m > 0)`);
}
