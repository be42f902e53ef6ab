import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { OwnedCore } from '../core/instance.js';
import { findSeries, publishedCells } from '../db/analysis/cellSeries.js';
import { outOfMemory } from '../memory/outOfMemory.js';
import type { SeriesLoader } from '../memory/seriesCache.js';
import { RecentMap } from '../recentMap.js';
import type { Pool } from './pool.js';

interface LoaderParts {
  knex: Knex;
  core: OwnedCore;
  pool: Pool;
  log: Logger;
}

/** Most cells of one query: each may have some 50 KB. */
const MOST_CELLS = 16;

/** Makes a loader of the series that a sweep has stored. One that cannot be read is logged, and its cell is answered live. */
export function createSeriesLoader({ knex, core, pool, log }: LoaderParts): SeriesLoader {
  const find = createFinder(knex);
  return async (window, ipix, pointer) => {
    const data = await find(window.id, ipix);
    if (data === undefined) return;
    try {
      await readSeries(core, pool, pointer, data);
    } catch (error) {
      log.error(
        { err: error, window: window.id, ipix },
        'a stored cell series cannot be read: the cell is answered live',
      );
    }
  };
}

/** Finds stored series; those that are asked for in one turn of the event loop, by one query. */
function createFinder(knex: Knex): (windowId: number, ipix: number) => Promise<Buffer | undefined> {
  interface Query {
    windowId: number;
    cells: number[];
    found: Promise<Map<number, Buffer>>;
  }
  const isStored = createStoredCells(knex);
  let open: Query | undefined;

  const begin = (windowId: number): Query => {
    const cells: number[] = [];
    const query: Query = {
      windowId,
      cells,
      found: new Promise((resolve) => setImmediate(resolve)).then(() => {
        if (open === query) open = undefined;
        return findSeries(knex, windowId, cells);
      }),
    };
    return query;
  };

  return async (windowId, ipix) => {
    if (!(await isStored(windowId, ipix))) return undefined;
    if (open?.windowId !== windowId || open.cells.length >= MOST_CELLS) open = begin(windowId);
    open.cells.push(ipix);
    return (await open.found).get(ipix);
  };
}

/** Cells of a window that are listed; where more are stored, each is asked for. */
const MOST_LISTED = 2048;
/** How long a list is gone by, in ms. A cell that was stored since is answered live, with the same numbers. */
const LISTED_MS = 10_000;
/** Windows whose lists are kept. */
const MOST_LISTS = 8;

/** Tells whether the series of a cell may be stored: most are not, and finding that out by a query each would cost the most. */
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

async function readSeries({ arena, layout }: OwnedCore, pool: Pool, series: number, data: Uint8Array): Promise<void> {
  const coding = arena.allocate(layout.CODING_BYTES);
  if (coding === undefined) throw outOfMemory('cell series that are read or stored');
  try {
    await pool.readSeries({ series, data, coding });
  } finally {
    arena.free(coding);
  }
}
