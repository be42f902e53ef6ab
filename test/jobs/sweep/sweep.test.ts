import test, { type ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import { createPool, type Pool } from '../../../src/compute/pool.js';
import { cellCentre, cellCount, cellOf } from '../../../src/core/healpix.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { findSeries } from '../../../src/db/analysis/cellSeries.js';
import { findRunIndex } from '../../../src/db/analysis/runIndexes.js';
import { ensureRun } from '../../../src/db/analysis/runs.js';
import { insertStation } from '../../../src/db/analysis/stations.js';
import { insertBlock } from '../../../src/db/analysis/sweepBlocks.js';
import {
  failAbandonedSweeps,
  setSweepStatus,
  sweepSize,
  type Sweep,
  unfinishedSweep,
} from '../../../src/db/analysis/sweeps.js';
import { track } from '../../../src/db/analysis/tracked.js';
import { runSweep } from '../../../src/jobs/sweep/sweep.js';
import type { SweepParts, SweepProgress } from '../../../src/jobs/sweep/sweepParts.js';
import { beginSweep, planSweep } from '../../../src/jobs/sweep/sweepPlan.js';
import type { LoadedWindow } from '../../../src/memory/loadedWindow.js';
import { createRingTables } from '../../../src/memory/ringTables.js';
import { decodeNumbers } from '../../../src/codec/numbers.js';
import { addSweep, anyDatabaseTest, databaseTest } from '../../db/fixtures.js';
import { bench } from '../../helpers/analysis.js';
import { liveSeries } from '../../helpers/series.js';
import { DECAYING, sampleSatellites, SILENT } from '../../helpers/sky.js';
import { storedWindow, trackingAccount, choicesOf, liveCounts, sweptTables } from '../../helpers/storedWindow.js';
import { until } from '../../helpers/until.js';

const EPOCHS = 250;
const NSIDE = 8;
const satellites = sampleSatellites(100);
const severalBands = satellites
  .filter(({ bands }) => (bands & (bands - 1)) !== 0)
  .map(({ noradNumber }) => noradNumber);
const oneBand = satellites.find(({ bands }) => bands !== 0 && (bands & (bands - 1)) === 0)?.noradNumber ?? 0;
const TRACKED = [...severalBands.slice(0, 3), oneBand, DECAYING, SILENT];
const LATER = severalBands[3] ?? 0;
const BERLIN = [52.52, 13.405] as const;
/** Latitudes and longitudes of the stations; the first two lie in one cell. */
const PLACES = [BERLIN, [52.53, 13.41], [-0.18, -78.47], [78.23, 15.41]] as const;
const ifNeedBe = { which: 'stations', evenLater: false } as const;

const core = await createOwnedCore(256);
const pool = await createPool(core, 2);
const ringTables = createRingTables(core);
ringTables.of(NSIDE);
/** Bench that answers without stored results. */
const live = bench(core, pool, { cacheBytes: 2 ** 20 });
test.after.always(() => pool.close());

interface Scene {
  parts: SweepParts;
  window: LoadedWindow;
  /** Equal window that is not swept. */
  twin: LoadedWindow;
  accountId: number;
}

type Body = (t: ExecutionContext, knex: Knex, scene: Scene) => Promise<void>;

/** Returns a test that runs the body on a database with two windows of the same satellites. */
const sceneOf =
  (body: Body) =>
  async (t: ExecutionContext, { knex }: { knex: Knex }): Promise<void> => {
    const open = (): Promise<LoadedWindow> =>
      storedWindow(knex, core, satellites, { epochCount: EPOCHS, nside: NSIDE });
    const [window, twin] = [await open(), await open()];
    live.windows.publish(window);
    const accountId = await trackingAccount(knex, TRACKED, PLACES);
    await body(t, knex, { parts: { knex, core, ringTables, pool, threads: 2 }, window, twin, accountId });
  };
const sceneTest = (title: string, body: Body): void => anyDatabaseTest(title, sceneOf(body));
/** Declares a test like `sceneTest`, on a database of each kind, or of the given kinds: see `databaseTest`. */
const scenesTest = (title: string, body: Body, kinds?: 'postgres'[]): void => databaseTest(title, sceneOf(body), kinds);

async function begun({ knex }: SweepParts, window: LoadedWindow): Promise<Sweep> {
  const sweep = await beginSweep(knex, core, window, ifNeedBe);
  if (sweep === undefined) throw new Error('nothing is missing');
  return sweep;
}

/** Runs a sweep, and asserts that it has freed all its memory afterwards, even if it failed. */
async function runChecked(t: ExecutionContext, ...sweep: Parameters<typeof runSweep>): Promise<void> {
  const before = core.arena.freeBytes;
  try {
    await runSweep(...sweep);
  } finally {
    t.is(core.arena.freeBytes, before);
  }
}

const statuses = (knex: Knex, window: LoadedWindow): Promise<string[]> =>
  knex('coverage_analysis_runs').where({ window_id: window.id }).distinct().pluck('status');

/** Asserts that every stored index of a satellite's run equals the live analysis; returns the number of cells. */
async function checkIndexes(t: ExecutionContext, knex: Knex, window: LoadedWindow, norad: number): Promise<number> {
  const run = await ensureRun(knex, window.id, norad);
  t.is(run.status, 'completed');
  let total = 0;
  const choices = choicesOf(window.satellite(norad)?.bands ?? 0);
  t.is((await knex('run_indexes').where({ run_id: run.id })).length, choices.length);
  for (const { band, mask } of choices) {
    const index = await findRunIndex(knex, run.id, mask);
    const counts = await liveCounts(live.analysis, window, norad, band);
    t.deepEqual(index && decodeNumbers(index.data, new Uint32Array(EPOCHS)), counts, `${norad} in ${band}`);
    const cells = counts.reduce((sum, count) => sum + count, 0);
    t.is(index?.cellCount, cells);
    total += cells;
  }
  return total;
}

/** Asserts that the stored series of a cell equals counting by site, for every group; returns its largest occupancy. */
async function checkSeries(t: ExecutionContext, knex: Knex, window: LoadedWindow, ipix: number): Promise<number> {
  const data = (await findSeries(knex, window.id, [ipix])).get(ipix);
  const expected = liveSeries(core, window, ipix);
  const found = data && decodeNumbers(data, new Uint16Array(expected.length));
  t.true(found !== undefined && Buffer.from(found.buffer).equals(Buffer.from(expected.buffer)), `cell ${ipix}`);
  return Math.max(...expected);
}

scenesTest(
  'stored and live results are equal: series of all groups, and indexes of all bands',
  async (t, knex, { parts, window }) => {
    const sweep = await begun(parts, window);
    t.deepEqual(
      sweep.noradNumbers,
      TRACKED.toSorted((a, b) => a - b),
    );
    const cells = new Set(PLACES.map(([lat, lon]) => cellOf(core.kernels, NSIDE, lat, lon)));
    t.is(cells.size, 3);
    t.deepEqual(
      sweep.ipix,
      [...cells].toSorted((a, b) => a - b),
    );
    t.deepEqual(await statuses(knex, window), ['running']);
    const told: SweepProgress[] = [];
    await runChecked(t, parts, window, sweep, (progress) => told.push(progress));

    t.deepEqual(await statuses(knex, window), ['completed']);
    let highest = 0;
    for (const ipix of cells) highest = Math.max(highest, await checkSeries(t, knex, window, ipix));
    t.true(highest > 1);
    let listed = 0;
    for (const norad of TRACKED) listed += await checkIndexes(t, knex, window, norad);
    t.true(listed > 10_000);
    t.deepEqual(await knex('sweep_blocks'), []);

    const { series, indexes } = await sweptTables(knex, window.id);
    const bytes = (rows: { data: string }[]): number => rows.reduce((sum, { data }) => sum + data.length / 2, 0);
    t.deepEqual(await sweepSize(knex, sweep), {
      runs: TRACKED.length,
      indexBytes: bytes(indexes),
      cells: 3,
      seriesBytes: bytes(series),
    });
    const blocks = Math.ceil(EPOCHS / sweep.blockEpochs);
    t.true(blocks > 1 && EPOCHS % sweep.blockEpochs !== 0);
    t.deepEqual(told[0], { stage: 'counting', done: 0, of: blocks });
    t.true(told.every(({ done, of }) => done <= of));
    t.is(told.at(-1)?.stage, 'storing');
    t.is(await beginSweep(knex, core, window, ifNeedBe), undefined);
  },
);

sceneTest(
  'a sweep in parts and blocks of other sizes makes the same bytes',
  async (t, knex, { parts, window, twin }) => {
    const sweep = await begun(parts, window);
    await runChecked(t, parts, window, sweep);
    const other = await addSweep(knex, { ...sweep, windowId: twin.id, blockEpochs: 37, partCells: 2, partRows: 2 });
    const told: SweepProgress[] = [];
    await runChecked(t, parts, twin, other, (progress) => told.push(progress));
    t.deepEqual(await sweptTables(knex, twin.id), await sweptTables(knex, window.id));
    t.is(told[0]?.of, 7);
    const { length } = planSweep(twin, other).indexes;
    t.true(length > 4);
    t.is(told.at(-1)?.of, 2 + Math.ceil(length / 2));
  },
);

scenesTest(
  'a stopped sweep goes on where it was, and makes the same bytes',
  async (t, knex, { parts, window, twin }) => {
    await runChecked(t, parts, window, await begun(parts, window));
    const sweep = await begun(parts, twin);
    for (const [stage, at] of [
      ['counting', 2],
      ['counting', 3],
      ['storing', 1],
      ['storing', 3],
    ] as const) {
      const stopping = new AbortController();
      let steps = 0;
      const stopped = runChecked(t, { ...parts, threads: 1, signal: stopping.signal }, twin, sweep, (progress) => {
        if (progress.stage === stage && ++steps === at) stopping.abort(new Error('stopped'));
      });
      await t.throwsAsync(stopped, { message: 'stopped' });
      t.deepEqual(await statuses(knex, twin), ['running']);
      t.deepEqual(await sweptTables(knex, twin.id), { series: [], indexes: [] });
      t.deepEqual(await begun(parts, twin), sweep);
    }
    const told: SweepProgress[] = [];
    await runChecked(t, parts, twin, await begun(parts, twin), (progress) => told.push(progress));
    t.is(told[0]?.done, told[0]?.of);
    t.deepEqual(await sweptTables(knex, twin.id), await sweptTables(knex, window.id));
    t.deepEqual(await statuses(knex, twin), ['completed']);
  },
);

sceneTest(
  'two processes that run one sweep at once publish one result, the same as alone',
  async (t, knex, { parts, window, twin }) => {
    await runChecked(t, parts, window, await begun(parts, window));
    const sweeps = await Promise.all([begun(parts, twin), begun(parts, twin)]);
    t.deepEqual(sweeps[0], sweeps[1]);
    await Promise.all(sweeps.map((sweep) => runSweep({ ...parts, threads: 1 }, twin, sweep)));
    t.deepEqual(await sweptTables(knex, twin.id), await sweptTables(knex, window.id));
    t.is((await knex('sweeps').where({ window_id: twin.id })).length, 1);
    t.is(await beginSweep(knex, core, twin, ifNeedBe), undefined);
    await runChecked(t, parts, twin, sweeps[0]);
    t.deepEqual(await sweptTables(knex, twin.id), await sweptTables(knex, window.id));
  },
);

scenesTest(
  'readers see all or nothing of what a sweep publishes, also where it is killed while it does',
  async (t, knex, { parts, window }) => {
    const seen = new Set<string>();
    let isOver = false;
    const look = async (): Promise<void> => {
      const options = { isolationLevel: 'repeatable read' } as const;
      const { series, indexes } = await knex.transaction((trx) => sweptTables(trx, window.id), options);
      seen.add(`${series.length} series, ${indexes.length} indexes`);
      if (!isOver) await look();
    };
    const reading = Promise.all([look(), look()]);
    const sweep = await begun(parts, window);
    const killing = new AbortController();
    await knex.transaction(async (trx) => {
      // The publication waits for this lock.
      await trx('sweeps').where({ id: sweep.id }).forNoKeyUpdate();
      // The signal's reason is an Error by its prototype only.
      const killed = t.throwsAsync(runSweep({ ...parts, signal: killing.signal }, window, sweep), { any: true });
      // Other tests wait for locks on the same server, in databases of their own.
      const waiting = () =>
        knex('pg_stat_activity')
          .where({ datname: knex.raw('current_database()'), wait_event_type: 'Lock' })
          .pluck('pid');
      await until(async () => (await waiting()).length > 0, 'the publication');
      killing.abort();
      for (const pid of await waiting()) await knex.raw('select pg_terminate_backend(?)', [pid]);
      await killed;
    });
    t.deepEqual([...seen], ['0 series, 0 indexes']);
    await runSweep(parts, window, sweep);
    await until(() => seen.size > 1, 'a reader to see what was published');
    isOver = true;
    await reading;
    const { series, indexes } = await sweptTables(knex, window.id);
    t.true(series.length === 3 && indexes.length > TRACKED.length);
    t.deepEqual([...seen], ['0 series, 0 indexes', `${series.length} series, ${indexes.length} indexes`]);
  },
  ['postgres'],
);

scenesTest(
  'a sweep that fails says why, with its runs; the next attempt goes on and completes it',
  async (t, knex, { parts, window, twin }) => {
    await runChecked(t, parts, window, await begun(parts, window));
    const sweep = await begun(parts, twin);
    const steps = ['sweepBlock', 'assembleIndexes', 'countCell'] as const;
    for (const step of steps) {
      let calls = 0;
      const broken: Pool = {
        ...pool,
        [step]: async (task: never): Promise<unknown> => {
          if (step !== 'sweepBlock' || ++calls === 3) throw new Error(`${step} broke`);
          return pool[step](task);
        },
      };
      const failing = runChecked(t, { ...parts, threads: 1, pool: broken }, twin, sweep);
      await t.throwsAsync(failing, { message: `${step} broke` });
      const noted = await knex('sweeps').where({ id: sweep.id }).first('status', 'failure');
      t.deepEqual(noted, { status: 'failed', failure: `${step} broke` });
      t.deepEqual(await statuses(knex, twin), ['failed']);
      t.deepEqual(await sweptTables(knex, twin.id), { series: [], indexes: [] });
      t.deepEqual(await begun(parts, twin), sweep);
      t.deepEqual(await statuses(knex, twin), ['running']);
    }
    await runChecked(t, parts, twin, await begun(parts, twin));
    t.deepEqual(await sweptTables(knex, twin.id), await sweptTables(knex, window.id));
    t.is(await unfinishedSweep(knex, twin.id), undefined);
  },
);

sceneTest(
  'a satellite that is tracked later gets its run without a new sweep of the others',
  async (t, knex, { parts, window, accountId }) => {
    await runChecked(t, parts, window, await begun(parts, window));
    const before = await sweptTables(knex, window.id);
    await track(knex, accountId, LATER, null);
    await track(knex, accountId, 999_999_999, null);
    const sweep = await begun(parts, window);
    t.like(sweep, { noradNumbers: [LATER], ipix: [] });
    await runChecked(t, parts, window, sweep);
    t.true((await checkIndexes(t, knex, window, LATER)) > 100);
    const { series, indexes } = await sweptTables(knex, window.id);
    t.deepEqual(series, before.series);
    t.deepEqual(
      indexes.filter(({ norad }) => norad !== LATER),
      before.indexes,
    );
    t.is(await beginSweep(knex, core, window, ifNeedBe), undefined);
  },
);

sceneTest(
  'a station that is added later is swept when somebody asks for it, and only its cell',
  async (t, knex, { parts, window, accountId }) => {
    await runChecked(t, parts, window, await begun(parts, window));
    const sydney = { latitudeDeg: -33.87, longitudeDeg: 151.21 };
    await insertStation(knex, { accountId, name: 'Sydney', ...sydney });
    t.is(await beginSweep(knex, core, window, ifNeedBe), undefined);
    const asked = { which: 'stations', evenLater: true } as const;
    const sweep = await beginSweep(knex, core, window, asked);
    const ipix = cellOf(core.kernels, NSIDE, sydney.latitudeDeg, sydney.longitudeDeg);
    t.like(sweep, { noradNumbers: [], ipix: [ipix] });
    await runChecked(t, parts, window, sweep as Sweep);
    await checkSeries(t, knex, window, ipix);
    await checkSeries(t, knex, window, cellOf(core.kernels, NSIDE, ...BERLIN));
    t.is(await beginSweep(knex, core, window, asked), undefined);
  },
);

sceneTest(
  'few cells are counted by site and many on maps; beside runs counted on maps, fewer by site',
  async (t, knex, { window, twin, accountId }) => {
    const scratch = core.arena.allocate(16) as number;
    const add = async (cells: number[]): Promise<void> => {
      for (const ipix of cells) {
        const { latDeg, lonDeg } = cellCentre(core.kernels, core.view, scratch, NSIDE, ipix);
        await insertStation(knex, {
          accountId,
          name: `${ipix}`,
          latitudeDeg: latDeg,
          longitudeDeg: lonDeg > 180 ? lonDeg - 360 : lonDeg,
        });
      }
    };
    const planned = async (of: LoadedWindow): Promise<number[]> => {
      const sweep = (await beginSweep(knex, core, of, ifNeedBe)) as Sweep;
      const { ipix, indexes } = planSweep(of, sweep);
      await failAbandonedSweeps(knex, []);
      return [sweep.ipix?.length ?? 0, ipix.length, indexes.length];
    };
    await knex('ground_stations').delete();
    await add([...Array(20).keys()]);
    t.deepEqual((await planned(window)).slice(0, 2), [20, 0]);
    await add([20]);
    t.deepEqual((await planned(window)).slice(0, 2), [21, 21]);
    await knex('tracked_satellites').delete();
    t.deepEqual(await planned(twin), [21, 0, 0]);
    await add([...Array(401).keys()].slice(21));
    t.deepEqual(await planned(twin), [401, 401, 0]);
    core.arena.free(scratch);
  },
);

sceneTest(
  'blocks that a kill left behind after publication go, those of a sweep under way stay',
  async (t, knex, { parts, window, twin }) => {
    const [published, underWay] = [await begun(parts, window), await begun(parts, twin)];
    for (const { id } of [published, underWay]) await insertBlock(knex, id, 0, [Buffer.from('counts')]);
    await setSweepStatus(knex, published, 'completed');
    t.deepEqual(await begun(parts, twin), underWay);
    t.deepEqual(await knex('sweep_blocks').pluck('sweep_id'), [underWay.id]);
  },
);

sceneTest('all cells of the window are stored if the sweep asks for them', async (t, knex, { parts, window }) => {
  const all = { which: 'all', evenLater: true } as const;
  const sweep = (await beginSweep(knex, core, window, all)) as Sweep;
  t.is(sweep.ipix, null);
  await runChecked(t, parts, window, sweep);
  t.is((await sweepSize(knex, sweep)).cells, cellCount(NSIDE));
  let covered = 0;
  for (let ipix = 0; ipix < cellCount(NSIDE); ipix += 41) {
    if ((await checkSeries(t, knex, window, ipix)) > 0) covered++;
  }
  t.true(covered > 10);
  t.is(await beginSweep(knex, core, window, all), undefined);
  t.is(await beginSweep(knex, core, window, { which: 'stations', evenLater: true }), undefined);
});

sceneTest('a sweep of a satellite that is not in the window is refused', async (t, knex, { parts, window }) => {
  const begunOne = await addSweep(knex, { windowId: window.id, noradNumbers: [4] });
  const error = { instanceOf: RangeError, message: `satellite 4 is not in window ${window.id}` };
  t.throws(() => planSweep(window, begunOne), error);
  await t.throwsAsync(runChecked(t, parts, window, begunOne), error);
  t.is((await unfinishedSweep(knex, window.id))?.status, 'failed');
});
