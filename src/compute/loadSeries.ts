import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { OwnedCore } from '../core/instance.js';
import { outOfMemory } from '../memory/outOfMemory.js';
import type { SeriesLoader } from '../memory/seriesCache.js';
import type { Pool } from './pool.js';
import { createStoredSeries } from './storedSeries.js';

interface LoaderParts {
  knex: Knex;
  core: OwnedCore;
  pool: Pool;
  log: Logger;
}

/** Makes a loader of the series that a sweep has stored. One that cannot be read is logged, and its cell is answered live. */
export function createSeriesLoader({ knex, core, pool, log }: LoaderParts): SeriesLoader {
  const stored = createStoredSeries(knex);
  return {
    async load(window, ipix, pointer) {
      const data = await stored(window.id, ipix);
      if (data === undefined) return;
      try {
        await readSeries(core, pool, pointer, data);
      } catch (error) {
        log.error(
          { err: error, window: window.id, ipix },
          'a stored cell series cannot be read: the cell is answered live',
        );
      }
    },

    readAhead({ id }, ipix) {
      // Whoever loads the cell finds it, or what went wrong with it.
      stored(id, ipix).catch(() => undefined);
    },
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
