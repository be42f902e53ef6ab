import test, { type ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import { createPool, type Pool } from '../../../src/compute/pool.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { type BlockQueue, createBlockQueue } from '../../../src/db/analysis/blockQueue.js';
import { DatabaseAway } from '../../../src/db/connection/databaseAway.js';
import { insertBlock, sweepProgress } from '../../../src/db/analysis/sweepBlocks.js';
import { setSweepStatus, type Sweep } from '../../../src/db/analysis/sweeps.js';
import { waitingBlocks } from '../../../src/jobs/sweep/blockSource.js';
import { helpSweeps } from '../../../src/jobs/sweep/helpSweeps.js';
import { runSweep } from '../../../src/jobs/sweep/sweep.js';
import type { LoadedWindow } from '../../../src/memory/loadedWindow.js';
import { createRingTables } from '../../../src/memory/ringTables.js';
import { addSweep, databaseTest } from '../../db/fixtures.js';
import { keptLog } from '../../helpers/log.js';
import { sampleSatellites } from '../../helpers/sky.js';
import { storedWindow, sweptTables } from '../../helpers/storedWindow.js';
import { until } from '../../helpers/until.js';

const EPOCHS = 250;
const NSIDE = 8;
const BLOCK_EPOCHS = 10;
const BLOCKS = 25;
const satellites = sampleSatellites(100);
const TRACKED = satellites.filter(({ bands }) => bands !== 0).map(({ noradNumber }) => noradNumber);

const core = await createOwnedCore(256);
const pool = await createPool(core, 2);
const ringTables = createRingTables(core);
ringTables.of(NSIDE);
test.after.always(() => pool.close());

interface Scene {
  knex: Knex;
  queue: BlockQueue;
  window: LoadedWindow;
  sweep: Sweep;
}

/**
 * Declares a test on a Postgres database with a sweep that has begun, and with the block queue of the process that runs
 * it.
 */
function sceneTest(title: string, body: (t: ExecutionContext, scene: Scene) => Promise<void>): void {
  databaseTest(
    title,
    async (t, { knex }) => {
      const queue = createBlockQueue(knex, (error) => t.fail(String(error)));
      const window = await openWindow(knex);
      const sweep = await beginSmallSteps(knex, window);
      try {
        await body(t, { knex, queue, window, sweep });
      } finally {
        await queue.close();
      }
    },
    ['postgres'],
  );
}

const openWindow = (knex: Knex): Promise<LoadedWindow> =>
  storedWindow(knex, core, satellites, { epochCount: EPOCHS, nside: NSIDE });

const beginSmallSteps = (knex: Knex, { id: windowId }: LoadedWindow): Promise<Sweep> =>
  addSweep(knex, {
    windowId,
    noradNumbers: TRACKED.slice(0, 3),
    ipix: [1, 300],
    blockEpochs: BLOCK_EPOCHS,
    partRows: 2,
  });

interface HelperOptions {
  queue?: Partial<BlockQueue>;
  /** Called before each block. */
  step?: () => Promise<void>;
}

/** Number of blocks that a helper has under way: one more than its threads. */
const HELPER_BLOCKS = 2;

/** Starts a helper as another process would, except that it uses this process's threads. */
function startHelper(t: ExecutionContext, knex: Knex, { queue: other = {}, step }: HelperOptions = {}) {
  const { log, lines } = keptLog();
  const stopping = new AbortController();
  const queue = createBlockQueue(knex, (error) => t.fail(String(error)));
  let closed: (error: Error) => void = () => undefined;
  const closing = new Promise<never>((_, reject) => {
    closed = reject;
  });
  closing.catch(() => undefined);
  const ownPool: Pool = {
    ...pool,
    async sweepBlock(task) {
      await Promise.race([closing, step?.()]);
      return Promise.race([closing, pool.sweepBlock(task)]);
    },
    async close() {
      closed(new Error('the pool was closed'));
    },
  };
  const parts = { knex, core, ringTables, pool: ownPool, threads: 1, queue: { ...queue, ...other }, log };
  const helping = helpSweeps({ ...parts, signal: stopping.signal });
  return {
    /** Messages of the helper's log. */
    messages: () => lines.map(({ msg }) => msg),
    counted: () => lines.reduce((sum, { blocks }) => sum + Number(blocks ?? 0), 0),
    async stop(): Promise<void> {
      stopping.abort();
      await helping;
      await queue.close();
    },
  };
}

/** Sweeps an equal window without helpers; returns the published tables, for comparison. */
async function sweptAlone(knex: Knex): ReturnType<typeof sweptTables> {
  const twin = await openWindow(knex);
  const alone = await beginSmallSteps(knex, twin);
  await runSweep({ knex, core, ringTables, pool, threads: 2 }, twin, alone);
  return sweptTables(knex, twin.id);
}

/** Asserts that no job is left. */
async function checkNoJobs(t: ExecutionContext, knex: Knex): Promise<void> {
  for (const table of ['job', 'archive', 'queue']) t.deepEqual(await knex(`sidelobe_jobs.${table}`), [], table);
}

/** Puts all blocks of a sweep into the queue, like a process that is killed just after doing so. */
const offerAll = (queue: BlockQueue, sweep: Sweep): Promise<void> =>
  queue.offer(
    sweep.id,
    Array.from({ length: BLOCKS }, (_, block) => block * BLOCK_EPOCHS),
  );

/** Resolves when `number` blocks of a sweep are stored. */
async function blocksStored(knex: Knex, sweep: Sweep, number: number): Promise<void> {
  const stored = async (): Promise<number> => (await sweepProgress(knex, sweep.id)).finished.length;
  await until(async () => (await stored()) >= number, `${number} stored blocks`);
}

sceneTest(
  'a sweep with two helpers publishes the same bytes as one that ran alone',
  async (t, { knex, queue, window, sweep }) => {
    const expected = await sweptAlone(knex);
    t.true(expected.series.length === 2 && expected.indexes.length > 0);
    await offerAll(queue, sweep);
    const helpers = [startHelper(t, knex), startHelper(t, knex)];
    await blocksStored(knex, sweep, 4);
    await runSweep({ knex, core, ringTables, pool, threads: 1, queue }, window, sweep);
    await Promise.all(helpers.map((helper) => helper.stop()));
    t.deepEqual(await sweptTables(knex, window.id), expected);
    const counted = helpers.map((helper) => helper.counted());
    t.true(
      counted.every((blocks) => blocks > 0 && blocks < BLOCKS),
      String(counted),
    );
    for (const { messages } of helpers) t.deepEqual(messages(), ['sweep joined', 'sweep left']);
    await checkNoJobs(t, knex);
  },
);

sceneTest(
  'blocks that were taken and never finished are taken over when nothing else is left',
  async (t, { knex, queue, window, sweep }) => {
    const expected = await sweptAlone(knex);
    await offerAll(queue, sweep);
    t.is(await queue.take(sweep.id), 0);
    t.is(await queue.take(sweep.id), BLOCK_EPOCHS);
    const helper = startHelper(t, knex);
    await runSweep({ knex, core, ringTables, pool, threads: 1, queue }, window, sweep);
    await helper.stop();
    t.deepEqual(await sweptTables(knex, window.id), expected);
    await checkNoJobs(t, knex);
  },
);

sceneTest(
  'a stopped helper returns its unfinished blocks, and the next takes them at once',
  async (t, { knex, queue, sweep }) => {
    await offerAll(queue, sweep);
    let steps = 0;
    let begun: () => void = () => undefined;
    const haveBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const never = new Promise<void>(() => undefined);
    const stuck = startHelper(t, knex, {
      step: () => {
        if (++steps === HELPER_BLOCKS) begun();
        return never;
      },
    });
    await haveBegun;
    t.is(await queue.waiting(sweep.id), BLOCKS - HELPER_BLOCKS);
    await stuck.stop();
    t.is(await queue.waiting(sweep.id), BLOCKS);
    t.is(stuck.counted(), 0);
    t.deepEqual(stuck.messages(), ['sweep joined', 'sweep left']);

    const helper = startHelper(t, knex);
    await blocksStored(knex, sweep, BLOCKS);
    await helper.stop();
    t.is(await queue.waiting(sweep.id), 0);
  },
);

sceneTest(
  'blocks that are stored, or whose sweep is published or given up, are not taken',
  async (t, { knex, queue, sweep }) => {
    const { signal } = new AbortController();
    await offerAll(queue, sweep);
    const source = waitingBlocks(knex, queue, sweep);
    await insertBlock(knex, sweep.id, 0, [Buffer.from('counts')]);
    await insertBlock(knex, sweep.id, 2 * BLOCK_EPOCHS, [Buffer.from('counts')]);
    t.is(await source.take(signal), BLOCK_EPOCHS);
    t.is(await source.take(signal), 3 * BLOCK_EPOCHS);
    await setSweepStatus(knex, sweep, 'completed');
    t.is(await source.take(signal), undefined);
    await knex('sweeps').delete();
    t.is(await source.take(signal), undefined);
    await t.throwsAsync(source.take(AbortSignal.abort(new Error('stopped'))), { message: 'stopped' });
    t.is(source.finished, 0);
  },
);

sceneTest('an absent database is logged once, and waited for', async (t, { knex, queue, sweep }) => {
  await offerAll(queue, sweep);
  let attempts = 0;
  const away = new DatabaseAway('connect ECONNREFUSED');
  const helper = startHelper(t, knex, {
    queue: {
      async waiting(sweepId) {
        if (++attempts <= 2) throw away;
        return queue.waiting(sweepId);
      },
    },
  });
  await blocksStored(knex, sweep, BLOCKS);
  await helper.stop();
  t.deepEqual(helper.messages(), [
    'the database is away: trying again until it is back',
    'the database is back',
    'sweep joined',
    'sweep left',
  ]);
});
