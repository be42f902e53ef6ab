import { mock } from 'node:test';
import test, { type ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import { type BlockQueue, createBlockQueue } from '../../../src/db/analysis/blockQueue.js';
import { openDatabase } from '../../../src/db/connection/connect.js';
import { migrate } from '../../../src/db/migrations/migrate.js';
import { BULK_STATEMENT } from '../../../src/db/connection/statements.js';
import { setSweepStatus, type Sweep } from '../../../src/db/analysis/sweeps.js';
import { UserError } from '../../../src/errors.js';
import { withRole } from '../../helpers/postgres.js';
import { serverInstallation } from '../../helpers/service.js';
import { until } from '../../helpers/until.js';
import { addSweep, addWindow, databaseTest } from '../fixtures.js';

interface Opened {
  knex: Knex;
  queue: BlockQueue;
  errors: unknown[];
}

/**
 * Declares a test with a queue over an empty database, as a process creates it. Only on Postgres: embedded databases
 * have no queue.
 */
function queueTest(title: string, body: (t: ExecutionContext, opened: Opened) => Promise<void>): void {
  databaseTest(
    title,
    async (t, { knex }) => {
      const errors: unknown[] = [];
      const queue = createBlockQueue(knex, (error) => errors.push(error));
      try {
        await body(t, { knex, queue, errors });
      } finally {
        await queue.close();
      }
    },
    ['postgres'],
  );
}

const begunSweep = async (knex: Knex): Promise<Sweep> => addSweep(knex, { windowId: await addWindow(knex) });

async function takeAll(queue: BlockQueue, sweepId: number): Promise<number[]> {
  const taken: number[] = [];
  for (let from = await queue.take(sweepId); from !== undefined; from = await queue.take(sweepId)) taken.push(from);
  return taken;
}

const names = (knex: Knex): Promise<string[]> => knex('sidelobe_jobs.queue').orderBy('name').pluck('name');

queueTest(
  'each block is given to one, in the order of the epochs; offered again, it is not there twice',
  async (t, { queue }) => {
    t.is(await queue.take(1), undefined);
    await queue.offer(1, [0, 60, 120, 180, 240]);
    await queue.offer(2, [0]);
    t.is(await queue.waiting(1), 5);
    t.is(await queue.take(1), 0);
    await queue.finish(1, 0);
    t.is(await queue.take(1), 60);
    await Promise.all([queue.offer(1, [0, 60, 120, 180, 240]), queue.offer(1, [240, 300])]);
    t.is(await queue.waiting(1), 4);
    t.deepEqual(await takeAll(queue, 1), [120, 180, 240, 300]);
    t.deepEqual(await takeAll(queue, 2), [0]);
  },
);

queueTest('a returned block can be taken at once, a finished one never', async (t, { queue }) => {
  await queue.offer(1, [0, 60, 120]);
  t.deepEqual(await takeAll(queue, 1), [0, 60, 120]);
  await queue.finish(1, 60);
  await queue.giveBack(1, []);
  t.deepEqual(await takeAll(queue, 1), []);
  await queue.giveBack(1, [0, 60]);
  t.deepEqual(await takeAll(queue, 1), [0]);
});

queueTest('a block that nobody finishes within five minutes is given out again', async (t, { knex, queue, errors }) => {
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    await queue.offer(1, [0, 60]);
    t.deepEqual(await takeAll(queue, 1), [0, 60]);
    for (const [from, seconds] of [
      [0, 280],
      [60, 301],
    ] as const) {
      const startedOn = knex.raw('now() - make_interval(secs => ?)', [seconds]);
      await knex('sidelobe_jobs.job').whereJsonObject('data', { from }).update({ started_on: startedOn });
    }
    mock.timers.tick(60_000);
    await until(async () => (await queue.waiting(1)) > 0, 'the block to wait again');
    t.deepEqual(await takeAll(queue, 1), [60]);
    t.deepEqual(errors, []);
  } finally {
    mock.timers.reset();
  }
});

queueTest('queues of sweeps that have ended or are deleted are deleted with their jobs', async (t, { knex, queue }) => {
  const [first, second, gone] = [await begunSweep(knex), await begunSweep(knex), await begunSweep(knex)];
  for (const { id } of [first, second, gone]) {
    await queue.offer(id, [0, 60, 120]);
    await queue.take(id);
    await queue.finish(id, 0);
    await queue.take(id);
  }
  await setSweepStatus(knex, first, 'completed');
  await knex('windows').where({ id: gone.windowId }).delete();
  await Promise.all([queue.clear(), queue.clear()]);
  t.deepEqual(await names(knex), [`sweep-${second.id}`]);
  t.is((await knex('sidelobe_jobs.job')).length, 3);
  t.is(await queue.take(second.id), 120);
  t.is(await queue.take(first.id), undefined);
  // Calls that finish or give back a block of a deleted queue do nothing.
  await queue.finish(first.id, 60);
  await queue.giveBack(gone.id, [60]);

  await setSweepStatus(knex, second, 'completed');
  await queue.clear();
  t.deepEqual(await names(knex), []);
  for (const table of ['job', 'archive']) t.deepEqual(await knex(`sidelobe_jobs.${table}`), []);
});

test('processes that start at once on a new database set the queue up once', async (t) => {
  const settings = await serverInstallation(t);
  if (settings === undefined) return;
  const options = { databaseUrl: settings['DATABASE_URL'], dataDir: '' };
  const databases = await Promise.all(Array.from({ length: 4 }, () => openDatabase(options)));
  const errors: unknown[] = [];
  const queues = databases.map(({ knex }) => createBlockQueue(knex, (error) => errors.push(error)));
  t.teardown(async () => {
    await Promise.all(queues.map((queue) => queue.close()));
    await Promise.all(databases.map((database) => database.close()));
  });
  await Promise.all(queues.map((queue) => queue.offer(1, [0, 60, 120, 180])));
  // Each queue takes two blocks: a connection that lost the race to set the queue up must stay usable.
  const taken = [];
  for (const queue of queues) taken.push(await queue.take(1), await queue.take(1));
  t.deepEqual(taken.slice(0, 5), [0, 60, 120, 180, undefined]);
  t.deepEqual(errors, []);
});

queueTest(
  'while the database is away, taking a block fails instead of finding none, and the next attempt may work',
  async (t, { knex, queue, errors }) => {
    const pool = knex.client.pool as unknown;
    knex.client.pool = undefined;
    const error = { message: 'Unable to acquire a connection' };
    await t.throwsAsync(queue.waiting(1), error);
    knex.client.pool = pool;
    await queue.offer(1, [0]);
    knex.client.pool = undefined;
    await t.throwsAsync(queue.take(1), error);
    knex.client.pool = pool;
    t.is(await queue.take(1), 0);
    t.deepEqual(errors, []);
  },
);

test('without the right to make or use the queue, the grant that is needed is told once, and then suffices', async (t) => {
  const settings = await serverInstallation(t);
  if (settings === undefined) return;
  const databaseUrl = settings['DATABASE_URL'] ?? '';
  const owner = await openDatabase({ databaseUrl, dataDir: '' });
  await migrate(owner.knex);
  await withRole(databaseUrl, async (role) => {
    const database = await openDatabase({ databaseUrl: role.databaseUrl, dataDir: '' });
    const denials: string[] = [];
    const fail = (error: unknown): void => t.fail(String(error));
    const queueOf = (knex: Knex): BlockQueue => createBlockQueue(knex, fail, (denial) => denials.push(denial));
    const queues = [queueOf(database.knex), queueOf(database.knex), queueOf(owner.knex)] as const;
    const [first, second, others] = queues;
    const { rows } = await owner.knex.raw<{ rows: [{ name: string }] }>('select current_database() as name');
    const [{ name }] = rows;

    t.deepEqual([await first.isAllowed(), await first.isAllowed()], [false, false]);
    const mayNotCreate = new RegExp(`^permission denied for database ${name}: .* GRANT CREATE ON DATABASE`);
    t.regex(denials.splice(0).join('\n'), mayNotCreate);
    await t.throwsAsync(first.waiting(1), { instanceOf: UserError, message: mayNotCreate });

    t.true(await others.isAllowed());
    t.false(await second.isAllowed());
    t.regex(denials.join('\n'), /^permission denied for schema sidelobe_jobs: .*, GRANT that user to it;$/);

    await owner.knex.raw('drop schema sidelobe_jobs cascade').options(BULK_STATEMENT);
    await owner.knex.raw('grant create on database ?? to ??', [name, role.name]);
    t.true(await first.isAllowed());
    await first.offer(1, [0]);
    t.is(await second.take(1), 0);
    await Promise.all(queues.map((queue) => queue.close()));
    await database.close();
  });
  await owner.close();
});
