import test from 'ava';
import type { Knex } from 'knex';
import { insertSeries } from '../../../src/db/analysis/cellSeries.js';
import { insertSweep, publishSweep } from '../../../src/db/analysis/sweeps.js';
import { insertWindow, listWindows, publishWindow } from '../../../src/db/analysis/windows.js';
import { pruneWindows } from '../../../src/jobs/window/pruneWindows.js';
import { START_US } from '../../db/fixtures.js';
import { withDatabase } from '../../helpers/database.js';

const DAY_US = 86_400e6;

/** A published window from so many days after START_US, with a sweep of one cell: published, unless it is the third. */
async function openSwept(knex: Knex, days: number): Promise<number> {
  const startUs = START_US + days * DAY_US;
  const shape = { epochCount: 10_080, nside: 64, minElevationDeg: 10, uniformElevation: false };
  const windowId = await knex.transaction((trx) =>
    insertWindow(trx, { startUs, ...shape, catalogueRevision: 1, leftOut: {} }, []),
  );
  await publishWindow(knex, windowId);
  const wanted = { windowId, noradNumbers: [], ipix: [7], blockEpochs: 60, partCells: 10, partRows: 10 };
  const sweep = await knex.transaction((trx) => insertSweep(trx, wanted));
  await insertSeries(knex, sweep.id, [{ ipix: 7, data: Buffer.from('series') }]);
  if (days !== 2) await publishSweep(knex, sweep);
  return windowId;
}

const at = (days: number): Date => new Date((START_US + days * DAY_US) / 1000);

test('windows stay until they have ended, the two newest longer; these alone keep series and unfinished sweeps', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const ids: number[] = [];
    for (const days of [0, 1, 2, 3]) ids.push(await openSwept(knex, days));
    const left = async (): Promise<number[]> => (await listWindows(knex)).map(({ id }) => id).reverse();
    const swept = async (): Promise<number[]> => {
      const series = knex('cell_series as c').join('sweeps as s', 's.id', 'c.sweep_id');
      return series.orderBy('s.window_id').pluck('s.window_id');
    };
    await pruneWindows(knex, at(6.99));
    t.deepEqual(await left(), ids);
    t.deepEqual(await swept(), ids.slice(2));
    await pruneWindows(knex, at(7));
    t.deepEqual(await left(), ids.slice(1));
    await pruneWindows(knex, at(100));
    t.deepEqual(await left(), ids.slice(2));
    ids.push(await openSwept(knex, 4));
    await pruneWindows(knex, at(100));
    t.deepEqual(await knex('sweeps').orderBy('window_id').pluck('status'), ['completed', 'completed']);
  });
});
