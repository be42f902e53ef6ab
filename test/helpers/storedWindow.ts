import type { Knex } from 'knex';
import type { OwnedCore } from '../../src/core/instance.js';
import { upsertCatalogue } from '../../src/db/catalogue/satellites.js';
import { insertStation } from '../../src/db/analysis/stations.js';
import { track } from '../../src/db/analysis/tracked.js';
import { newestPublishedWindow, publishWindow } from '../../src/db/analysis/windows.js';
import { type FrozenSatellite, type LoadedWindow, loadStoredWindow } from '../../src/memory/loadedWindow.js';
import { account, addWindow, elset, frozen } from '../db/fixtures.js';
import { START_US } from './sky.js';
import type { Analysis } from '../../src/compute/analysis.js';
import { BANDS, type BandChoice } from '../../src/spec.js';
import { cellEntries } from './analysis.js';

/** Publishes a window of these satellites in the database, from START_US on. */
async function insertTestWindow(
  knex: Knex,
  satellites: readonly FrozenSatellite[],
  { epochCount, nside }: { epochCount: number; nside: number },
): Promise<void> {
  const elsets = satellites.map(({ noradNumber, elements }) =>
    elset({ ...elements, noradNumber, name: `SATELLITE ${noradNumber}` }),
  );
  await upsertCatalogue(knex, elsets, { bundled: false });
  const stored = satellites
    .map((satellite) => frozen({ ...satellite, downlinks: '[]' }))
    .toSorted((a, b) => a.noradNumber - b.noradNumber);
  await publishWindow(knex, await addWindow(knex, { startUs: START_US, epochCount, nside }, stored));
}

/** Inserts a window into the database and loads it into the core's memory. */
export async function storedWindow(
  knex: Knex,
  core: OwnedCore,
  satellites: readonly FrozenSatellite[],
  shape: { epochCount: number; nside: number },
): Promise<LoadedWindow> {
  await insertTestWindow(knex, satellites, shape);
  return newestWindow(knex, core);
}

/** Loads the window that was published last. */
export async function newestWindow(knex: Knex, core: OwnedCore): Promise<LoadedWindow> {
  const record = await newestPublishedWindow(knex);
  if (record === undefined) throw new Error('no window is there');
  return loadStoredWindow(knex, core, record);
}

/** Creates an account that tracks these satellites and has stations at these places; returns its id. */
export async function trackingAccount(
  knex: Knex,
  norads: readonly number[],
  places: readonly (readonly [latDeg: number, lonDeg: number])[],
): Promise<number> {
  const { accountId } = await account(knex);
  for (const norad of norads) await track(knex, accountId, norad, null);
  for (const [latitudeDeg, longitudeDeg] of places) {
    await insertStation(knex, { accountId, name: `${latitudeDeg}, ${longitudeDeg}`, latitudeDeg, longitudeDeg });
  }
  return accountId;
}

/** Published results of sweeps for a window; `data` is hexadecimal. */
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

/**
 * Choices of bands for a satellite, each with its mask: first all bands together, if there are several, then each band.
 */
export function choicesOf(bands: number): { band: BandChoice; mask: number }[] {
  const single = BANDS.map(({ name }, bit) => ({ band: name, mask: bands & (1 << bit) })).filter(
    ({ mask }) => mask > 0,
  );
  return single.length === 1 ? single : [...(bands === 0 ? [] : [{ band: 'all' as const, mask: bands }]), ...single];
}

/** Number of cells that the live analysis lists at each epoch of a window. */
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
