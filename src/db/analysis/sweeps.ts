import type { Knex } from 'knex';
import { BULK_STATEMENT, insertRow } from '../connection/statements.js';

/**
 * Results that a sweep of a window makes. They are fixed when it begins, so that every process that works on it makes
 * the same bytes.
 */
export interface NewSweep {
  windowId: number;
  /** Satellites whose runs get an index, ascending. */
  noradNumbers: readonly number[];
  /** Cells whose series are stored, ascending; null for all cells of the window. */
  ipix: readonly number[] | null;
  blockEpochs: number;
  /**
   * Number of cells in a part of a block. If it is larger than the sweep's number of cells, the cells are counted by
   * site, and the blocks hold none.
   */
  partCells: number;
  /** Number of rows of counts in a part; each index of a run is one row. */
  partRows: number;
}

export interface Sweep extends NewSweep {
  id: number;
  status: 'running' | 'completed' | 'failed';
}

const COLUMNS = `
  id, window_id as "windowId", norad_numbers as "noradNumbers", ipix, block_epochs as "blockEpochs",
  part_cells as "partCells", part_rows as "partRows", status`;

/** State of a window's sweeps: runs that are still missing, and cells whose series are published. */
export interface Missing {
  /** Tracked satellites in the window whose run is not completed, ascending. */
  noradNumbers: number[];
  /** Cells whose series are published; null for all cells of the window. */
  storedCells: number[] | null;
}

/**
 * Locks a window until the transaction ends, so that one process at a time plans its sweep. Other processes can still
 * insert rows that refer to the window. Otherwise a request that makes a run would wait, and would deadlock with a
 * sweep that makes the same run.
 */
export async function lockWindow(trx: Knex.Transaction, windowId: number): Promise<void> {
  await trx('windows').where({ id: windowId }).forNoKeyUpdate().first('id');
}

/** Finds the sweep of a window that is not completed, if there is one. */
export async function unfinishedSweep(db: Knex, windowId: number): Promise<Sweep | undefined> {
  return db('sweeps')
    .where({ window_id: windowId })
    .whereNot('status', 'completed')
    .first<Sweep | undefined>(db.raw(COLUMNS));
}

/** Lists the sweeps of all windows that are not completed, the newest first. */
export async function unfinishedSweeps(db: Knex): Promise<Sweep[]> {
  return db('sweeps').whereNot('status', 'completed').orderBy('id', 'desc').select<Sweep[]>(db.raw(COLUMNS));
}

/** Finds the runs that a window lacks, and the cells of which it has published series. */
export async function findMissing(db: Knex, windowId: number): Promise<Missing> {
  const { rows } = await db.raw<{ rows: { noradNumber: number }[] }>(
    `select t.norad_number as "noradNumber"
     from (select distinct norad_number from tracked_satellites) t
     join windows w on w.id = ? and t.norad_number = any(w.norad_numbers)
     where not exists (select 1 from coverage_analysis_runs r where r.window_id = w.id
       and r.norad_number = t.norad_number and r.status = 'completed')
     order by t.norad_number`,
    [windowId],
  );
  const completed = await db('sweeps')
    .where({ window_id: windowId, status: 'completed' })
    .select<Sweep[]>(db.raw(COLUMNS));
  const cells = completed.map(({ ipix }) => ipix);
  return {
    noradNumbers: rows.map(({ noradNumber }) => noradNumber),
    storedCells: cells.includes(null) ? null : [...new Set(cells.flatMap((list) => list ?? []))],
  };
}

/** Inserts a sweep, and sets the runs that it makes to running. */
export async function insertSweep(trx: Knex.Transaction, sweep: NewSweep): Promise<Sweep> {
  const { windowId, noradNumbers, ipix, blockEpochs, partCells, partRows } = sweep;
  const id = await insertRow(trx, 'sweeps', { windowId, noradNumbers, ipix, blockEpochs, partCells, partRows });
  await trx.raw(
    `insert into coverage_analysis_runs (window_id, norad_number)
     select :windowId, norad_number from sweeps, unnest(norad_numbers) norad_number where id = :id
     on conflict (window_id, norad_number) do nothing`,
    { id, windowId },
  );
  const begun: Sweep = { ...sweep, id, status: 'running' };
  await setSweepStatus(trx, begun, 'running');
  return begun;
}

/**
 * Sets the status of a sweep and of the runs that it makes; a sweep or run that is completed keeps that status. The
 * status `completed` publishes the sweep: readers see its cell series and the indexes of its runs at once.
 */
export async function setSweepStatus(
  db: Knex,
  sweep: Sweep,
  status: Sweep['status'],
  failure: string | null = null,
): Promise<void> {
  await db.raw(
    `with changed as (
       update sweeps set status = :status, failure = :failure,
         finished_at = case when :status = 'completed' then clock_timestamp() end
       where id = :id and status <> 'completed' returning window_id, norad_numbers
     )
     update coverage_analysis_runs r set status = :status from changed
     where r.window_id = changed.window_id and r.norad_number = any(changed.norad_numbers) and r.status <> 'completed'`,
    { id: sweep.id, status, failure },
  );
}

/** Size of a published sweep: numbers of its runs and cells, and their bytes. */
export interface SweepSize {
  runs: number;
  indexBytes: number;
  cells: number;
  seriesBytes: number;
}

/** Counts the runs and cells of a published sweep, and their bytes. */
export async function sweepSize(db: Knex, { id, windowId, noradNumbers }: Sweep): Promise<SweepSize> {
  const { rows } = await db
    .raw<{ rows: [Omit<SweepSize, 'runs'>] }>(
      `select count(*) as cells, coalesce(sum(octet_length(data)), 0) as "seriesBytes",
         (select coalesce(sum(octet_length(i.data)), 0)
          from run_indexes i join coverage_analysis_runs r on r.id = i.run_id
          where r.window_id = :windowId and r.norad_number = any(cast(:noradNumbers as bigint[]))) as "indexBytes"
       from cell_series where sweep_id = :id`,
      { id, windowId, noradNumbers: [...noradNumbers] },
    )
    .options(BULK_STATEMENT);
  return { runs: noradNumbers.length, ...rows[0] };
}

/** Deletes the cell series of all windows except these; the sweeps of the other windows list no cells afterwards. */
export async function pruneSeries(db: Knex, keptWindowIds: readonly number[]): Promise<void> {
  await db
    .raw(
      `with pruned as (
         update sweeps set ipix = '{}' where window_id <> all(cast(? as bigint[])) and ipix is distinct from '{}'
         returning id
       )
       delete from cell_series where sweep_id in (select id from pruned)`,
      [[...keptWindowIds]],
    )
    .options(BULK_STATEMENT);
}

/**
 * Deletes the unfinished sweeps of all windows except these, with their blocks and series, and sets their runs to
 * failed.
 */
export async function failAbandonedSweeps(db: Knex, keptWindowIds: readonly number[]): Promise<void> {
  await db
    .raw(
      `with abandoned as (
         delete from sweeps where status <> 'completed' and window_id <> all(cast(? as bigint[]))
         returning window_id, norad_numbers
       )
       update coverage_analysis_runs r set status = 'failed' from abandoned
       where r.window_id = abandoned.window_id and r.norad_number = any(abandoned.norad_numbers)
         and r.status <> 'completed'`,
      [[...keptWindowIds]],
    )
    .options(BULK_STATEMENT);
}
