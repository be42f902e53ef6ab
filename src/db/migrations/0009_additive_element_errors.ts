import type { Knex } from 'knex';

/**
 * Creates the tables of the errors of element sets: quantiles by class and age, and one row about the fit that gave
 * these quantiles. `catalogue_revision`: revision of the catalogue that was fitted.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(`
create table element_errors (
  error_class text not null,
  age_hours int not null check (age_hours > 0),
  pairs int not null check (pairs > 0),
  p50_km double precision not null,
  p68_km double precision not null,
  p90_km double precision not null,
  p99_km double precision not null,
  primary key (error_class, age_hours)
);
create table element_error_fits (
  is_last boolean primary key default true check (is_last),
  attempted_at timestamptz not null,
  fitted_at timestamptz,
  catalogue_revision bigint not null default 0,
  satellites int not null default 0,
  pairs bigint not null default 0,
  left_out jsonb not null default '{}'
);
`);
}
