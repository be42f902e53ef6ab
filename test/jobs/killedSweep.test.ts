import test from 'ava';
import type { Knex } from 'knex';
import { bundledCatalogue } from '../../src/catalogue/reference/bundled.js';
import { createOwnedCore } from '../../src/core/instance.js';
import { createAccount } from '../../src/db/accounts/accounts.js';
import { insertBlock, sweepProgress } from '../../src/db/analysis/sweepBlocks.js';
import { findMissing, insertSweep, publishSweep, type Sweep } from '../../src/db/analysis/sweeps.js';
import { track } from '../../src/db/analysis/tracked.js';
import { insertWindow, publishedWindow, publishWindow } from '../../src/db/analysis/windows.js';
import { catalogueRevision } from '../../src/db/catalogue/imports.js';
import { upsertCatalogue } from '../../src/db/catalogue/satellites.js';
import { beginSweep } from '../../src/jobs/sweep/sweepPlan.js';
import { freezeCatalogue } from '../../src/jobs/window/freeze.js';
import { loadStoredWindow } from '../../src/memory/loadStoredWindow.js';
import { withDatabase } from '../helpers/database.js';

const START_MS = Date.UTC(2026, 6, 10);
const WINDOW = { nside: 32, minElevationDeg: 10, uniformElevation: false };

async function fill(knex: Knex.Transaction): Promise<void> {
  const elsets = bundledCatalogue(START_MS * 1000).filter((_, i) => i % 500 === 0);
  await upsertCatalogue(knex, elsets, { bundled: true });
  const person = { email: 'ada@example.org', passwordHash: '-', firstName: 'Ada', lastName: 'L' };
  const { accountId, userId } = await createAccount(knex, { ...person, plan: 'enterprise' });
  await track(knex, accountId, elsets[0]?.noradNumber ?? 0, userId);
}

/** A window of 12 epochs with a sweep that has stored the first of its two blocks. */
async function begin(knex: Knex.Transaction): Promise<Sweep> {
  const { satellites } = await freezeCatalogue(knex, { start: new Date(START_MS), ...WINDOW });
  const more = { catalogueRevision: await catalogueRevision(knex), leftOut: {} };
  const windowId = await insertWindow(
    knex,
    { startUs: START_MS * 1000, epochCount: 12, ...WINDOW, ...more },
    satellites,
  );
  await publishWindow(knex, windowId);
  const { noradNumbers } = await findMissing(knex, windowId);
  const cut = { ipix: [1, 2], blockEpochs: 6, partCells: 2, partRows: 2 };
  const sweep = await insertSweep(knex, { windowId, noradNumbers, ...cut });
  await insertBlock(knex, sweep.id, 0, [Buffer.from('counts'), Buffer.from('occupancies')]);
  return sweep;
}

test('blocks that a kill left behind after publication go, those of a sweep under way stay', async (t) => {
  const core = await createOwnedCore(64);
  await withDatabase(t, async ({ knex }) => {
    await knex.transaction(fill);
    const published = await knex.transaction(begin);
    const underWay = await knex.transaction(begin);
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
