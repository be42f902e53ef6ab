import test, { type ExecutionContext } from 'ava';
import type { Moment } from '../../scripts/killSweeps/child.js';
import { killedSweep, prepareTrials } from '../../scripts/killSweeps/trial.js';
import { beginSmallSteps, openSmallWindow, prepareGround } from '../../scripts/killSweeps/ground.js';
import { createOwnedCore } from '../../src/core/instance.js';
import type { DatabaseOptions } from '../../src/db/connection/connect.js';
import { insertBlock, sweepProgress } from '../../src/db/analysis/sweepBlocks.js';
import { publishSweep, type Sweep } from '../../src/db/analysis/sweeps.js';
import { publishedWindow } from '../../src/db/analysis/windows.js';
import { beginSweep } from '../../src/jobs/sweep/sweepPlan.js';
import { loadStoredWindow } from '../../src/memory/loadStoredWindow.js';
import { createServerDatabase, withDatabase } from '../helpers/database.js';
import { temporaryDirectory } from '../helpers/files.js';

const EPOCHS = 240;
const SEED = 1;
const PATIENCE_MS = 300_000;

/** The first lands in the middle of the sweep, the others may. */
const MOMENTS: readonly Moment[] = [
  { after: 'counting', ms: 0, isHeld: true },
  { after: 'begun', ms: 150 },
  { after: 'storing', ms: 10 },
];

async function killAt(t: ExecutionContext, database: DatabaseOptions, moments: readonly Moment[]): Promise<void> {
  t.timeout(PATIENCE_MS, 'processes start one after the other, each with a database and a thread');
  const ground = await prepareTrials(database, EPOCHS);
  const trial = await killedSweep(ground, moments, SEED);
  t.true(trial.killsBeforePublication >= 1);
  t.is(trial.readers.partial, 0);
  t.is(trial.readers.wrong, 0);
  // The embedded database has no room for readers beside the process that sweeps.
  t.is(trial.readers.complete > 0, database.databaseUrl !== undefined);
  t.true(trial.isEqual);
  t.is(trial.blocksLeft, 0);
}

test.serial(
  'a killed sweep goes on where it stopped and publishes the same bytes, in the embedded database',
  async (t) => {
    // Its processes take seconds to start.
    await killAt(t, { dataDir: temporaryDirectory(t) }, MOMENTS.slice(0, 1));
  },
);

test.serial(
  'a killed sweep publishes the same bytes on a server, and whoever reads sees all of it or none',
  async (t) => {
    const server = await createServerDatabase();
    if (server === undefined) {
      const message = 'skipped on a Postgres server: TEST_DATABASE_URL is not set';
      t.log(message);
      t.not(process.env['CI'], 'true', message);
      return;
    }
    t.teardown(() => server.drop());
    await killAt(t, { databaseUrl: server.databaseUrl, dataDir: temporaryDirectory(t) }, MOMENTS);
  },
);

test.serial('blocks that a kill left behind after publication go, those of a sweep under way stay', async (t) => {
  const core = await createOwnedCore(64);
  await withDatabase(t, async ({ knex }) => {
    await prepareGround(knex);
    const begin = async (): Promise<Sweep> => {
      const sweep = await beginSmallSteps(knex, await openSmallWindow(knex, 12), [1, 2], 6);
      await insertBlock(knex, sweep.id, 0, [Buffer.from('counts'), Buffer.from('occupancies')]);
      return sweep;
    };
    const published = await begin();
    const underWay = await begin();
    await publishSweep(knex, published);
    t.deepEqual(await sweepProgress(knex, published.id), { status: 'completed', finished: [0] });

    const record = await publishedWindow(knex, underWay.windowId);
    if (record === undefined) throw new Error('the window was not published');
    const window = await loadStoredWindow(knex, core, record);
    const again = await beginSweep(knex, core, window, { which: 'stations', evenLater: true });
    window.unload();
    t.deepEqual(again, underWay);
    t.deepEqual(await sweepProgress(knex, published.id), { status: 'completed', finished: [] });
    t.deepEqual(await sweepProgress(knex, underWay.id), { status: 'running', finished: [0] });
  });
});
