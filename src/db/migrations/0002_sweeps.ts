import type { Knex } from 'knex';

/**
 * Sweeps, the blocks of epochs that they have finished, and what they publish. The bytes in `data` are sealed (format,
 * checksum, compressed): the database need not try to compress them again.
 */
export async function up(trx: Knex): Promise<void> {
  await trx.raw(SWEEPS);
}

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
  finished_at timestamptz
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
