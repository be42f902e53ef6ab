import type { Knex } from 'knex';
import { BULK_STATEMENT } from '../connection/statements.js';

/** Number of a run's cells with an intensity above 0, by epoch, for one choice of bands. */
export interface RunIndex {
  /** Mask of the bands that count: all bands of the satellite, or one of them; bit k for entry k of `BANDS`. */
  bands: number;
  /** Sum of the numbers of all epochs. */
  cellCount: number;
  /** Encoded counts, one for each epoch. */
  data: Uint8Array;
}

/** Stores indexes of a window's runs; readers see them once their sweep is published. */
export async function insertRunIndexes(
  db: Knex,
  windowId: number,
  indexes: readonly (RunIndex & { noradNumber: number })[],
): Promise<void> {
  for (const { noradNumber, bands, cellCount, data } of indexes) {
    await db
      .raw(
        `insert into run_indexes (run_id, bands, cell_count, data)
         select id, :bands, :cellCount, :data from coverage_analysis_runs
         where window_id = :windowId and norad_number = :noradNumber
         on conflict (run_id, bands) do nothing`,
        { windowId, noradNumber, bands, cellCount, data: Buffer.from(data) },
      )
      .options(BULK_STATEMENT);
  }
}

/** Stores an index of a run and replaces an older one for the same bands; does nothing if the run is gone. */
export async function replaceRunIndex(db: Knex, runId: number, { bands, cellCount, data }: RunIndex): Promise<void> {
  await db.raw(
    `insert into run_indexes (run_id, bands, cell_count, data)
     select id, :bands, :cellCount, :data from coverage_analysis_runs where id = :runId
     on conflict (run_id, bands) do update set cell_count = excluded.cell_count, data = excluded.data`,
    { runId, bands, cellCount, data: Buffer.from(data) },
  );
}

/** Finds an index of a run; undefined if the run is not completed, or has no such index. */
export async function findRunIndex(db: Knex, runId: number, bands: number): Promise<RunIndex | undefined> {
  return db('run_indexes as i')
    .join('coverage_analysis_runs as r', 'r.id', 'i.run_id')
    .where({ 'i.run_id': runId, 'i.bands': bands, 'r.status': 'completed' })
    .first<RunIndex | undefined>({ bands: 'i.bands', cellCount: 'i.cell_count', data: 'i.data' });
}
