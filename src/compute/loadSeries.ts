import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { OwnedCore } from '../core/instance.js';
import { findSeries } from '../db/analysis/cellSeries.js';
import { outOfMemory } from '../memory/outOfMemory.js';
import type { SeriesLoader } from '../memory/seriesCache.js';
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
    if (open?.windowId !== windowId || open.cells.length >= MOST_CELLS) open = begin(windowId);
    open.cells.push(ipix);
    return (await open.found).get(ipix);
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
