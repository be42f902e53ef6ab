import type { Knex } from 'knex';
import { BULK_STATEMENT } from '../connection/statements.js';

export interface StoredSeries {
  ipix: number;
  /** Encoded occupancy of the cell, of every emitter group at every epoch. */
  data: Uint8Array;
}

/** Stores series; readers see them once their sweep is published. A cell that has a series keeps it. */
export async function insertSeries(db: Knex, sweepId: number, series: readonly StoredSeries[]): Promise<void> {
  if (series.length === 0) return;
  await db('cell_series')
    .insert(series.map(({ ipix, data }) => ({ sweep_id: sweepId, ipix, data: Buffer.from(data) })))
    .onConflict(['sweep_id', 'ipix'])
    .ignore()
    .options(BULK_STATEMENT);
}

/** Lists the cells whose series a sweep has stored, published or not, ascending. */
export async function storedCells(db: Knex, sweepId: number): Promise<number[]> {
  return db('cell_series').where({ sweep_id: sweepId }).orderBy('ipix').pluck('ipix');
}

/** Lists at most `most` cells of a window whose series are published. */
export async function publishedCells(db: Knex, windowId: number, most: number): Promise<number[]> {
  return published(db, windowId).distinct('c.ipix').limit(most).pluck('c.ipix');
}

/** Finds the published series of these cells, encoded, by cell. Cells without a series are missing from the map. */
export async function findSeries(db: Knex, windowId: number, cells: readonly number[]): Promise<Map<number, Buffer>> {
  const rows = await published(db, windowId)
    .whereIn('c.ipix', cells)
    .distinctOn('c.ipix')
    .orderBy([{ column: 'c.ipix' }, { column: 'c.sweep_id', order: 'desc' }])
    .select<{ ipix: number; data: Buffer }[]>('c.ipix', 'c.data');
  return new Map(rows.map(({ ipix, data }) => [ipix, data]));
}

function published(db: Knex, windowId: number): Knex.QueryBuilder {
  return db('cell_series as c')
    .join('sweeps as s', 's.id', 'c.sweep_id')
    .where({ 's.window_id': windowId, 's.status': 'completed' });
}
