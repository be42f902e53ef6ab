import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { findSeries } from '../db/cellSeries.js';
import type { SeriesLoader } from '../store/seriesCache.js';
import type { Pool } from './pool.js';

/** Loads series that a sweep has stored. One that cannot be read is told of, and the cell is answered live. */
export function createSeriesLoader({ knex, pool, log }: { knex: Knex; pool: Pool; log: Logger }): SeriesLoader {
  return async (window, ipix, pointer) => {
    const data = await findSeries(knex, window.id, ipix);
    if (data === undefined) return;
    try {
      await pool.readSeries({ series: pointer, data });
    } catch (error) {
      log.error(
        { err: error, window: window.id, ipix },
        'a stored cell series cannot be read: the cell is answered live',
      );
    }
  };
}
