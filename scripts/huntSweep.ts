/**
 * Looks for differences between what a sweep has stored of the newest window and what is computed live: lengths of the
 * run indexes, pages of cells, cells by epoch against cells by site, and whole cell series.
 *
 *     DATABASE_URL=… tsx scripts/huntSweep.ts ROUNDS SEED
 */
import fc from 'fast-check';
import { pino } from 'pino';
import { type Analysis, createAnalysis } from '../src/compute/analysis.js';
import { createPool } from '../src/compute/pool.js';
import { spansOf } from '../src/compute/map/runIndex.js';
import { cellsBefore } from '../src/memory/runIndexes.js';
import { readConfig } from '../src/config.js';
import { cellCount } from '../src/core/healpix.js';
import { createOwnedCore } from '../src/core/instance.js';
import { openDatabase } from '../src/db/connection/connect.js';
import { newestPublishedWindow } from '../src/db/analysis/windows.js';
import { BANDS, type BandChoice } from '../src/spec.js';
import { createSeriesLoader } from '../src/compute/series/stored.js';
import { SERVICE } from '../src/fairness/asker.js';
import { createMapBlocks } from '../src/memory/mapBlocks.js';
import { createRingTables } from '../src/memory/ringTables.js';
import { decodeNumbers } from '../src/codec/numbers.js';
import { createSeriesCache, type SeriesLoader } from '../src/memory/seriesCache.js';
import { createSlots } from '../src/memory/slots.js';
import { loadStoredWindow } from '../src/memory/loadStoredWindow.js';
import { createLoadedWindows } from '../src/memory/loadedWindows.js';

interface Cell {
  epoch_index: number;
  ipix: number;
  value: number;
}

const [rounds = 100, seed = 1] = process.argv.slice(2).map(Number);
const database = await openDatabase(readConfig(process.env));
const { knex } = database;
const record = await newestPublishedWindow(knex);
if (record === undefined) throw new Error('there is no window');
const core = await createOwnedCore(1024);
const pool = await createPool(core, 2);
const window = await loadStoredWindow(knex, core, record);

function analysisWith(loader: SeriesLoader): ReturnType<typeof createAnalysis> {
  const series = createSeriesCache(core, 200 * 2 ** 20, loader);
  const windows = createLoadedWindows(series, () => Promise.resolve(undefined));
  windows.publish(window);
  const maps = createMapBlocks(core, createRingTables(core), 2);
  return createAnalysis({ core, pool, slots: createSlots(core, 4), series, maps, windows });
}
const stored = analysisWith(createSeriesLoader({ knex, core, pool, log: pino({ level: 'error' }) }));
const live = analysisWith(() => Promise.resolve());

const runs = await knex('run_indexes as i')
  .join('coverage_analysis_runs as r', 'r.id', 'i.run_id')
  .where({ 'r.window_id': window.id, 'r.status': 'completed' })
  .select<{ runId: number; norad: number; bands: number; data: Buffer; cellCount: number }[]>({
    runId: 'r.id',
    norad: 'r.norad_number',
    bands: 'i.bands',
    data: 'i.data',
    cellCount: 'i.cell_count',
  });
const cells = await knex('cell_series as c')
  .join('sweeps as s', 's.id', 'c.sweep_id')
  .where({ 's.window_id': window.id, 's.status': 'completed' })
  .pluck<number[]>('c.ipix');

const wrong = { index: 0, total: 0, page: 0, 'by site': 0, series: 0 };
const looked = { index: 0, total: 0, page: 0, 'by site': 0, series: 0 };
const note = (what: keyof typeof wrong, isRight: boolean): void => {
  looked[what]++;
  if (!isRight) wrong[what]++;
};

function bandOf(run: (typeof runs)[number]): BandChoice {
  const all = window.satellite(run.norad)?.bands;
  return run.bands === all ? 'all' : (BANDS[31 - Math.clz32(run.bands)] as (typeof BANDS)[number]).name;
}

async function cellsOf(run: (typeof runs)[number], spans: ReturnType<typeof spansOf>): Promise<Cell[]> {
  const query = { window, norad: run.norad, band: bandOf(run), runId: run.runId, spans };
  const text = await stored.cells(query, SERVICE);
  try {
    return JSON.parse(text.wrap('', '').toString()) as Cell[];
  } finally {
    text.release();
  }
}

async function cellSeries(
  analysis: Analysis,
  query: Parameters<Analysis['cellSeries']>[0],
): Promise<{ value: number }[]> {
  const text = await analysis.cellSeries(query, SERVICE);
  try {
    return JSON.parse(text.wrap('', '').toString()) as { value: number }[];
  } finally {
    text.release();
  }
}

const pick = <T>(list: readonly T[], at: number): T => list[Math.floor(at * list.length)] as T;
const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
for (const [a, b, c, d, e] of fc.sample(fc.tuple(unit, unit, unit, unit, unit), { numRuns: rounds, seed })) {
  const run = pick(runs, a);
  const counts = decodeNumbers(run.data, window.epochCount);
  note('total', counts.reduce((sum, count) => sum + count, 0) === run.cellCount);
  const epoch = Math.floor(b * window.epochCount);
  const list = await cellsOf(run, [{ epoch, skip: 0, take: Infinity }]);
  note('index', list.length === counts[epoch]);

  const perPage = 1 + Math.floor(c * 1000);
  const from = perPage * Math.floor((d * run.cellCount) / perPage);
  const page = await cellsOf(run, spansOf(cellsBefore(counts), from, from + perPage));
  const whole: Cell[] = [];
  const epochs = spansOf(cellsBefore(counts), from, from + perPage).map((span) => span.epoch);
  for (const k of epochs) whole.push(...(await cellsOf(run, [{ epoch: k, skip: 0, take: Infinity }])));
  const before = counts.subarray(0, epochs[0] ?? 0).reduce((sum, count) => sum + count, 0);
  const expected = whole.slice(from - before, from - before + perPage);
  note('page', JSON.stringify(page) === JSON.stringify(expected));

  const inside = list.length === 0 ? [] : [pick(list, c), pick(list, d)].map(({ ipix }) => ipix);
  for (const ipix of [...inside, Math.floor(e * cellCount(window.nside)), pick(cells, e)]) {
    const query = { window, norad: run.norad, band: bandOf(run), ipix };
    const values = await cellSeries(stored, query);
    note('by site', values[epoch]?.value === (list.find((cell) => cell.ipix === ipix)?.value ?? 0));
  }
  const query = { window, norad: run.norad, band: bandOf(run), ipix: pick(cells, e) };
  note('series', JSON.stringify(await cellSeries(stored, query)) === JSON.stringify(await cellSeries(live, query)));
}
process.stdout.write(`window ${window.id}: ${rounds} rounds, seed ${seed}\n`);
for (const what of Object.keys(wrong) as (keyof typeof wrong)[]) {
  process.stdout.write(`  ${what}: ${wrong[what]} wrong of ${looked[what]}\n`);
}
await pool.close();
await database.close();
process.exitCode = Object.values(wrong).some((count) => count > 0) ? 1 : 0;
