import test from 'ava';
import type { Knex } from 'knex';
import { findSeries, insertSeries } from '../../../src/db/analysis/cellSeries.js';
import { insertRunIndexes } from '../../../src/db/analysis/runIndexes.js';
import { findRunIndex } from '../../../src/db/analysis/runIndexes.js';
import { ensureRun } from '../../../src/db/analysis/runs.js';
import { upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { insertSweep, publishSweep, type Sweep } from '../../../src/db/analysis/sweeps.js';
import { insertWindow, listWindows, publishWindow } from '../../../src/db/analysis/windows.js';
import { pruneWindows } from '../../../src/jobs/window/pruneWindows.js';
import { elset, START_US } from '../../db/fixtures.js';
import { withDatabase } from '../../helpers/database.js';

const DAY_US = 86_400e6;
const ISS = 25_544;
const CELL = { ipix: 7, data: Buffer.from('series') };

/** A published window from so many days after START_US, with a sweep of one run and one cell: published or not. */
async function openSwept(knex: Knex, days: number, finished = true): Promise<{ windowId: number; sweep: Sweep }> {
  const windowId = await knex.transaction((trx) =>
    insertWindow(
      trx,
      {
        startUs: START_US + days * DAY_US,
        epochCount: 10_080,
        nside: 64,
        minElevationDeg: 10,
        uniformElevation: false,
        catalogueRevision: 1,
        leftOut: {},
      },
      [],
    ),
  );
  await publishWindow(knex, windowId);
  const wanted = { windowId, noradNumbers: [ISS], ipix: [CELL.ipix], blockEpochs: 60, partCells: 10, partRows: 10 };
  const sweep = await knex.transaction((trx) => insertSweep(trx, wanted));
  await insertSeries(knex, sweep.id, [CELL]);
  await insertRunIndexes(knex, windowId, [{ noradNumber: ISS, bands: 4, cellCount: 0, data: Buffer.from('index') }]);
  if (finished) await publishSweep(knex, sweep);
  return { windowId, sweep };
}

const at = (days: number): Date => new Date((START_US + days * DAY_US) / 1000);

test('windows stay until their end has passed; the two newest stay even then', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    await upsertCatalogue(knex, [elset()], { bundled: false });
    const ids: number[] = [];
    for (const days of [0, 1, 2, 3]) ids.push((await openSwept(knex, days)).windowId);
    const left = async (): Promise<number[]> => (await listWindows(knex)).map(({ id }) => id).reverse();
    await pruneWindows(knex, at(6.99));
    t.deepEqual(await left(), ids);
    await pruneWindows(knex, at(7));
    t.deepEqual(await left(), ids.slice(1));
    await pruneWindows(knex, at(100));
    t.deepEqual(await left(), ids.slice(2));
  });
});

test('only the two newest windows keep their series; all keep their run indexes', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    await upsertCatalogue(knex, [elset()], { bundled: false });
    const ids: number[] = [];
    for (const days of [0, 1, 2]) ids.push((await openSwept(knex, days)).windowId);
    await pruneWindows(knex, at(2));
    const series = await Promise.all(ids.map(async (id) => (await findSeries(knex, id, [CELL.ipix])).get(CELL.ipix)));
    t.deepEqual(
      series.map((data) => data?.toString()),
      [undefined, 'series', 'series'],
    );
    for (const id of ids) {
      const run = await ensureRun(knex, id, ISS);
      t.is(run.status, 'completed');
      t.is((await findRunIndex(knex, run.id, 4))?.data.toString(), 'index');
    }
  });
});

test('a sweep that newer windows have overtaken is given up, and its runs have failed', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    await upsertCatalogue(knex, [elset()], { bundled: false });
    const old = await openSwept(knex, 0, false);
    const next = await openSwept(knex, 1, false);
    await openSwept(knex, 2, false);
    await pruneWindows(knex, at(2));
    t.is((await ensureRun(knex, old.windowId, ISS)).status, 'failed');
    t.is((await ensureRun(knex, next.windowId, ISS)).status, 'running');
    t.deepEqual(await knex('sweeps').where({ window_id: old.windowId }), []);
    t.is((await knex('sweeps')).length, 2);
  });
});
