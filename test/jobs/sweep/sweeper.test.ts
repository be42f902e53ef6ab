import test from 'ava';
import type { Knex } from 'knex';
import { createPool, type Pool } from '../../../src/compute/pool.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { track } from '../../../src/db/analysis/tracked.js';
import { pruneWindows } from '../../../src/jobs/window/windowKeeper.js';
import { createSweeper } from '../../../src/jobs/sweep/sweeper.js';
import type { LoadedWindow } from '../../../src/memory/loadedWindow.js';
import { createRingTables } from '../../../src/memory/ringTables.js';
import { createSeriesCache } from '../../../src/memory/seriesCache.js';
import { createLoadedWindows } from '../../../src/memory/loadedWindows.js';
import { databaseTest } from '../../db/fixtures.js';
import { noOlderWindows, nothingStored } from '../../helpers/analysis.js';
import { keptLog } from '../../helpers/log.js';
import { sampleSatellites } from '../../helpers/sky.js';
import { storedWindow, trackingAccount, sweptTables } from '../../helpers/storedWindow.js';

const satellites = sampleSatellites(400);
const [FIRST = 0, LATER = 0] = satellites.filter(({ bands }) => bands !== 0).map(({ noradNumber }) => noradNumber);

const core = await createOwnedCore(256);
const pool = await createPool(core, 1);
const ringTables = createRingTables(core);
test.after.always(() => pool.close());

type Step = (stage: 'counting' | 'storing') => Promise<void>;

/** Creates a sweeper; `step` is called before each block, and before each cell that is counted by site. */
function sweeping(knex: Knex, step: Step = () => Promise.resolve()) {
  const windows = createLoadedWindows(createSeriesCache(core, 2 ** 10, nothingStored), noOlderWindows);
  const { log, lines } = keptLog();
  /** Numbers of pools started and closed. */
  const pools = { started: 0, closed: 0 };
  const startPool = async (): Promise<Pool> => {
    pools.started++;
    return {
      ...pool,
      async sweepBlock(task) {
        await step('counting');
        return pool.sweepBlock(task);
      },
      async countCell(task) {
        await step('storing');
        return pool.countCell(task);
      },
      async close() {
        pools.closed++;
      },
    };
  };
  const sweeper = createSweeper({ knex, core, ringTables, windows, log, threads: 1, startPool });
  return { sweeper, windows, pools, lines, messages: () => lines.map(({ msg }) => msg) };
}

const open = (knex: Knex): Promise<LoadedWindow> => storedWindow(knex, core, satellites, { epochCount: 250, nside: 8 });

const sweeps = (knex: Knex): Promise<string[]> => knex('sweeps').orderBy('id').pluck('status');

databaseTest(
  'a sweep adds missing results once; satellites tracked later wait for the next check',
  async (t, { knex }) => {
    const { sweeper, windows, pools, messages } = sweeping(knex);
    await sweeper.check();
    t.deepEqual([pools.started, messages()], [0, []]);

    windows.publish(await open(knex));
    const accountId = await trackingAccount(knex, [FIRST], [[52.52, 13.405]]);
    await Promise.all([sweeper.check(), sweeper.check()]);
    t.deepEqual(await sweeps(knex), ['completed']);
    t.like(messages(), ['sweep begun']);
    t.is(messages().at(-1), 'sweep published');
    const { series, indexes } = await sweptTables(knex, windows.current()?.id ?? 0);
    t.true(series.length === 1 && indexes.length > 0);

    await sweeper.check();
    t.deepEqual(pools, { started: 1, closed: 1 });
    await track(knex, accountId, LATER, null);
    await sweeper.check();
    t.deepEqual(await sweeps(knex), ['completed', 'completed']);
    t.deepEqual(pools, { started: 2, closed: 2 });
    await sweeper.stop();
    await track(knex, accountId, satellites[3]?.noradNumber ?? 0, null);
    await sweeper.check();
    t.is(pools.started, 2);
  },
);

databaseTest('the window is held while it is swept', async (t, { knex }) => {
  const first = await open(knex);
  const newer: LoadedWindow[] = [];
  for (let i = 0; i < 4; i++) newer.push(await open(knex));
  await trackingAccount(knex, [FIRST], []);
  let isHeld = true;
  const { sweeper, windows } = sweeping(knex, async () => {
    for (const window of newer.splice(0)) windows.publish(window);
    isHeld &&= windows.loaded(first.id) === first;
  });
  windows.publish(first);
  await sweeper.check();
  t.true(isHeld);
  t.deepEqual(newer, []);
  t.is(windows.loaded(first.id), undefined);
  t.deepEqual(await sweeps(knex), ['completed']);
});

databaseTest('a sweep whose window was replaced ends with a log line, without error or pause', async (t, { knex }) => {
  let window = await open(knex);
  await trackingAccount(knex, [FIRST], [[52.52, 13.405]]);
  for (const stage of ['counting', 'storing']) {
    let next: LoadedWindow | undefined;
    const { sweeper, windows, lines } = sweeping(knex, async (at) => {
      if (at !== stage || next !== undefined) return;
      await open(knex);
      next = await open(knex);
      await pruneWindows(knex, new Date(0));
      windows.publish(next);
    });
    windows.publish(window);
    await sweeper.check();
    t.deepEqual(
      lines.filter(({ level }) => level > 30),
      [],
    );
    t.is(lines.at(-1)?.msg, 'sweep given up: newer windows have taken its place');
    await sweeper.check();
    t.is(lines.at(-1)?.msg, 'sweep published');
    t.is(lines.at(-1)?.['window'], next?.id);
    window = await open(knex);
  }
});

databaseTest(
  'a sweeper stopped midway leaves the sweep unfinished, and the next one goes on with it',
  async (t, { knex }) => {
    let blocks = 0;
    let stopped: Promise<void> | undefined;
    const first = sweeping(knex, async () => {
      if (++blocks === 3) stopped = first.sweeper.stop();
    });
    const window = await open(knex);
    first.windows.publish(window);
    await trackingAccount(knex, [FIRST], []);
    await first.sweeper.check();
    await stopped;
    t.deepEqual(await sweeps(knex), ['running']);
    // The sweeper stops before its third block. Two blocks are under way at a time: one is stored by then, others may
    // be.
    const stored = (await knex('sweep_blocks').where({ part: 0 })).length;
    t.true(stored >= 1 && stored <= 4, String(stored));
    t.deepEqual([...new Set(first.messages())], ['sweep begun', 'sweep under way']);
    t.deepEqual(first.pools, { started: 1, closed: 1 });

    let more = 0;
    const second = sweeping(knex, async () => {
      more++;
    });
    second.windows.publish(window);
    await second.sweeper.check();
    t.deepEqual(await sweeps(knex), ['completed']);
    t.is(more, 5 - stored);
  },
);
