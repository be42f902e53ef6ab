/** Sweeps one window to its end in a process of its own, which a trial kills; the argument is a WorkerOrder. */
import { createPool } from '../../src/compute/pool.js';
import { createOwnedCore } from '../../src/core/instance.js';
import { createBlockQueue } from '../../src/db/analysis/blockQueue.js';
import { openDatabase } from '../../src/db/connection/connect.js';
import { publishedWindow } from '../../src/db/analysis/windows.js';
import { runSweep } from '../../src/jobs/sweep/sweep.js';
import { beginSweep } from '../../src/jobs/sweep/sweepPlan.js';
import { createRingTables } from '../../src/memory/ringTables.js';
import { loadStoredWindow } from '../../src/memory/loadStoredWindow.js';
import type { Milestone, WorkerOrder } from './child.js';

const MEGABYTES = 64;

const order = JSON.parse(process.argv[2] ?? '') as WorkerOrder;
const { databaseUrl, dataDir, windowId, threads, isShared = false } = order;
const fail = (error: unknown): void => {
  throw error;
};
const told = new Set<Milestone>();
const tell = (milestone: Milestone): void => {
  if (told.has(milestone)) return;
  told.add(milestone);
  process.stdout.write(`${milestone}\n`);
  if (order.holdsAt === milestone) process.kill(process.pid, 'SIGSTOP');
};

const database = await openDatabase({ databaseUrl, dataDir });
const { knex } = database;
const core = await createOwnedCore(MEGABYTES);
const pool = await createPool(core, threads);
const queue = isShared ? createBlockQueue(knex, fail) : undefined;
const record = await publishedWindow(knex, windowId);
if (record === undefined) throw new Error(`there is no window ${windowId}`);
const window = await loadStoredWindow(knex, core, record);
tell('begun');
const sweep = await beginSweep(knex, core, window, { which: 'stations', evenLater: true });
if (sweep !== undefined) {
  const parts = { knex, core, ringTables: createRingTables(core), pool, threads, queue };
  await runSweep(parts, window, sweep, ({ stage, done }) => {
    if (stage === 'storing' || done > 0) tell(stage);
  });
}
tell('done');
await queue?.close();
await pool.close();
await database.close();
