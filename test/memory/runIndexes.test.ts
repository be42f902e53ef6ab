import test from 'ava';
import type { Knex } from 'knex';
import { encodeNumbers } from '../../src/codec/numbers.js';
import type { RunOfWindow } from '../../src/db/analysis/runs.js';
import { DatabaseAway } from '../../src/db/connection/databaseAway.js';
import { cellsBefore, type CountRun, createRunIndexes, type RunIndexes } from '../../src/memory/runIndexes.js';
import { keptLog } from '../helpers/log.js';
import { until } from '../helpers/until.js';

const EPOCHS = 100;

/**
 * Run of a satellite in a window with this identity. All such runs have the same id, like runs of different databases.
 */
function runOf(windowIdentity: string, noradNumber: number): RunOfWindow {
  const window = { windowId: 1, startUs: 0, epochCount: EPOCHS, nside: 64 };
  return { ...window, id: 7, status: 'completed', createdAt: new Date(0), windowIdentity, noradNumber };
}

/**
 * Imitates a database that answers each query for an index with one that has this number of cells at every epoch. It
 * counts the queries, and the indexes that are stored.
 */
function storing(cells: () => number | undefined) {
  let [asked, stored] = [0, 0];
  const query = {
    join: () => query,
    where: () => query,
    async first() {
      asked++;
      const found = cells();
      return found && { bands: 1, cellCount: 0, data: encodeNumbers(new Uint32Array(EPOCHS).fill(found)) };
    },
  };
  const raw = async (): Promise<void> => void stored++;
  return { knex: Object.assign(() => query, { raw }) as unknown as Knex, asked: () => asked, stored: () => stored };
}

/** Count function for tests in which no run is to be counted. */
const never: CountRun = () => Promise.reject(new Error('a run was counted'));

/** Creates run indexes over a database that has all of them. */
function indexesOf(knex: Knex): RunIndexes {
  return createRunIndexes({ knex, count: never, log: keptLog().log });
}

test('an index gives the number of cells before each epoch, and of all', (t) => {
  t.deepEqual([...cellsBefore([3, 0, 4])], [0, 3, 3, 7]);
  t.deepEqual([...cellsBefore([])], [0]);
  const most = (12 * 256 ** 2) / 2;
  t.is(cellsBefore(new Uint32Array(10_080).fill(most)).at(-1), 10_080 * most);
});

test('an index is read once, and windows, satellites and bands have their own, whatever the ids', async (t) => {
  let cells = 0;
  const { knex, asked } = storing(() => ++cells);
  const indexes = indexesOf(knex);
  const first = await Promise.all([1, 2, 3].map(() => indexes.find(runOf('a', 1), 1)));
  t.true(first.every((index) => index?.at(-1) === EPOCHS));
  const others = [
    [runOf('b', 1), 1],
    [runOf('a', 2), 1],
    [runOf('a', 1), 2],
    [runOf('a', 1), 1],
  ] as const;
  const totals: unknown[] = [];
  for (const [run, bands] of others) totals.push((await indexes.find(run, bands))?.at(-1));
  t.deepEqual(totals, [2 * EPOCHS, 3 * EPOCHS, 4 * EPOCHS, EPOCHS]);
  t.is(asked(), 4);
});

test('an index is looked for again where the database was away', async (t) => {
  const answers: (() => number)[] = [
    () => {
      throw new DatabaseAway('the database is away');
    },
    () => 5,
  ];
  const { knex } = storing(() => answers.shift()?.());
  const indexes = indexesOf(knex);
  await t.throwsAsync(indexes.find(runOf('a', 1), 1), { message: 'the database is away' });
  t.is((await indexes.find(runOf('a', 1), 1))?.at(-1), 5 * EPOCHS);
});

test('an index that could not be counted is an error, and is counted when it is asked for again', async (t) => {
  const { knex } = storing(() => undefined);
  const { log, lines } = keptLog();
  const counts: CountRun[] = [
    () => Promise.reject(new Error('no thread')),
    () => Promise.resolve(new Uint32Array(EPOCHS).fill(2)),
  ];
  const indexes = createRunIndexes({ knex, log, count: (...given) => (counts.shift() ?? never)(...given) });
  const find = () => indexes.find(runOf('a', 1), 1);
  await find();
  await until(() => lines.length > 1, 'the failure to be told');
  t.like(lines[1], { level: 50, run: 7, msg: 'a run index could not be counted again and stored' });
  await until(async () => (await find()) !== undefined, 'the index to be there');
  t.is((await find())?.at(-1), 2 * EPOCHS);
});

test('a count under way when the service stops ends without a line in the log', async (t) => {
  const { knex, stored } = storing(() => undefined);
  const { log, lines } = keptLog();
  const count: CountRun = (_run, _bands, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  const indexes = createRunIndexes({ knex, count, log });
  await indexes.find(runOf('a', 1), 1);
  await indexes.stop();
  t.deepEqual([lines.length, stored()], [1, 0]);
});
