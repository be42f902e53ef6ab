import type { Knex } from 'knex';
import { encodeNumbers } from '../../../src/codec/numbers.js';
import type { Analysis } from '../../../src/compute/analysis.js';
import { insertRunIndexes } from '../../../src/db/analysis/runIndexes.js';
import { ensureRun } from '../../../src/db/analysis/runs.js';
import { SERVICE } from '../../../src/fairness/asker.js';
import type { LoadedWindow } from '../../../src/memory/loadedWindow.js';

/** True epochs of the index; the others repeat them, as counting all takes a minute. */
const COUNTED_EPOCHS = 60;

/** Completes the run of a satellite without a sweep, so that its pages can be asked for. */
export async function completeRun(knex: Knex, analysis: Analysis, window: LoadedWindow, norad: number): Promise<void> {
  const { epochCount } = window;
  const counts: number[] = [];
  for (let epoch = 0; epoch < COUNTED_EPOCHS; epoch++) {
    const spans = [{ epoch, skip: 0, take: Infinity }];
    const text = await analysis.cells({ window, norad, band: 'all', runId: 1, spans }, SERVICE);
    counts.push(text.entries);
    text.release();
  }
  const all = Uint32Array.from({ length: epochCount }, (_, epoch) => counts[epoch % COUNTED_EPOCHS] ?? 0);
  const cellCount = all.reduce((sum, count) => sum + count, 0);
  const bands = window.satellite(norad)?.bands ?? 0;
  const { id } = await ensureRun(knex, window.id, norad);
  await insertRunIndexes(knex, window.id, [{ noradNumber: norad, bands, cellCount, data: encodeNumbers(all) }]);
  await knex('coverage_analysis_runs').where({ id }).update({ status: 'completed' });
}
