import type { Knex } from 'knex';

/** Creates all tables of the first version. Ids are bigint; columns in `_us` are microseconds since 1970, UTC. */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(ACCOUNTS);
  await trx.raw(RATE_LIMITS);
  await trx.raw(CATALOGUE);
  await trx.raw(ELEMENT_ERRORS);
  await trx.raw(WINDOWS);
  await trx.raw(SWEEPS);
}

const ACCOUNTS = `
create table accounts (
  id bigint generated always as identity primary key,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

create table users (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  email text not null check (email <> ''),
  first_name text not null,
  last_name text not null,
  password_hash text not null,
  created_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));
create index users_account on users (account_id);

create table subscriptions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  plan text not null check (plan in ('enterprise')),
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  created_at timestamptz not null default now()
);
create index subscriptions_account on subscriptions (account_id);

create table api_tokens (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  name text not null,
  token_hash bytea not null unique check (length(token_hash) = 32),
  origin text not null check (origin in ('auth', 'ui', 'cli')),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);
create index api_tokens_user on api_tokens (user_id);

create table sessions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  user_id bigint not null references users,
  secret_hash bytea not null unique check (length(secret_hash) = 32),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz not null default now(),
  user_agent text not null default ''
);
create index sessions_user on sessions (user_id);

create table ground_stations (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  name text not null,
  description text,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  elevation_meters double precision not null default 0,
  min_elevation_deg double precision check (min_elevation_deg >= 0 and min_elevation_deg < 90),
  dish_diameter_m double precision check (dish_diameter_m > 0),
  horizon_mask jsonb check (jsonb_typeof(horizon_mask) = 'array'),
  active boolean not null default true,
  revision int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index ground_stations_account on ground_stations (account_id);
`;

// Unlogged: a counted call waits for no disk, and after a crash of the database all limits start anew. Free room in
// each page (fillfactor), and no index on columns that change, let an updated row stay in its page. `expire` is in
// milliseconds since 1970.
const RATE_LIMITS = `
create unlogged table rate_limits (
  key text primary key,
  points int not null,
  expire bigint not null
) with (fillfactor = 50);
`;

// The unique index of elsets starts with the catalogue number and the epoch, so it also finds the elset nearest an
// instant. Without supplemental sets (sup-gp) their index is empty: a query finds out at once that there are none.
const CATALOGUE = `
create table satellites (
  norad_number bigint primary key check (norad_number > 0),
  name text not null,
  object_id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table elsets (
  id bigint generated always as identity primary key,
  norad_number bigint not null references satellites,
  epoch_us bigint not null,
  mean_motion_rev_per_day double precision not null,
  eccentricity double precision not null,
  inclination_deg double precision not null,
  raan_deg double precision not null,
  arg_perigee_deg double precision not null,
  mean_anomaly_deg double precision not null,
  bstar double precision not null,
  mean_motion_dot double precision not null,
  mean_motion_ddot double precision not null,
  element_set_no int not null,
  rev_at_epoch int not null,
  ephemeris_type int not null,
  classification text not null,
  bundled boolean not null,
  source text not null check (source in ('gp', 'sup-gp', 'file')),
  imported_at timestamptz not null default now()
);
create unique index elsets_key on elsets (
  norad_number, epoch_us, element_set_no, bundled, mean_motion_rev_per_day, eccentricity, inclination_deg, raan_deg,
  arg_perigee_deg, mean_anomaly_deg, bstar
);
create index elsets_not_bundled on elsets (id) where not bundled;
create index elsets_sup_gp on elsets (norad_number, epoch_us) where source = 'sup-gp';

create table transmitters (
  id bigint generated always as identity primary key,
  norad_number bigint not null check (norad_number > 0),
  source text not null check (source in ('satnogs', 'csv', 'television', 'slot')),
  external_id text not null,
  description text not null,
  downlink_low_hz bigint not null check (downlink_low_hz > 0),
  downlink_high_hz bigint,
  bandwidth_hz bigint check (bandwidth_hz > 0),
  baud double precision check (baud > 0),
  mode text not null default '',
  eirp_dbw double precision,
  min_elevation_deg double precision,
  imported_at timestamptz not null default now(),
  unique (source, external_id)
);
create index transmitters_norad_number on transmitters (norad_number);

create table imports (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('catalogue', 'transmitters', 'bundled')),
  source text not null,
  format text not null,
  rows_read int not null,
  added int not null,
  changed int not null,
  unchanged int not null,
  rejected int not null,
  created_at timestamptz not null default now()
);

create table fetches (
  url text primary key,
  etag text,
  last_modified text,
  attempted_at timestamptz not null,
  fetched_at timestamptz,
  status int,
  error text,
  failures int not null default 0 check (failures >= 0)
);

create table tracked_satellites (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts,
  norad_number bigint not null references satellites,
  tracked_by bigint references users,
  created_at timestamptz not null default now(),
  unique (account_id, norad_number)
);
`;

// Quantiles of the errors of element sets by class and age, and one row about the fit that gave them.
const ELEMENT_ERRORS = `
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
`;

// `satellites` is packed (src/db/analysis/frozenSatellites.ts), and the database does not try to compress it.
// `silent_share` is the share of satellites without a known downlink, by orbital class: {"GEO": 0.189, ...}.
const WINDOWS = `
create table windows (
  id bigint generated always as identity primary key,
  start_us bigint not null,
  epoch_count int not null check (epoch_count > 0),
  nside int not null check (nside > 0),
  min_elevation_deg double precision not null check (min_elevation_deg >= 0 and min_elevation_deg < 90),
  uniform_elevation boolean not null,
  catalogue_revision bigint not null,
  satellite_count int not null,
  norad_numbers bigint[] not null,
  satellites bytea not null,
  left_out jsonb not null,
  silent_share jsonb,
  propagation_failures jsonb,
  created_at timestamptz not null default now(),
  published_at timestamptz,
  identity uuid not null default gen_random_uuid()
);
alter table windows alter column satellites set storage external;

create table coverage_analysis_runs (
  id bigint generated always as identity primary key,
  window_id bigint not null references windows on delete cascade,
  norad_number bigint not null,
  status text not null default 'pending' check (status in ('pending', 'running', 'completed', 'failed')),
  created_at timestamptz not null default now(),
  unique (window_id, norad_number)
);
`;

// The bytes in `data` are compressed already. Their storage is set to external, so that the database does not compress
// them again.
const SWEEPS = `
create table sweeps (
  id bigint generated always as identity primary key,
  window_id bigint not null references windows on delete cascade,
  norad_numbers bigint[] not null,
  ipix int[],
  block_epochs int not null check (block_epochs > 0),
  part_cells int not null check (part_cells > 0),
  status text not null default 'running' check (status in ('running', 'completed', 'failed')),
  failure text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  part_rows int not null check (part_rows > 0)
);
create index sweeps_window on sweeps (window_id);
create unique index sweeps_unfinished on sweeps (window_id) where status <> 'completed';

create table sweep_blocks (
  sweep_id bigint not null references sweeps on delete cascade,
  part int not null check (part >= 0),
  from_epoch int not null check (from_epoch >= 0),
  data bytea not null,
  primary key (sweep_id, part, from_epoch)
);
alter table sweep_blocks alter column data set storage external;

create table cell_series (
  sweep_id bigint not null references sweeps on delete cascade,
  ipix int not null,
  data bytea not null,
  primary key (sweep_id, ipix)
);
alter table cell_series alter column data set storage external;

create table run_indexes (
  run_id bigint not null references coverage_analysis_runs on delete cascade,
  bands int not null,
  cell_count bigint not null,
  data bytea not null,
  primary key (run_id, bands)
);
alter table run_indexes alter column data set storage external;
`;
