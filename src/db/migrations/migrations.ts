import type { Knex } from 'knex';
import * as initial from './0001_initial.js';
import * as packedWindows from './0006_packed_windows.js';

export interface Migration {
  /** Number and subject; a released name never changes: migrated databases record it. */
  name: string;
  up: (trx: Knex) => Promise<void>;
}

/** Migration that only executes SQL. */
function bySql(name: string, sql: string): Migration {
  return { name, up: async (trx) => void (await trx.raw(sql)) };
}

/** Migrations in the order in which they are applied. */
export const MIGRATIONS: readonly Migration[] = [
  { name: '0001_initial', up: initial.up },

  // This migration made triggers, which 0005_no_notices drops.
  { name: '0002_notices', up: () => Promise.resolve() },

  // Minimum elevation and dish of a ground station; null if it was given none.
  bySql(
    '0003_station_dishes',
    `
alter table ground_stations
  add column min_elevation_deg double precision check (min_elevation_deg >= 0 and min_elevation_deg < 90),
  add column dish_diameter_m double precision check (dish_diameter_m > 0);
`,
  ),

  // Bandwidth, symbol rate, mode and power of transmitters, and the frequencies that each satellite of a window is
  // frozen with: `[[low, high, source, rule], ...]`, ends in hertz. Windows that were opened before have none.
  bySql(
    '0004_downlinks',
    `
alter table transmitters
  add column bandwidth_hz bigint check (bandwidth_hz > 0),
  add column baud double precision check (baud > 0),
  add column mode text not null default '',
  add column eirp_dbw double precision;
alter table window_satellites add column downlinks jsonb;
`,
  ),

  // Drops the functions that sent notices of changes to other processes, with the triggers that called them.
  bySql(
    '0005_no_notices',
    'drop function if exists tell_account() cascade; drop function if exists tell_everybody() cascade',
  ),

  { name: '0006_packed_windows', up: packedWindows.up },

  // Allows transmitters of television lists, and adds to windows the share of satellites without a known downlink, by
  // orbital class: `{"GEO": 0.189, ...}`. Windows that were opened before have none.
  bySql(
    '0007_additive_orbital_slots',
    `
alter table transmitters
  drop constraint transmitters_source_check,
  add constraint transmitters_source_check check (source in ('satnogs', 'csv', 'television', 'slot'));
alter table windows add column silent_share jsonb;
`,
  ),

  // Kind of source of element sets: `gp` and `sup-gp` of publishers, or `file`. Sets from before count as `gp`. The
  // index holds sets of `sup-gp` alone: where there are none it is empty, and a query finds that out at once.
  bySql(
    '0008_additive_element_sources',
    `
alter table elsets add column source text not null default 'gp' check (source in ('gp', 'sup-gp', 'file'));
create index elsets_sup_gp on elsets (norad_number, epoch_us) where source = 'sup-gp';
`,
  ),

  // Errors of element sets: quantiles by class and age, and one row about the fit that gave these quantiles.
  // `catalogue_revision`: revision of the catalogue that was fitted.
  bySql(
    '0009_additive_element_errors',
    `
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
`,
  ),

  // Horizon mask of a ground station, a list of [azimuth, elevation]; null if it was given none.
  bySql(
    '0010_additive_horizon_masks',
    `alter table ground_stations add column horizon_mask jsonb check (jsonb_typeof(horizon_mask) = 'array')`,
  ),
];
