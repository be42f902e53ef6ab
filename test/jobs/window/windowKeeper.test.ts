import type { Knex } from 'knex';
import type { Elset } from '../../../src/catalogue/elsets/elset.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { catalogueRevision } from '../../../src/db/catalogue/imports.js';
import { catalogueStatus } from '../../../src/db/catalogue/satellites.js';
import { listWindows, publishedWindow } from '../../../src/db/analysis/windows.js';
import { loadBundledCatalogue } from '../../../src/jobs/import/importCatalogue.js';
import { openWindow } from '../../../src/jobs/window/openWindow.js';
import { createWindowKeeper } from '../../../src/jobs/window/windowKeeper.js';
import { type LoadedWindow, loadStoredWindow } from '../../../src/memory/loadedWindow.js';
import { createSeriesCache } from '../../../src/memory/seriesCache.js';
import { createLoadedWindows } from '../../../src/memory/loadedWindows.js';
import { anyDatabaseTest, databaseTest, DAY_US, elset, importElsets } from '../../db/fixtures.js';
import { nothingStored } from '../../helpers/analysis.js';
import { keptLog } from '../../helpers/log.js';

const DAY_MS = 86_400_000;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;

const core = await createOwnedCore(256);

function keep(knex: Knex) {
  const windows = createLoadedWindows(createSeriesCache(core, 2 ** 20, nothingStored), async (id) => {
    const record = await publishedWindow(knex, id);
    return record && loadStoredWindow(knex, core, record);
  });
  const { log, lines } = keptLog();
  const loaded: LoadedWindow[] = [];
  let clock = TODAY + DAY_MS / 2;
  const keeper = createWindowKeeper({
    knex,
    core,
    windows,
    log,
    nside: 64,
    minElevationDeg: 10,
    onLoad: (window) => loaded.push(window),
    now: () => new Date(clock),
  });
  return {
    keeper,
    windows,
    /** Loaded windows, in order. */
    loaded,
    /** Messages of the log. */
    messages: () => lines.map(({ msg }) => msg),
    /** Advances the keeper's clock. */
    wait: (ms: number) => void (clock += ms),
  };
}

const ofToday = (differences: Partial<Elset> = {}): Elset => elset({ epochUs: TODAY * 1000, ...differences });

const starts = async (knex: Knex): Promise<number[]> =>
  (await listWindows(knex)).map(({ startUs }) => (startUs / 1000 - TODAY) / DAY_MS).toReversed();

databaseTest(
  'the first check of a day opens a window for it and loads it; later checks find nothing to do',
  async (t, { knex }) => {
    await importElsets(knex, [ofToday()]);
    const { keeper, windows, loaded, wait } = keep(knex);
    await keeper.check();
    t.like(windows.current(), { startMs: TODAY, satelliteCount: 1, nside: 64, minElevationDeg: 10 });
    await keeper.check();
    wait(DAY_MS / 4);
    await keeper.check();
    t.deepEqual(await starts(knex), [0]);
    t.is(loaded.length, 1);

    wait(DAY_MS / 4);
    await keeper.check();
    await keeper.check();
    t.deepEqual(await starts(knex), [0, 1]);
    t.is(windows.current()?.startMs, TODAY + DAY_MS);
    t.is(loaded.length, 2);
  },
);

anyDatabaseTest(
  'an import that adds something opens a window with it, and one that adds nothing opens none',
  async (t, { knex }) => {
    await importElsets(knex, [ofToday()]);
    const { keeper, windows } = keep(knex);
    await keeper.check();
    await importElsets(knex, [ofToday()]);
    await keeper.check();
    t.deepEqual(await starts(knex), [0]);

    await importElsets(knex, [ofToday({ noradNumber: 20_580 })]);
    await keeper.check();
    await keeper.check();
    t.deepEqual(await starts(knex), [0, 0]);
    t.truthy(windows.current()?.satellite(20_580));
  },
);

anyDatabaseTest('an import that changes nothing of the frozen data opens no window', async (t, { knex }) => {
  await importElsets(knex, [ofToday(), ofToday({ noradNumber: 20_580, epochUs: TODAY * 1000 - DAY_US })]);
  const { keeper, loaded } = keep(knex);
  await keeper.check();
  await importElsets(knex, [ofToday({ epochUs: TODAY * 1000 + DAY_US / 3 })]);
  await keeper.check();
  await keep(knex).keeper.check();
  t.deepEqual(await starts(knex), [0]);
  t.is(loaded.length, 1);
  t.is((await listWindows(knex))[0]?.catalogueRevision, await catalogueRevision(knex));

  await importElsets(knex, [ofToday({ noradNumber: 20_580, epochUs: TODAY * 1000 + DAY_US / 3 })]);
  await keeper.check();
  t.deepEqual(await starts(knex), [0, 0]);
});

databaseTest('a window that somebody opens by hand is loaded, and answers until the next day', async (t, { knex }) => {
  await importElsets(knex, [ofToday(), ofToday({ noradNumber: 20_580, epochUs: TODAY * 1000 - 20 * DAY_US })]);
  const { keeper, windows, wait } = keep(knex);
  await keeper.check();
  const start = new Date(TODAY - 10 * DAY_MS);
  const byHand = await openWindow(knex, { start, nside: 32, minElevationDeg: 0, uniformElevation: true });
  await keeper.check();
  t.like(windows.current(), { id: byHand.id, startMs: start.getTime(), nside: 32 });

  wait(DAY_MS / 2);
  await keeper.check();
  t.is(windows.current()?.startMs, TODAY + DAY_MS);
});

anyDatabaseTest(
  'while no window can be opened the previous one goes on answering, and opening is tried once',
  async (t, { knex }) => {
    await importElsets(knex, [ofToday()]);
    const { keeper, windows, messages, wait } = keep(knex);
    await keeper.check();
    wait(15 * DAY_MS);
    await keeper.check();
    await keeper.check();
    t.is(windows.current()?.startMs, TODAY);
    const refusal = 'no new analysis window: the one before goes on answering';
    t.is(messages().filter((message) => message === refusal).length, 1);
    t.regex(windows.refusal() ?? '', /no element set lies within 14 days of it; the catalogue holds/);

    await importElsets(knex, [ofToday({ epochUs: TODAY * 1000 + 10 * DAY_US })]);
    await keeper.check();
    t.is(windows.current()?.startMs, TODAY + 15 * DAY_MS);
    t.is(windows.refusal(), undefined);
  },
);

anyDatabaseTest('after a clock was set forward by days and back again, today’s window answers', async (t, { knex }) => {
  await importElsets(knex, [ofToday()]);
  const { keeper, windows, wait } = keep(knex);
  await keeper.check();
  wait(3 * DAY_MS);
  await keeper.check();
  // Imitates a database whose clock was three days ahead as well.
  await knex.raw(`update windows set created_at = created_at + interval '3 days' where start_us > ?`, [TODAY * 1000]);
  t.is(windows.current()?.startMs, TODAY + 3 * DAY_MS);
  wait(-3 * DAY_MS);
  await keeper.check();
  t.is(windows.current()?.startMs, TODAY);
  await keeper.check();
  t.deepEqual(await starts(knex), [0, 3, 0]);
  wait(-2 * DAY_MS);
  await keeper.check();
  t.is(windows.current()?.startMs, TODAY - 2 * DAY_MS);
});

databaseTest('a check that fails by the database is repeated', async (t, { knex }) => {
  await importElsets(knex, [ofToday()]);
  const { keeper, windows } = keep(knex);
  await knex.raw('alter table windows add constraint refused check (id is null)');
  try {
    await t.throwsAsync(keeper.check(), { message: /refused/ });
  } finally {
    await knex.raw('alter table windows drop constraint refused');
  }
  t.is(windows.current(), undefined);
  await keeper.check();
  t.is(windows.current()?.startMs, TODAY);
});

databaseTest('several keepers on one database at once open one window, and all load it', async (t, { knex }) => {
  await importElsets(knex, [ofToday()]);
  const keepers = [keep(knex), keep(knex), keep(knex)];
  const check = (): Promise<unknown> => Promise.all(keepers.map(({ keeper }) => keeper.check()));
  await check();
  t.deepEqual(await starts(knex), [0]);
  t.deepEqual(
    keepers.map(({ windows }) => windows.current()?.id),
    [1, 1, 1],
  );
  for (const { wait } of keepers) wait(DAY_MS);
  await check();
  t.deepEqual(await starts(knex), [0, 1]);
});

anyDatabaseTest('the bundled catalogue takes its epochs anew each day', async (t, { knex }) => {
  await loadBundledCatalogue(knex, (TODAY - 30 * DAY_MS) * 1000);
  const { keeper, windows, wait } = keep(knex);
  await keeper.check();
  t.is((await catalogueStatus(knex)).newestEpochUs, TODAY * 1000);
  const count = windows.current()?.satelliteCount ?? 0;
  t.true(count > 5000);
  wait(DAY_MS);
  await keeper.check();
  await keeper.check();
  t.like(windows.current(), { startMs: TODAY + DAY_MS, satelliteCount: count });
  t.deepEqual(await starts(knex), [0, 1]);
});
