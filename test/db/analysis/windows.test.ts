import { setTimeout as sleep } from 'node:timers/promises';
import { ensureRun } from '../../../src/db/analysis/runs.js';
import {
  findWindow,
  listWindows,
  newestPublishedWindow,
  publishedWindow,
  publishWindow,
  type NewWindow,
} from '../../../src/db/analysis/windows.js';
import { addWindow, databaseTest as test, START_US, WINDOW } from '../fixtures.js';

test('the newest published window is the one published last; others do not answer', async (t, { knex }) => {
  t.is(await newestPublishedWindow(knex), undefined);
  const first = await addWindow(knex);
  const second = await addWindow(knex, { nside: 32, uniformElevation: true });
  const third = await addWindow(knex);
  t.is(await newestPublishedWindow(knex), undefined);
  await publishWindow(knex, second);
  // The embedded database's clock advances in steps of a millisecond.
  await sleep(2);
  await publishWindow(knex, first);
  await publishWindow(knex, second);

  const newest = await newestPublishedWindow(knex);
  const { createdAt, publishedAt, identity, ...rest } = newest ?? {};
  t.is(identity?.length, 36);
  t.deepEqual(rest, { id: first, ...WINDOW, satelliteCount: 0, propagationFailures: null });
  t.true(createdAt instanceof Date && publishedAt instanceof Date);
  const windows = await listWindows(knex);
  t.deepEqual(
    windows.map(({ id }) => id),
    [third, second, first],
  );
  t.is(new Set(windows.map((window) => window.identity)).size, 3);
});

test('a window is found by its id, or by what tells it from others, once it is published', async (t, { knex }) => {
  const [first, second] = [await addWindow(knex), await addWindow(knex)];
  t.is(await findWindow(knex, WINDOW), undefined);
  t.is(await publishedWindow(knex, first), undefined);
  await publishWindow(knex, second);
  t.is((await findWindow(knex, WINDOW))?.id, second);
  t.is(await publishedWindow(knex, first), undefined);
  // The window inserted later is found, although it was published first.
  await publishWindow(knex, first);
  t.like(await findWindow(knex, WINDOW), { id: second, ...WINDOW });
  t.like(await publishedWindow(knex, first), { id: first, ...WINDOW });

  const others: Partial<NewWindow>[] = [
    { startUs: START_US + 60e6 },
    { nside: 32 },
    { minElevationDeg: 7.3 },
    { uniformElevation: true },
    { catalogueRevision: 4 },
  ];
  for (const differences of others) {
    t.is(await findWindow(knex, { ...WINDOW, ...differences }), undefined);
    const id = await addWindow(knex, differences);
    await publishWindow(knex, id);
    t.is((await findWindow(knex, { ...WINDOW, ...differences }))?.id, id);
  }
  t.is((await findWindow(knex, WINDOW))?.id, second);
});

test('a run is made once for a window and a satellite, even by several at once', async (t, { knex }) => {
  const id = await addWindow(knex);
  const runs = await Promise.all(Array.from({ length: 8 }, () => ensureRun(knex, id, 25_544)));
  t.is(new Set(runs.map((run) => run.id)).size, 1);
  t.like(runs[0], { status: 'pending' });
  t.true(runs[0]?.createdAt instanceof Date);
  t.not((await ensureRun(knex, id, 7)).id, runs[0]?.id);
  t.deepEqual(await ensureRun(knex, id, 25_544), runs[0]);

  await knex('windows').where({ id }).delete();
  t.deepEqual(await knex('coverage_analysis_runs'), []);
});
