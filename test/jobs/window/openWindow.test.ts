import test from 'ava';
import type { Knex } from 'knex';
import { insertWindow, listWindows, newestPublishedWindow, publishWindow } from '../../../src/db/analysis/windows.js';
import { openWindow } from '../../../src/jobs/window/openWindow.js';
import type { WindowOptions } from '../../../src/jobs/window/windowOptions.js';
import { DAY_US, elset, importElsets, START_US, WINDOW } from '../../db/fixtures.js';
import { withDatabase } from '../../helpers/database.js';
import { insertSeries } from '../../../src/db/analysis/cellSeries.js';
import { insertSweep, setSweepStatus } from '../../../src/db/analysis/sweeps.js';
import { pruneWindows } from '../../../src/jobs/window/windowKeeper.js';

const OPTIONS: WindowOptions = {
  start: new Date(START_US / 1000),
  nside: 64,
  minElevationDeg: 10,
  uniformElevation: false,
};

test('the window opened last answers, even from a transaction that began before another opened its own', async (t) => {
  await withDatabase(
    t,
    async ({ knex }) => {
      await importElsets(knex, [elset()]);
      const [first, last] = await knex.transaction(async (trx) => {
        await trx.raw('select now()');
        return [await openWindow(knex, OPTIONS), await openWindow(trx, OPTIONS)];
      });
      t.true(last.id > first.id);
      t.is((await newestPublishedWindow(knex))?.id, last.id);
    },
    ['postgres'],
  );
});

/**
 * Publishes a window that begins `days` days after START_US, with a sweep of one cell; the sweep is published too,
 * unless `days` is 2.
 */
async function openSwept(knex: Knex, days: number): Promise<number> {
  const startUs = START_US + days * DAY_US;
  const windowId = await knex.transaction((trx) => insertWindow(trx, { ...WINDOW, startUs }, []));
  await publishWindow(knex, windowId);
  const wanted = { windowId, noradNumbers: [], ipix: [7], blockEpochs: 60, partCells: 10, partRows: 10 };
  const sweep = await knex.transaction((trx) => insertSweep(trx, wanted));
  await insertSeries(knex, sweep.id, [{ ipix: 7, data: Buffer.from('series') }]);
  if (days !== 2) await setSweepStatus(knex, sweep, 'completed');
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
