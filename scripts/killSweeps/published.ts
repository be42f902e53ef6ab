import type { Knex } from 'knex';
import { findSeries } from '../../src/db/analysis/cellSeries.js';
import { findRunIndex } from '../../src/db/analysis/runIndexes.js';

/** What an uninterrupted sweep publishes. */
export interface Published {
  indexes: { noradNumber: number; bands: number; cellCount: number; data: Buffer }[];
  series: { ipix: number; data: Buffer }[];
}

/** One look at one thing that a sweep publishes: whether it is there, and whether it is as it should be. */
export type Look = (db: Knex) => Promise<{ isThere: boolean; isRight: boolean }>;

export async function readPublished(db: Knex, windowId: number): Promise<Published> {
  const runs = db('coverage_analysis_runs').where({ window_id: windowId, status: 'completed' });
  const indexes = await db('run_indexes as i')
    .join(runs.as('r'), 'r.id', 'i.run_id')
    .orderBy(['r.norad_number', 'i.bands'])
    .select({ noradNumber: 'r.norad_number', bands: 'i.bands', cellCount: 'i.cell_count', data: 'i.data' });
  const series = await db('cell_series as c')
    .join('sweeps as s', 's.id', 'c.sweep_id')
    .where({ 's.window_id': windowId, 's.status': 'completed' })
    .orderBy('c.ipix')
    .select({ ipix: 'c.ipix', data: 'c.data' });
  return { indexes, series };
}

/** Everything that can be asked of a window's sweep, each as a service asks it. */
export async function looksAt(db: Knex, windowId: number, expected: Published): Promise<Look[]> {
  const runs = await db('coverage_analysis_runs').where({ window_id: windowId }).select('id', 'norad_number');
  const runOf = new Map(runs.map((run: { id: number; norad_number: number }) => [run.norad_number, run.id]));
  const statuses = [...runOf.values()].map((id): Look => async (trx) => {
    const isThere = (await trx('coverage_analysis_runs').where({ id, status: 'completed' }).first('id')) !== undefined;
    return { isThere, isRight: true };
  });
  const indexes = expected.indexes.map(({ noradNumber, bands, cellCount, data }): Look => async (trx) => {
    const found = await findRunIndex(trx, runOf.get(noradNumber) ?? 0, bands);
    const isRight = found === undefined || (found.cellCount === cellCount && data.equals(found.data));
    return { isThere: found !== undefined, isRight };
  });
  const series = expected.series.map(({ ipix, data }): Look => async (trx) => {
    const found = (await findSeries(trx, windowId, [ipix])).get(ipix);
    return { isThere: found !== undefined, isRight: found === undefined || data.equals(found) };
  });
  return [...statuses, ...indexes, ...series];
}
