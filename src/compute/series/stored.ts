import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { findSeries, publishedCells } from '../../db/analysis/cellSeries.js';
import { RecentMap } from '../../db/recentMap.js';
import type { SeriesLoader } from '../../memory/seriesCache.js';
import type { Pool } from '../pool.js';

interface LoaderParts {
  knex: Knex;
  pool: Pool;
  log: Logger;
}

/** Makes a loader of stored series. A series that cannot be read is logged, and its cell is answered live. */
export function createSeriesLoader({ knex, pool, log }: LoaderParts): SeriesLoader {
  const mayBeStored = createStoredCells(knex);
  return async ({ id }, ipix, pointer) => {
    // Windows of days are never stored.
    if (id < 0 || !(await mayBeStored(id, ipix))) return;
    const data = (await findSeries(knex, id, [ipix])).get(ipix);
    if (data === undefined) return;
    try {
      await pool.readSeries({ series: pointer, data });
    } catch (error) {
      log.error({ err: error, window: id, ipix }, 'a stored cell series cannot be read: the cell is answered live');
    }
  };
}

/** Most stored cells of a window that are listed; if that many or more are stored, the database is asked each time. */
const MOST_LISTED = 2048;
/**
 * Time in ms after which a list of stored cells is read again. Until then, a cell that was stored since is answered
 * live, with the same numbers.
 */
const LISTED_MS = 10_000;
/** Number of windows whose lists are kept. */
const MOST_LISTS = 8;

/**
 * Makes a function that tells whether the series of a cell may be stored. Most series are not, and a query for each
 * would be a waste.
 */
function createStoredCells(knex: Knex): (windowId: number, ipix: number) => Promise<boolean> {
  const lists = new RecentMap<number, { cells: Promise<Set<number>>; sinceMs: number }>(MOST_LISTS);
  return async (windowId, ipix) => {
    let list = lists.get(windowId);
    if (list === undefined || performance.now() - list.sinceMs > LISTED_MS) {
      const cells = publishedCells(knex, windowId, MOST_LISTED).then((found) => new Set(found));
      cells.catch(() => lists.delete(windowId));
      list = { cells, sinceMs: performance.now() };
      lists.set(windowId, list);
    }
    const cells = await list.cells;
    return cells.size >= MOST_LISTED || cells.has(ipix);
  };
}
