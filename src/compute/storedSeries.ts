import type { Knex } from 'knex';
import { findSeries, publishedCells } from '../db/analysis/cellSeries.js';
import { RecentMap } from '../recentMap.js';

/** Finds the series that sweeps have stored of cells, encoded; undefined of a cell of which none is. */
export type StoredSeries = (windowId: number, ipix: number) => Promise<Buffer | undefined>;

/**
 * Bytes of the series that were found last, which are kept as they are stored: some 55 KB each. Reading one again takes longer
 * than decoding it.
 */
const KEPT_BYTES = 8 * 2 ** 20;

interface Found {
  data: Promise<Buffer | undefined>;
  bytes: number;
}

/** Finds stored series, and keeps those that were found last: once stored, a series stays as it is. */
export function createStoredSeries(knex: Knex): StoredSeries {
  const find = createFinder(knex);
  const kept = new RecentMap<string, Found>(KEPT_BYTES, ({ bytes }) => bytes);
  return (windowId, ipix) => {
    const key = `${windowId}:${ipix}`;
    const before = kept.get(key);
    if (before !== undefined) return before.data;
    const data = find(windowId, ipix);
    kept.set(key, { data, bytes: 0 });
    data.then(
      (found) => {
        if (found === undefined) kept.delete(key);
        else kept.set(key, { data, bytes: found.length });
      },
      () => kept.delete(key),
    );
    return data;
  };
}

/** Most cells of one query: each may have some 55 KB. */
const MOST_CELLS = 16;

/** Finds stored series; those that are asked for in one turn of the event loop, by one query. */
function createFinder(knex: Knex): StoredSeries {
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
