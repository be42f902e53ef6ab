import type { Knex } from 'knex';
import { seriesSize } from '../../db/analysis/cellSeries.js';
import { indexesSize } from '../../db/analysis/runIndexes.js';
import type { Sweep } from '../../db/analysis/sweeps.js';

/** Numbers and bytes of what a published sweep has stored. */
export interface SweepSize {
  runs: number;
  indexBytes: number;
  cells: number;
  seriesBytes: number;
}

/** Counts what a published sweep has stored. */
export async function sweepSize(knex: Knex, sweep: Sweep): Promise<SweepSize> {
  const { cells, bytes } = await seriesSize(knex, sweep.id);
  const indexBytes = await indexesSize(knex, sweep.windowId, sweep.noradNumbers);
  return { runs: sweep.noradNumbers.length, indexBytes, cells, seriesBytes: bytes };
}
