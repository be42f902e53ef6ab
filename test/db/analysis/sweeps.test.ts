import type { Knex } from 'knex';
import { findSeries, insertSeries, publishedCells, storedCells } from '../../../src/db/analysis/cellSeries.js';
import { findRunIndex, insertRunIndexes } from '../../../src/db/analysis/runIndexes.js';
import { ensureRun } from '../../../src/db/analysis/runs.js';
import { upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { deletePublishedBlocks, insertBlock, loadPart, sweepProgress } from '../../../src/db/analysis/sweepBlocks.js';
import {
  failAbandonedSweeps,
  findMissing,
  pruneSeries,
  setSweepStatus,
  sweepSize,
  type NewSweep,
  type Sweep,
  unfinishedSweep,
} from '../../../src/db/analysis/sweeps.js';
import { track, untrack } from '../../../src/db/analysis/tracked.js';
import { account, addSweep, addWindow, databaseTest as test, elset, frozen } from '../fixtures.js';

const ISS = 25_544;
const HST = 20_580;
/** Catalogue number of a satellite that is tracked but not in the window. */
const OUTSIDE = 22_195;
/** Sets up two windows with ISS and HST. Two accounts track ISS, one of them also HST and OUTSIDE. */
async function scene(knex: Knex): Promise<{ window: number; other: number; ada: number; issId: number }> {
  await upsertCatalogue(
    knex,
    [ISS, HST, OUTSIDE].map((noradNumber) => elset({ noradNumber })),
    { bundled: false },
  );
  const satellites = [HST, ISS].map((noradNumber) => frozen({ noradNumber }));
  const { accountId: ada } = await account(knex);
  const { accountId: bob } = await account(knex, 'bob@example.org');
  const iss = await track(knex, ada, ISS, null);
  for (const norad of [HST, OUTSIDE]) await track(knex, ada, norad, null);
  await track(knex, bob, ISS, null);
  const [window, other] = [await addWindow(knex, {}, satellites), await addWindow(knex, {}, satellites)];
  return { window, other, ada, issId: iss?.id ?? 0 };
}

function begin(knex: Knex, windowId: number, differences: Partial<NewSweep> = {}): Promise<Sweep> {
  return addSweep(knex, {
    windowId,
    noradNumbers: [HST, ISS],
    ipix: [3, 5],
    partCells: 2,
    partRows: 2,
    ...differences,
  });
}

async function runs(knex: Knex, windowId: number): Promise<Record<number, string>> {
  const rows = await knex('coverage_analysis_runs')
    .where({ window_id: windowId })
    .select<{ norad: number; status: string }[]>({ norad: 'norad_number', status: 'status' });
  return Object.fromEntries(rows.map(({ norad, status }) => [norad, status]));
}

const data = (...bytes: number[]): Uint8Array => Uint8Array.from(bytes);
const copy = (found: Buffer | undefined): number[] | undefined => found && [...found];

test('a window lacks the runs of its tracked satellites until they are completed, and cells until they are stored', async (t, {
  knex,
}) => {
  const { window, other, ada, issId } = await scene(knex);
  const all = { noradNumbers: [HST, ISS], storedCells: [] };
  t.deepEqual(await findMissing(knex, window), all);
  await ensureRun(knex, window, HST);
  t.deepEqual(await findMissing(knex, window), all);

  const first = await begin(knex, window, { noradNumbers: [HST] });
  t.deepEqual(await findMissing(knex, window), all);
  await setSweepStatus(knex, first, 'completed');
  t.deepEqual(await findMissing(knex, window), { noradNumbers: [ISS], storedCells: [3, 5] });
  t.deepEqual(await findMissing(knex, other), all);

  await untrack(knex, ada, issId);
  t.deepEqual((await findMissing(knex, window)).noradNumbers, [ISS]);
  await setSweepStatus(knex, await begin(knex, window, { noradNumbers: [ISS], ipix: [5, 9] }), 'completed');
  t.deepEqual(await findMissing(knex, window), { noradNumbers: [], storedCells: [3, 5, 9] });
  await setSweepStatus(knex, await begin(knex, window, { noradNumbers: [], ipix: null }), 'completed');
  t.deepEqual(await findMissing(knex, window), { noradNumbers: [], storedCells: null });
});

test('a sweep that begins makes its runs and sets them running; those of others stay', async (t, { knex }) => {
  const { window, other } = await scene(knex);
  const { id } = await ensureRun(knex, window, ISS);
  await ensureRun(knex, other, ISS);
  const sweep = await begin(knex, window);
  t.deepEqual(await runs(knex, window), { [HST]: 'running', [ISS]: 'running' });
  t.deepEqual(await runs(knex, other), { [ISS]: 'pending' });
  t.is((await ensureRun(knex, window, ISS)).id, id);
  const found = await unfinishedSweep(knex, window);
  t.deepEqual(found, sweep);
  t.deepEqual(found?.noradNumbers, [HST, ISS]);
  t.is(await unfinishedSweep(knex, other), undefined);
  const everything = await begin(knex, other, { noradNumbers: [], ipix: null });
  t.deepEqual(await unfinishedSweep(knex, other), everything);
  t.is((await unfinishedSweep(knex, other))?.ipix, null);
});

test('a window has one unfinished sweep at a time', async (t, { knex }) => {
  const { window, other } = await scene(knex);
  const sweep = await begin(knex, window);
  await t.throwsAsync(begin(knex, window), { message: /sweeps_unfinished/ });
  await setSweepStatus(knex, sweep, 'failed', 'reason');
  await t.throwsAsync(begin(knex, window), { message: /sweeps_unfinished/ });
  await begin(knex, other);
  await setSweepStatus(knex, sweep, 'completed');
  await t.notThrowsAsync(begin(knex, window));
});

test('a completed sweep stays completed, with its runs, where another process fails or goes on too late', async (t, {
  knex,
}) => {
  const { window } = await scene(knex);
  const sweep = await begin(knex, window);
  await setSweepStatus(knex, sweep, 'failed', 'no space left');
  await setSweepStatus(knex, sweep, 'completed');
  for (const status of ['failed', 'running'] as const) {
    await setSweepStatus(knex, sweep, status, 'too late');
    const row = await knex('sweeps').where({ id: sweep.id }).first('status', 'failure');
    t.deepEqual(row, { status: 'completed', failure: null });
    t.deepEqual(await runs(knex, window), { [HST]: 'completed', [ISS]: 'completed' });
  }
});

test('results of a sweep become visible at its publication, all at once; publishing again changes nothing', async (t, {
  knex,
}) => {
  const { window, other } = await scene(knex);
  const sweep = await begin(knex, window);
  const bystander = await begin(knex, other);
  await insertSeries(knex, sweep.id, [{ ipix: 3, data: data(1, 2) }]);
  await insertSeries(knex, sweep.id, []);
  const index = { bands: 8, cellCount: 2 ** 33, data: data(7) };
  await insertRunIndexes(knex, window, [{ noradNumber: ISS, ...index }]);
  const run = await ensureRun(knex, window, ISS);
  const seen = async (): Promise<unknown[]> => [
    copy((await findSeries(knex, window, [3])).get(3)),
    (await findRunIndex(knex, run.id, 8))?.cellCount,
    await runs(knex, window),
  ];
  t.deepEqual(await seen(), [undefined, undefined, { [HST]: 'running', [ISS]: 'running' }]);

  await setSweepStatus(knex, sweep, 'completed');
  const after = [[1, 2], 2 ** 33, { [HST]: 'completed', [ISS]: 'completed' }];
  t.deepEqual(await seen(), after);
  t.deepEqual(await findRunIndex(knex, run.id, 8), { ...index, data: Buffer.from(index.data) });
  t.is(await findRunIndex(knex, run.id, 16), undefined);
  t.is((await findSeries(knex, other, [3])).size, 0);
  t.deepEqual([...(await findSeries(knex, window, [5, 3, 4])).keys()], [3]);
  t.deepEqual(await publishedCells(knex, window, 9), [3]);
  t.deepEqual(await publishedCells(knex, other, 9), []);
  t.is((await sweepProgress(knex, bystander.id)).status, 'running');
  t.deepEqual(await runs(knex, other), { [HST]: 'running', [ISS]: 'running' });

  const finished = await knex('sweeps').where({ id: sweep.id }).first('finished_at');
  t.true(finished.finished_at instanceof Date);
  await setSweepStatus(knex, sweep, 'completed');
  t.deepEqual(await knex('sweeps').where({ id: sweep.id }).first('finished_at'), finished);
  t.deepEqual(await seen(), after);
});

test('of two sweeps that stored a cell the newer one answers', async (t, { knex }) => {
  const { window } = await scene(knex);
  const first = await begin(knex, window);
  await insertSeries(knex, first.id, [{ ipix: 3, data: data(1) }]);
  await setSweepStatus(knex, first, 'completed');
  const second = await begin(knex, window, { noradNumbers: [] });
  await insertSeries(knex, second.id, [{ ipix: 3, data: data(2) }]);
  t.deepEqual(copy((await findSeries(knex, window, [3])).get(3)), [1]);
  await setSweepStatus(knex, second, 'completed');
  t.deepEqual(copy((await findSeries(knex, window, [3])).get(3)), [2]);
});

test('existing series and indexes stay as they are', async (t, { knex }) => {
  const { window } = await scene(knex);
  const sweep = await begin(knex, window);
  t.deepEqual(await storedCells(knex, sweep.id), []);
  await insertSeries(knex, sweep.id, [{ ipix: 5, data: data(1, 2, 3) }]);
  const again = [
    { ipix: 5, data: data(9) },
    { ipix: 3, data: data(4, 5) },
  ];
  await insertSeries(knex, sweep.id, again);
  t.deepEqual(await storedCells(knex, sweep.id), [3, 5]);

  const index = { noradNumber: ISS, bands: 8, cellCount: 1, data: data(1, 2, 3, 4) };
  await insertRunIndexes(knex, window, [index, { ...index, bands: 12 }]);
  await insertRunIndexes(knex, window, [{ ...index, cellCount: 9, data: data(9) }]);
  t.deepEqual(await sweepSize(knex, sweep), { runs: 2, indexBytes: 8, cells: 2, seriesBytes: 5 });
  const other = { ...sweep, id: sweep.id + 1, windowId: window + 1 };
  t.deepEqual(await sweepSize(knex, other), { runs: 2, indexBytes: 0, cells: 0, seriesBytes: 0 });
  await setSweepStatus(knex, sweep, 'completed');
  const run = await ensureRun(knex, window, ISS);
  t.is((await findRunIndex(knex, run.id, 8))?.cellCount, 1);
});

test('blocks are stored once, in all their parts, and not after the publication', async (t, { knex }) => {
  const { window, other } = await scene(knex);
  const sweep = await begin(knex, window);
  const bystander = await begin(knex, other);
  t.deepEqual(await sweepProgress(knex, sweep.id), { status: 'running', finished: [] });
  for (const from of [240, 0, 60]) await insertBlock(knex, sweep.id, from, [data(from), data(from, 1)]);
  await insertBlock(knex, bystander.id, 120, [data(5)]);
  await Promise.all([1, 2].map(() => insertBlock(knex, sweep.id, 60, [data(99), data(99)])));
  t.deepEqual(await sweepProgress(knex, sweep.id), { status: 'running', finished: [0, 60, 240] });
  const parts = async (part: number): Promise<unknown> => (await loadPart(knex, sweep.id, part)).map(copy);
  t.deepEqual(await parts(0), [[0], [60], [240]]);
  t.deepEqual(await parts(1), [
    [0, 1],
    [60, 1],
    [240, 1],
  ]);
  t.deepEqual(await parts(2), []);

  await setSweepStatus(knex, sweep, 'completed');
  await insertBlock(knex, sweep.id, 120, [data(1), data(1)]);
  t.deepEqual(await sweepProgress(knex, sweep.id), { status: 'completed', finished: [0, 60, 240] });
  await deletePublishedBlocks(knex);
  t.deepEqual(await sweepProgress(knex, sweep.id), { status: 'completed', finished: [] });
  t.deepEqual((await sweepProgress(knex, bystander.id)).finished, [120]);
  t.deepEqual(await sweepProgress(knex, 999), { status: undefined, finished: [] });
});

test('series and unfinished sweeps of windows that are not kept go, run indexes stay', async (t, { knex }) => {
  const { window, other } = await scene(knex);
  for (const id of [window, other]) {
    const sweep = await begin(knex, id);
    await insertSeries(knex, sweep.id, [{ ipix: 3, data: data(id) }]);
    await insertRunIndexes(knex, id, [{ noradNumber: ISS, bands: 8, cellCount: 1, data: data(1) }]);
    await setSweepStatus(knex, sweep, 'completed');
    const unfinished = await begin(knex, id, { noradNumbers: [] });
    await insertBlock(knex, unfinished.id, 0, [data(1)]);
  }
  await failAbandonedSweeps(knex, [other]);
  await pruneSeries(knex, [other]);
  t.is((await findSeries(knex, window, [3])).size, 0);
  t.deepEqual(copy((await findSeries(knex, other, [3])).get(3)), [other]);
  t.is(await unfinishedSweep(knex, window), undefined);
  t.truthy(await unfinishedSweep(knex, other));
  t.is((await knex('sweep_blocks')).length, 1);
  t.is((await findRunIndex(knex, (await ensureRun(knex, window, ISS)).id, 8))?.cellCount, 1);
  t.deepEqual((await findMissing(knex, window)).storedCells, []);
  await pruneSeries(knex, []);
  t.is((await findSeries(knex, other, [3])).size, 0);
});
