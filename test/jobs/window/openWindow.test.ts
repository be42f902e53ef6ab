import type { Knex } from 'knex';
import { thinElsets } from '../../../src/db/catalogue/thinElsets.js';
import { freezeCatalogue } from '../../../src/jobs/window/freeze.js';
import { loadSatellites, packSatellites } from '../../../src/db/analysis/frozenSatellites.js';
import { listWindows, newestPublishedWindow, publishWindow } from '../../../src/db/analysis/windows.js';
import { openUnlessSame, openWindow } from '../../../src/jobs/window/openWindow.js';
import type { WindowOptions } from '../../../src/jobs/window/windowOptions.js';
import { addSweep, addWindow, databaseTest, DAY_US, elset, importElsets, START_US } from '../../db/fixtures.js';
import { insertSeries } from '../../../src/db/analysis/cellSeries.js';
import { setSweepStatus } from '../../../src/db/analysis/sweeps.js';
import { pruneWindows } from '../../../src/jobs/window/windowKeeper.js';

const OPTIONS: WindowOptions = {
  start: new Date(START_US / 1000),
  nside: 64,
  minElevationDeg: 10,
  uniformElevation: false,
};

databaseTest(
  'the window opened last answers, even from a transaction that began before another opened its own',
  async (t, { knex }) => {
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

/**
 * Publishes a window that begins `days` days after START_US, with a sweep of one cell; the sweep is published too,
 * unless `days` is 2.
 */
async function openSwept(knex: Knex, days: number): Promise<number> {
  const windowId = await addWindow(knex, { startUs: START_US + days * DAY_US });
  await publishWindow(knex, windowId);
  const sweep = await addSweep(knex, { windowId, ipix: [7], partCells: 10 });
  await insertSeries(knex, sweep.id, [{ ipix: 7, data: Buffer.from('series') }]);
  if (days !== 2) await setSweepStatus(knex, sweep, 'completed');
  return windowId;
}

databaseTest('thinning changes nothing that a window would choose if it were opened again', async (t, { knex }) => {
  const optionsOf = (startUs: number): WindowOptions => ({ ...OPTIONS, start: new Date(startUs / 1000) });
  const starts = [-20, -7, -6.5, -6, -1, 0].map((days) => START_US + days * DAY_US);
  // Each satellite has an elset every 100 minutes or so, and one satellite has none of the last ten days.
  const history = [1, 2, 3].flatMap((noradNumber) =>
    Array.from({ length: 420 }, (_, i) =>
      elset({ noradNumber, epochUs: START_US - i * (6e9 + noradNumber * 7e7), raanDeg: i % 360 }),
    ),
  );
  for (const [i, startUs] of starts.entries()) {
    const known = history.filter(
      ({ noradNumber, epochUs }) => epochUs < startUs && (noradNumber !== 3 || epochUs < START_US - 10 * DAY_US),
    );
    await importElsets(knex, known);
    await openWindow(knex, optionsOf(startUs));
    // An elset that is nearer to the start comes late, and the window is opened again.
    await importElsets(knex, [elset({ noradNumber: 2, epochUs: startUs + 7 + i })]);
    if (i % 2 === 1) await openWindow(knex, optionsOf(startUs));
  }
  const chosen = async (): Promise<Buffer[]> => {
    const packed: Buffer[] = [];
    for (const startUs of starts) {
      const { satellites } = await knex.transaction((trx) => freezeCatalogue(trx, optionsOf(startUs)));
      packed.push(await packSatellites(satellites));
    }
    return packed;
  };
  const frozenElsets = async (): Promise<unknown[]> => {
    const windows = await Promise.all((await listWindows(knex)).map(({ id }) => loadSatellites(knex, id)));
    const held = windows.flatMap((satellites) => satellites ?? []);
    const rows = knex('elsets').select('id', 'raan_deg').orderBy('id');
    return rows.whereIn(
      ['norad_number', 'epoch_us'],
      held.map(({ noradNumber, elements }) => [noradNumber, elements.epochUs]),
    );
  };
  const before = [await chosen(), await frozenElsets()];
  t.true((await thinElsets(knex, { nowMs: START_US / 1000, keepDays: 14 })) > 500);
  t.deepEqual([await chosen(), await frozenElsets()], before);
  const newest = await newestPublishedWindow(knex);
  t.is(await openUnlessSame(knex, optionsOf(newest?.startUs ?? 0)), undefined);
});

const at = (days: number): Date => new Date((START_US + days * DAY_US) / 1000);

databaseTest(
  'windows stay until they have ended, the two newest longer; these alone keep series and unfinished sweeps',
  async (t, { knex }) => {
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
  },
);
