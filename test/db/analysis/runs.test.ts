import type { Knex } from 'knex';
import { ensureRun, findRun } from '../../../src/db/analysis/runs.js';
import { upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { insertSweep, lockWindow } from '../../../src/db/analysis/sweeps.js';
import { track, untrack } from '../../../src/db/analysis/tracked.js';
import { account, addWindow, databaseTest as test, elset } from '../fixtures.js';

const ISS = 25_544;
const HST = 20_580;

/** Sets up two satellites, an account that tracks both, an account that tracks only the second, and a window. */
async function scene(knex: Knex): Promise<{ windowId: number; both: number; second: number; trackedId: number }> {
  await upsertCatalogue(knex, [elset(), elset({ noradNumber: HST })], { bundled: false });
  const { accountId: both } = await account(knex);
  const { accountId: second } = await account(knex, 'grace@example.org');
  const tracked = await track(knex, both, ISS, null);
  for (const accountId of [both, second]) await track(knex, accountId, HST, null);
  const windowId = await addWindow(knex);
  return { windowId, both, second, trackedId: tracked?.id ?? 0 };
}

test('only accounts that track its satellite find a run, as long as they do', async (t, { knex }) => {
  const { windowId, both, second, trackedId } = await scene(knex);
  const ofIss = await ensureRun(knex, windowId, ISS);
  const ofHst = await ensureRun(knex, windowId, HST);
  t.is(await findRun(knex, second, ofIss.id), undefined);
  t.is((await findRun(knex, second, ofHst.id))?.noradNumber, HST);
  t.is((await findRun(knex, both, ofIss.id))?.noradNumber, ISS);
  await untrack(knex, both, trackedId);
  t.is(await findRun(knex, both, ofIss.id), undefined);
  t.is(await findRun(knex, both, Number.MAX_SAFE_INTEGER), undefined);
});

test(
  'a run is made while a sweep that makes the same one begins',
  async (t, { knex }) => {
    const { windowId } = await scene(knex);
    const sweep = { windowId, noradNumbers: [HST, ISS], ipix: [], blockEpochs: 60, partCells: 1, partRows: 1 };
    const made = await knex.transaction(async (trx) => {
      await lockWindow(trx, windowId);
      const run = await ensureRun(knex, windowId, ISS);
      await insertSweep(trx, sweep);
      return run;
    });
    t.like(await ensureRun(knex, windowId, ISS), { id: made.id, status: 'running' });
  },
  ['postgres'],
);
