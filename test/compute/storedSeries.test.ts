import test from 'ava';
import type { Knex } from 'knex';
import { createStoredSeries } from '../../src/compute/storedSeries.js';
import { createOwnedCore } from '../../src/core/instance.js';
import { insertSeries } from '../../src/db/analysis/cellSeries.js';
import { insertSweep, publishSweep } from '../../src/db/analysis/sweeps.js';
import { withDatabase } from '../helpers/database.js';
import { sampleSatellites } from '../helpers/sky.js';
import { storedWindow } from '../helpers/storedWindow.js';

const CELLS = [7, 8, 9, 10];
const MB = 2 ** 20;

/** Counts the queries that something takes. */
async function queriesOf(knex: Knex, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const note = (): void => void count++;
  knex.on('query', note);
  await work();
  knex.off('query', note);
  return count;
}

test('stored series are found together, and kept until others take the room of those found longest ago', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const window = await storedWindow(knex, await createOwnedCore(64), sampleSatellites(300), {
      epochCount: 60,
      nside: 64,
    });
    const plan = { windowId: window.id, noradNumbers: [], blockEpochs: 60, partCells: 1, partRows: 1 };
    const sweep = await knex.transaction((trx) => insertSweep(trx, { ...plan, ipix: CELLS }));
    const series = CELLS.map((ipix) => ({ ipix, data: Buffer.alloc(3 * MB, ipix) }));
    await insertSeries(knex, sweep.id, series);
    await publishSweep(knex, sweep);

    const stored = createStoredSeries(knex);
    const find = async (cells: readonly number[]): Promise<void> => {
      const found = await Promise.all(cells.map((ipix) => stored(window.id, ipix)));
      t.deepEqual(
        found.map((data) => data && [data.length, data[0]]),
        cells.map((ipix) => (CELLS.includes(ipix) ? [3 * MB, ipix] : undefined)),
      );
    };
    t.is(await queriesOf(knex, () => find([7, 8, 99])), 2, 'which cells are stored, and two of them');
    t.is(await queriesOf(knex, () => find([8, 7, 99, 100])), 0);
    t.is(await queriesOf(knex, () => find([9])), 1);
    t.is(await queriesOf(knex, () => find([9, 7])), 0);
    t.is(await queriesOf(knex, () => find([8])), 1, 'it was found longest ago');
    window.unload();
  });
});

test('a search that fails is not kept', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const stored = createStoredSeries(knex);
    const missing = /cell_series/;
    await knex.schema.renameTable('cell_series', 'elsewhere');
    await t.throwsAsync(stored(1, 7), { message: missing });
    await knex.schema.renameTable('elsewhere', 'cell_series');
    t.is(await stored(1, 7), undefined);
  });
});
