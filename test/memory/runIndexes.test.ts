import test from 'ava';
import type { Knex } from 'knex';
import { encodeNumbers } from '../../src/codec/numbers.js';
import type { RunOfWindow } from '../../src/db/analysis/runs.js';
import { cellsBefore, createRunIndexes } from '../../src/memory/runIndexes.js';

const EPOCHS = 100;
const INDEX_BYTES = 4 * (EPOCHS + 1);

/** A run of its window's identity and satellite; another database may have the same id. */
function runOf(windowIdentity: string, noradNumber: number): RunOfWindow {
  const window = { windowId: 1, startUs: 0, epochCount: EPOCHS, nside: 64 };
  return { ...window, id: 7, status: 'completed', createdAt: new Date(0), windowIdentity, noradNumber };
}

/** A database that has an index of every run, whose epochs have so many cells, and counts how often it is asked. */
function storing(cells: () => number | undefined): { knex: Knex; asked: () => number } {
  let asked = 0;
  const query = {
    join: () => query,
    where: () => query,
    async first() {
      asked++;
      const each = cells();
      return each && { bands: 1, cellCount: each * EPOCHS, data: encodeNumbers(new Uint32Array(EPOCHS).fill(each)) };
    },
  };
  return { knex: (() => query) as unknown as Knex, asked: () => asked };
}

test('an index tells how many cells lie before each epoch, and how many there are', (t) => {
  t.deepEqual([...cellsBefore([3, 0, 4])], [0, 3, 3, 7]);
  t.deepEqual([...cellsBefore([])], [0]);
  const most = (12 * 256 ** 2) / 2;
  t.is(cellsBefore(new Uint32Array(10_080).fill(most)).at(-1), 10_080 * most);
});

test('an index is read once, however many ask at a time and afterwards', async (t) => {
  const { knex, asked } = storing(() => 3);
  const indexes = createRunIndexes(knex);
  const found = await Promise.all([1, 2, 3].map(() => indexes.find(runOf('a', 1), 1)));
  t.true(found.every((index) => index?.at(-1) === 3 * EPOCHS));
  await indexes.find(runOf('a', 1), 1);
  t.is(asked(), 1);
  t.is(indexes.bytes, INDEX_BYTES);
});

test('windows, satellites and bands have indexes of their own, whatever the ids', async (t) => {
  let cells = 0;
  const { knex, asked } = storing(() => ++cells);
  const indexes = createRunIndexes(knex);
  const totals = [];
  for (const [run, bands] of [
    [runOf('a', 1), 1],
    [runOf('b', 1), 1],
    [runOf('a', 2), 1],
    [runOf('a', 1), 2],
    [runOf('a', 1), 1],
  ] as const) {
    totals.push((await indexes.find(run, bands))?.at(-1));
  }
  t.deepEqual(
    totals,
    [1, 2, 3, 4, 1].map((each) => each * EPOCHS),
  );
  t.is(asked(), 4);
});

test('the index used longest ago makes room, and what is kept stays within its bytes', async (t) => {
  const { knex, asked } = storing(() => 1);
  const indexes = createRunIndexes(knex, 2 * INDEX_BYTES);
  for (const norad of [1, 2, 1, 3]) await indexes.find(runOf('a', norad), 1);
  t.is(indexes.bytes, 2 * INDEX_BYTES);
  t.is(asked(), 3);
  await indexes.find(runOf('a', 1), 1);
  t.is(asked(), 3);
  await indexes.find(runOf('a', 2), 1);
  t.is(asked(), 4);
  t.is(indexes.bytes, 2 * INDEX_BYTES);
});

test('an index that is not there yet, or cannot be read, is looked for again', async (t) => {
  const answers: (() => number | undefined)[] = [
    () => undefined,
    () => {
      throw new Error('the database is away');
    },
    () => 5,
  ];
  const { knex } = storing(() => answers.shift()?.());
  const indexes = createRunIndexes(knex);
  t.is(await indexes.find(runOf('a', 1), 1), undefined);
  await t.throwsAsync(indexes.find(runOf('a', 1), 1), { message: 'the database is away' });
  t.is((await indexes.find(runOf('a', 1), 1))?.at(-1), 5 * EPOCHS);
});
