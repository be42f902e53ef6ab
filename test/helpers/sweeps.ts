import type { Knex } from 'knex';
import type { Analysis } from '../../src/compute/analysis.js';
import { BANDS, type BandChoice } from '../../src/spec.js';
import type { LoadedWindow } from '../../src/memory/loadedWindow.js';
import { cellEntries } from './analysis.js';

/** What sweeps have published of a window, as bytes in hexadecimal. */
export interface SweptTables {
  series: { ipix: number; data: string }[];
  indexes: { norad: number; bands: number; cells: number; data: string }[];
}

export async function sweptTables(knex: Knex, windowId: number): Promise<SweptTables> {
  const series = await knex('cell_series as c')
    .join('sweeps as s', 's.id', 'c.sweep_id')
    .where({ 's.window_id': windowId, 's.status': 'completed' })
    .orderBy('c.ipix')
    .select<SweptTables['series']>({ ipix: 'c.ipix' }, knex.raw("encode(c.data, 'hex') as data"));
  const indexes = await knex('run_indexes as i')
    .join('coverage_analysis_runs as r', 'r.id', 'i.run_id')
    .where({ 'r.window_id': windowId, 'r.status': 'completed' })
    .orderBy(['r.norad_number', 'i.bands'])
    .select<SweptTables['indexes']>(
      { norad: 'r.norad_number', bands: 'i.bands', cells: 'i.cell_count' },
      knex.raw("encode(i.data, 'hex') as data"),
    );
  return { series, indexes };
}

/** Bands that can be asked of a satellite, each with its mask; all of them together first where they are several. */
export function choicesOf(bands: number): { band: BandChoice; mask: number }[] {
  const single = BANDS.map(({ name }, bit) => ({ band: name, mask: bands & (1 << bit) })).filter(
    ({ mask }) => mask > 0,
  );
  return single.length === 1 ? single : [...(bands === 0 ? [] : [{ band: 'all' as const, mask: bands }]), ...single];
}

/** How many cells the live analysis lists for each epoch of a window. */
export async function liveCounts(
  analysis: Analysis,
  window: LoadedWindow,
  norad: number,
  band: BandChoice,
): Promise<Uint32Array> {
  const counts = new Uint32Array(window.epochCount);
  const spans = Array.from(counts, (_, epoch) => ({ epoch, skip: 0, take: Infinity }));
  for (const { epoch_index: epoch } of await cellEntries(analysis, { window, norad, band, runId: 1, spans })) {
    counts[epoch] = (counts[epoch] as number) + 1;
  }
  return counts;
}
